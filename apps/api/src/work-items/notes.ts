import type { CaseAct } from '@hofn/contracts';
import { caseMentions, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { Fault } from '../platform/fault.ts';
import { reportChange } from './changes.ts';
import { colleaguesNamed, whoMayOpen } from './colleagues.ts';
import { deleteSentDrafts } from './draft-store.ts';
import { addStep } from './history.ts';
import { createWorkItemStore } from './store.ts';

/** Whether a note of a work item mentions an employee. */
export const isMentioned = (employeeId: string): SQL =>
  sql`exists (select from case_mentions m where m.case_id = cases.id and m.employee_id = ${employeeId})`;

/** Whether a note mentions an employee who has not opened the work item since. */
export const hasUnseenMention = (employeeId: string): SQL =>
  sql`exists (select from case_mentions m where m.case_id = cases.id and m.employee_id = ${employeeId} and m.seen_at is null)`;

/** Ids of the work items in which a note mentions an employee who has not opened them since, as a query. */
export const unseenMentionsOf = (db: Db, employeeId: string) =>
  db
    .select({ caseId: caseMentions.caseId })
    .from(caseMentions)
    .where(and(eq(caseMentions.employeeId, employeeId), isNull(caseMentions.seenAt)));

/** Those of the work items in which a note mentions the employee, who has not opened them since. */
export const unseenMentions = async (
  db: Db,
  employeeId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { caseId, seenAt } = caseMentions;
  const rows = await db
    .select({ caseId })
    .from(caseMentions)
    .where(and(eq(caseMentions.employeeId, employeeId), inArray(caseId, [...ids]), isNull(seenAt)));
  return new Set(rows.map((row) => row.caseId));
};

/** Records that an employee has opened a work item whose notes mention them. */
export const seeMentions = async (tx: Db, caseId: string, employeeId: string, at: string): Promise<void> => {
  await tx
    .update(caseMentions)
    .set({ seenAt: at })
    .where(
      and(
        eq(caseMentions.caseId, caseId),
        eq(caseMentions.employeeId, employeeId),
        isNull(caseMentions.seenAt),
      ),
    );
};

/**
 * Writes a note that only staff read (rule DESK-5). It is no change of the work item: whoever has it, in whatever state, and a
 * colleague’s reply is not refused because of it. Other systems hear nothing.
 * @throws Fault `notFound`, `validation` naming `mentions`
 */
export const addNote = async (
  tx: Db,
  id: string,
  { text, mentions }: Extract<CaseAct, { act: 'note' }>,
  { clock, employee, language }: { clock: Clock; employee: { id: string; name: string }; language: Language },
): Promise<void> => {
  const now = clock.now();
  const at = now.toISOString();
  const keys = [...new Set(mentions)];
  const people = keys.length === 0 ? [] : await whoMayOpen(tx, id, { language, now, keys });
  const others = colleaguesNamed(
    people.filter((one) => one.id !== employee.id),
    keys,
    'mentions',
  );
  if (!(await createWorkItemStore(tx).lockForUpdate(tx, id))) throw new Fault('notFound');
  await addStep(
    tx,
    id,
    { step: 'noted', text, mentions: others.map(({ name }) => name) },
    { at, employeeId: employee.id, employeeName: employee.name },
  );
  for (const one of others)
    await tx
      .insert(caseMentions)
      .values({ caseId: id, employeeId: one.id, mentionedAt: at })
      .onConflictDoUpdate({
        target: [caseMentions.employeeId, caseMentions.caseId],
        set: { mentionedAt: at, seenAt: null },
      });
  await deleteSentDrafts(tx, { caseId: id, employeeId: employee.id }, ['note']);
  await reportChange(tx, id);
};
