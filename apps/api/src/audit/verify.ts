import { hash } from 'node:crypto';
import { auditChain, auditCheckpoints, auditEvents, auditHead, type Db } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { asc, eq, gt, sql } from 'drizzle-orm';

/** A link of the chain, by its number and hash. */
export type Link = { seq: number; hash: string };

export type Verdict =
  | { isIntact: true; events: number; head: Link }
  | { isIntact: false; seq: number; event: number | null; reason: string };

const batchSize = 1000;
const retentionMonths = 48;
const genesis: Link = { seq: 0, hash: '0'.repeat(64) };

/**
 * The hashed text of an event: the expression of `audit_text` in the migration, written here again because somebody who
 * can change events can also change a function.
 */
const text = sql<string | null>`case when ${auditEvents.id} is not null then jsonb_build_array(
  ${auditEvents.id}, to_char(${auditEvents.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), ${auditEvents.action},
  ${auditEvents.actorKind}, ${auditEvents.actorId}, ${auditEvents.subjectId}, ${auditEvents.authority},
  ${auditEvents.authorityDetail}, ${auditEvents.object}, ${auditEvents.details}, ${auditEvents.before},
  ${auditEvents.after}, ${auditEvents.address}, ${auditEvents.requestId})::text end`;

/** A hash in groups of four: logs mask every run of digits that could be a kennitala. */
export const hashInLog = (text: string): string => text.match(/.{1,4}/g)?.join('.') ?? '';

/** The hash in a logged text. */
export const hashFromLog = (text: string): string => text.replaceAll('.', '');

const linkHash = (previous: string, event: string): string => hash('sha256', `${previous}\n${event}`);

const broken = (seq: number, event: number | null, reason: string): Verdict => ({
  isIntact: false,
  seq,
  event,
  reason,
});

/** The link before the first one that is left: where the chain began, or the last that its retention removed. */
const startOf = async (tx: Db, now: Date): Promise<Link | Verdict> => {
  const [first] = await tx
    .select({ seq: auditChain.seq, event: auditChain.eventId })
    .from(auditChain)
    .orderBy(asc(auditChain.seq))
    .limit(1);
  const removed = await tx
    .select()
    .from(auditCheckpoints)
    .where(sql`${auditCheckpoints.removedUntil} is not null`)
    .orderBy(sql`${auditCheckpoints.seq} desc`)
    .limit(1);
  const floor = removed[0] ?? { ...genesis, removedUntil: null };
  if (floor.removedUntil !== null) {
    const removedOn = dayOfInstant(new Date(floor.removedUntil));
    if (removedOn > addMonths(dayOfInstant(now), -retentionMonths))
      return broken(floor.seq, null, 'events were removed before their retention ended');
  }
  if (first && first.seq !== floor.seq + 1) return broken(floor.seq + 1, null, 'the link is missing');
  return floor;
};

/**
 * Walks the chain as of one moment, and compares it with the head, with every checkpoint, and with a link from the log.
 * @param anchor a link that was logged earlier, for a chain that was rewritten whole
 * @returns the first broken link
 */
export const verifyAudit = (db: Db, now: Date, anchor?: Link): Promise<Verdict> =>
  db.transaction(
    async (tx): Promise<Verdict> => {
      const start = await startOf(tx, now);
      if ('isIntact' in start) return start;
      const checkpoints = await tx
        .select({ seq: auditCheckpoints.seq, hash: auditCheckpoints.hash })
        .from(auditCheckpoints)
        .where(gt(auditCheckpoints.seq, start.seq));
      const known = new Map(
        [...checkpoints, ...(anchor ? [anchor] : [])].map((link) => [link.seq, link.hash]),
      );
      let last: Link = { seq: start.seq, hash: start.hash };
      let events = 0;
      for (let rows = batchSize; rows === batchSize; ) {
        const batch = await tx
          .select({ seq: auditChain.seq, hash: auditChain.hash, event: auditChain.eventId, text })
          .from(auditChain)
          .leftJoin(auditEvents, eq(auditEvents.id, auditChain.eventId))
          .where(gt(auditChain.seq, last.seq))
          .orderBy(asc(auditChain.seq))
          .limit(batchSize);
        for (const row of batch) {
          if (row.seq !== last.seq + 1) return broken(last.seq + 1, null, 'the link is missing');
          if (row.text === null) return broken(row.seq, row.event, 'the event is missing');
          if (linkHash(last.hash, row.text) !== row.hash)
            return broken(row.seq, row.event, 'the event or its link was changed');
          if ((known.get(row.seq) ?? row.hash) !== row.hash)
            return broken(row.seq, row.event, 'the link differs from the one that was recorded');
          last = { seq: row.seq, hash: row.hash };
        }
        rows = batch.length;
        events += rows;
      }
      const [head = genesis] = await tx.select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead);
      const furthest = Math.max(head.seq, ...known.keys());
      if (furthest > last.seq) return broken(last.seq + 1, null, 'the end of the chain is missing');
      if (head.seq !== last.seq || head.hash !== last.hash)
        return broken(last.seq, null, 'the chain does not end where its head says');
      const [unchained] = await tx
        .select({ id: auditEvents.id })
        .from(auditEvents)
        .leftJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
        .where(sql`${auditChain.seq} is null`)
        .orderBy(asc(auditEvents.id))
        .limit(1);
      if (unchained) return broken(last.seq + 1, unchained.id, 'the event is in no link');
      return { isIntact: true, events, head: last };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
