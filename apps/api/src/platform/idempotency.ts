import { hash } from 'node:crypto';
import { type Db, idempotencyKeys } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';
import { sweep } from './sweep.ts';

/** Identifies a write: actor, subject, and the request with its idempotency key. */
export type Write = {
  context: { actor: { id: string }; subject: { id: string } };
  body: unknown;
  request: FastifyRequest;
  /** Which of several writes of one request it is; each is done once. */
  part?: string;
};

export type Idempotently = {
  /** Does a write in one transaction, once per key; a repeated key gets the first answer. */
  <Answer>(write: Write, work: (tx: Db) => Promise<Answer>): Promise<Answer>;
  /**
   * The answer that an earlier write with this key got, for calls whose validation depends on time: a retry after a lost
   * response is not validated again. Undefined when there is none.
   */
  replayedAnswer<Answer>(write: Write): Promise<Answer | undefined>;
};

const maxKeyLength = 100;
const retentionMs = 24 * 3_600_000;

const keyOf = ({ request, part }: Write): string | undefined => {
  const { 'idempotency-key': header } = request.headers;
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length <= maxKeyLength)
    return part === undefined ? header : `${header} ${part}`;
  throw new Fault('validation', {
    fields: [{ path: 'Idempotency-Key', reason: 'idempotencyKey', params: { max: maxKeyLength } }],
  });
};

const hashOf = ({ context, body, request }: Write): string => {
  const { call } = request.routeOptions.config;
  const params = Object.values(request.params as Record<string, string>);
  // Without parameters the hash equals that of the previous release, whose keys may be repeated for a day.
  const path = params.length > 0 ? [params] : [];
  return hash('sha256', JSON.stringify([context.subject.id, call, body, ...path]));
};

const rowOf = (actorId: string, key: string) =>
  and(eq(idempotencyKeys.actorId, actorId), eq(idempotencyKeys.key, key));

type Row = typeof idempotencyKeys.$inferSelect;

/** @throws Fault `conflict` when the row belongs to another write */
const answerOf = <Answer>(first: Row | undefined, requestHash: string): Answer => {
  if (first?.request !== requestHash) throw new Fault('conflict');
  return first.answer as Answer;
};

/**
 * Makes writes idempotent. Key, work and answer are one transaction, so a concurrent copy of the request waits for the
 * first. The work must use only `tx`: the embedded database has one connection.
 * @returns a function that throws Fault `conflict` when the key was used with another call, subject or body
 */
export const createIdempotently = (db: Db, clock: Clock): Idempotently => {
  const idempotently = <Answer>(write: Write, work: (tx: Db) => Promise<Answer>): Promise<Answer> => {
    const key = keyOf(write);
    return db.transaction(async (tx) => {
      if (key === undefined) return work(tx);
      const actorId = write.context.actor.id;
      const requestHash = hashOf(write);
      const [inserted] = await tx
        .insert(idempotencyKeys)
        .values({ actorId, key, request: requestHash, createdAt: clock.now().toISOString() })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      const row = rowOf(actorId, key);
      if (!inserted) {
        const [first] = await tx.select().from(idempotencyKeys).where(row);
        return answerOf<Answer>(first, requestHash);
      }
      const answer = await work(tx);
      await tx.update(idempotencyKeys).set({ answer }).where(row);
      return answer;
    });
  };
  const replayedAnswer = async <Answer>(write: Write): Promise<Answer | undefined> => {
    const key = keyOf(write);
    if (key === undefined) return undefined;
    const [first] = await db.select().from(idempotencyKeys).where(rowOf(write.context.actor.id, key));
    return first && answerOf<Answer>(first, hashOf(write));
  };
  return Object.assign(idempotently, { replayedAnswer });
};

/** Deletes keys older than a day, which no client repeats. */
export const deleteOldKeys = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  await sweep(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before));
};
