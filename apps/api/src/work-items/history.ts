import type { CaseEvent } from '@hofn/contracts';
import { caseEvents, caseNotes, type Db } from '@hofn/database';
import { and, asc, eq, sql } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';

type EventRow = typeof caseEvents.$inferInsert;
type NoteRow = typeof caseNotes.$inferInsert;
type Step = NonNullable<EventRow['step']>;

/** What the previous release takes for each step that it does not know: see the table. */
const earlierKind: Record<Step, EventRow['kind']> = {
  noted: 'looked',
  waiting: 'assigned',
  resumed: 'assigned',
  handedOver: 'assigned',
};

/** Adds to a work item's history. The caller has locked the work item, or has just created it. */
export const addEvent = async (
  tx: Db,
  caseId: string,
  event: Omit<EventRow, 'caseId' | 'sequence'>,
): Promise<number> => {
  const next = sql`(select coalesce(max(sequence) + 1, 0) from case_events where case_id = ${caseId})`;
  const [added] = await tx
    .insert(caseEvents)
    .values({ ...event, caseId, sequence: next as never })
    .returning({ sequence: caseEvents.sequence });
  if (!added) throw new Error(`No event was added to the work item ${caseId}`);
  return added.sequence;
};

/** What a step says to colleagues beside its kind. */
export type StepDetails = { step: Step } & Pick<NoteRow, 'text'> &
  Partial<Pick<NoteRow, 'waitsFor' | 'waitsUntil' | 'toName' | 'mentions'>>;

/** Adds a step to a work item's history, with what no customer reads. The caller has locked the work item. */
export const addStep = async (
  tx: Db,
  caseId: string,
  { step, ...note }: StepDetails,
  by: Pick<EventRow, 'at' | 'employeeId' | 'employeeName'>,
): Promise<void> => {
  const sequence = await addEvent(tx, caseId, { ...by, kind: earlierKind[step], step });
  await tx.insert(caseNotes).values({ ...note, caseId, sequence });
};

/** The history of a work item in order, with what employees wrote to each other. */
export const historyOf = (db: Db, id: string) =>
  db
    .select({ event: caseEvents, note: caseNotes })
    .from(caseEvents)
    .leftJoin(
      caseNotes,
      and(eq(caseNotes.caseId, caseEvents.caseId), eq(caseNotes.sequence, caseEvents.sequence)),
    )
    .where(eq(caseEvents.caseId, id))
    .orderBy(asc(caseEvents.sequence));

/** An event as staff see it. */
export const eventOf = ({ event, note }: Awaited<ReturnType<typeof historyOf>>[number]): CaseEvent => {
  const { sequence, kind, step, at, employeeName } = event;
  const { waitsFor, waitsUntil } = note ?? {};
  return {
    sequence,
    kind: step ?? kind,
    at: isoInstant(at),
    by: employeeName,
    note: event.note ?? (note?.text || null),
    ...(waitsFor && waitsUntil && { waits: { for: waitsFor, until: waitsUntil } }),
    ...(step === 'handedOver' && { to: note?.toName ?? null }),
    ...(note && note.mentions.length > 0 && { mentions: note.mentions }),
  };
};
