import { randomUUID } from 'node:crypto';
import type { CaseKind } from '@hofn/contracts';
import { caseEvents, cases, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import { addWorkingDays } from '@hofn/domain/working-days.ts';
import type { Language } from '@hofn/texts';
import { and, eq, ne, sql } from 'drizzle-orm';

/** What a case is opened about. */
export type Matter = {
  kind: CaseKind;
  /** Its id in the table of its kind. */
  matterId: string;
  /** The customer whose it is known to be: someone signed in sent it. */
  customerId?: string;
  /** The language that it was written in. */
  language: Language;
  openedAt: Date;
  /** When it is to be answered by, where that is promised otherwise than for its kind. */
  dueAt?: Date;
};

/** Working days within which each kind is answered, as their receipts promise. */
const answeredWithin: Record<CaseKind, number> = {
  inquiry: 1,
  form: 2,
  claim: 1,
  memo: 2,
  change: 2,
  privacy: 20,
};

/** The same time of day, so many working days on. */
export const workingDaysOn = (from: Date, count: number): Date =>
  new Date(addWorkingDays(dayOf(from), count) + from.toISOString().slice(10));

/** Adds to the history of a case. The caller holds the case, or has just made it. */
export const addEvent = async (
  tx: Db,
  caseId: string,
  event: Omit<typeof caseEvents.$inferInsert, 'caseId' | 'sequence'>,
): Promise<void> => {
  const next = sql`(select coalesce(max(sequence) + 1, 0) from case_events where case_id = ${caseId})`;
  await tx.insert(caseEvents).values({ ...event, caseId, sequence: next as never });
};

/**
 * Puts something that came in into the work queue of staff (rule STAFF-6), in the transaction that keeps it. What is there
 * already, and was answered or closed, is opened anew with a new day to answer by; what is open stays as it is.
 * @returns the id of the case
 */
export const openCase = async (tx: Db, matter: Matter): Promise<string> => {
  const { kind, matterId, customerId = null, language, openedAt } = matter;
  const dueAt = (matter.dueAt ?? workingDaysOn(openedAt, answeredWithin[kind])).toISOString();
  const at = openedAt.toISOString();
  const came = (id: string) => addEvent(tx, id, { kind: 'came', at });
  const id = randomUUID();
  const [fresh] = await tx
    .insert(cases)
    .values({ id, kind, matterId, customerId, language, openedAt: at, dueAt })
    .onConflictDoNothing({ target: [cases.kind, cases.matterId] })
    .returning({ id: cases.id });
  if (fresh) {
    await came(id);
    return id;
  }
  const same = and(eq(cases.kind, kind), eq(cases.matterId, matterId));
  const [again] = await tx
    .update(cases)
    .set({ state: 'open', dueAt, closedAt: null, version: sql`${cases.version} + 1` })
    .where(and(same, ne(cases.state, 'open')))
    .returning({ id: cases.id });
  if (again) {
    await came(again.id);
    return again.id;
  }
  const [open] = await tx.select({ id: cases.id }).from(cases).where(same);
  if (!open) throw new Error(`The case of ${kind} ${matterId} went while it was opened`);
  return open.id;
};

/** Closes the case of something that needs nothing more, in the transaction that ends it; nothing where none is open. */
export const closeCaseOf = async (tx: Db, kind: CaseKind, matterId: string, at: Date): Promise<void> => {
  const [closed] = await tx
    .update(cases)
    .set({ state: 'closed', closedAt: at.toISOString(), version: sql`${cases.version} + 1` })
    .where(and(eq(cases.kind, kind), eq(cases.matterId, matterId), ne(cases.state, 'closed')))
    .returning({ id: cases.id });
  if (closed) await addEvent(tx, closed.id, { kind: 'closed', at: at.toISOString() });
};

/** Tells the case of something whose customer has become known. */
export const caseIsOf = async (
  tx: Db,
  kind: CaseKind,
  matterId: string,
  customerId: string,
): Promise<void> => {
  await tx
    .update(cases)
    .set({ customerId, version: sql`${cases.version} + 1` })
    .where(and(eq(cases.kind, kind), eq(cases.matterId, matterId)));
};
