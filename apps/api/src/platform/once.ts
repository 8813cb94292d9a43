import { hash } from 'node:crypto';
import { type Db, idempotencyKeys } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';
import { sweep } from './sweep.ts';

/** What a write is known by: who makes it, for whom, and the request that carries its key. */
export type Write = {
  context: { actor: { id: string }; subject: { id: string } };
  body: unknown;
  request: FastifyRequest;
};

export type Once = {
  /** Does a write in one transaction, once for each key; asked again with the same key it gives the first answer. */
  <Answer>(write: Write, work: (tx: Db) => Promise<Answer>): Promise<Answer>;
  /**
   * The answer that a write with this key got before, for calls that judge a write by what changes with time: a retry whose
   * answer was lost is not judged anew. Undefined when there is none.
   */
  before<Answer>(write: Write): Promise<Answer | undefined>;
};

const longestKey = 100;
const keptMs = 24 * 3_600_000;

const keyOf = (request: FastifyRequest): string | undefined => {
  const { 'idempotency-key': header } = request.headers;
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length <= longestKey) return header;
  throw new Fault('validation', {
    fields: [{ path: 'Idempotency-Key', reason: 'idempotencyKey', params: { max: longestKey } }],
  });
};

const hashOf = ({ context, body, request }: Write): string => {
  const { call } = request.routeOptions.config;
  const params = Object.values(request.params as Record<string, string>);
  // A call without parameters is hashed as the release before hashed it, whose keys may come again for a day.
  const path = params.length > 0 ? [params] : [];
  return hash('sha256', JSON.stringify([context.subject.id, call, body, ...path]));
};

const rowOf = (actorId: string, key: string) =>
  and(eq(idempotencyKeys.actorId, actorId), eq(idempotencyKeys.key, key));

type Row = typeof idempotencyKeys.$inferSelect;

/** @throws Fault `conflict` when the row is of another write */
const answerOf = <Answer>(first: Row | undefined, same: string): Answer => {
  if (first?.request !== same) throw new Fault('conflict');
  return first.answer as Answer;
};

/**
 * Makes the guard of writes. Key, work and answer stand or fall together, so a copy of the request that comes while the
 * first is under way waits for it. The work must ask the transaction alone: the embedded database has one connection.
 * @returns a function that throws Fault `conflict` when the key came before with another call, subject or body
 */
export const createOnce = (db: Db, clock: Clock): Once => {
  const once = <Answer>(write: Write, work: (tx: Db) => Promise<Answer>): Promise<Answer> => {
    const key = keyOf(write.request);
    return db.transaction(async (tx) => {
      if (key === undefined) return work(tx);
      const actorId = write.context.actor.id;
      const same = hashOf(write);
      const [fresh] = await tx
        .insert(idempotencyKeys)
        .values({ actorId, key, request: same, createdAt: clock.now().toISOString() })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      const row = rowOf(actorId, key);
      if (!fresh) {
        const [first] = await tx.select().from(idempotencyKeys).where(row);
        return answerOf<Answer>(first, same);
      }
      const answer = await work(tx);
      await tx.update(idempotencyKeys).set({ answer }).where(row);
      return answer;
    });
  };
  const before = async <Answer>(write: Write): Promise<Answer | undefined> => {
    const key = keyOf(write.request);
    if (key === undefined) return undefined;
    const [first] = await db.select().from(idempotencyKeys).where(rowOf(write.context.actor.id, key));
    return first && answerOf<Answer>(first, hashOf(write));
  };
  return Object.assign(once, { before });
};

/** Forgets keys that no client sends again: those older than a day. */
export const forgetOldKeys = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keptMs).toISOString();
  await sweep(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before));
};
