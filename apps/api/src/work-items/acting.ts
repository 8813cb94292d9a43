import { randomUUID } from 'node:crypto';
import type { CaseAct } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { Fault } from '../platform/fault.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { WorkItemRow } from '../platform/work-items.ts';
import type { ViewStore } from '../views/store.ts';
import type { DescribedItem, WorkItemKinds } from './describe.ts';
import { type AnswerJob, answerQueue } from './mails.ts';
import { addEvent } from './opening.ts';
import type { WorkItemStore } from './store.ts';
import { type Employee, outcomeOf, reasonOf } from './work-items.ts';

/** What employees do with work items, with the records of it that they and the customer can read. */
export const createActing = (parts: {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  kinds: WorkItemKinds;
  store: WorkItemStore;
  views: Pick<ViewStore, 'recordMomentaryView'>;
}) => {
  const { db, clock, outbox, kinds, store, views } = parts;

  /** Records for the customer, where one is known, that a staff member saw the work item. */
  const recordView = async (
    tx: Db,
    { id, kind }: WorkItemRow,
    employee: Employee,
    { customer }: DescribedItem,
  ) => {
    const at = clock.now().toISOString();
    if (customer)
      await views.recordMomentaryView(tx, employee, customer.id, {
        reason: reasonOf(kind),
        call: 'staffCase',
        target: id,
        at,
      });
  };

  /** Records that a staff member looks at a work item: in its history once in a row, for the customer each time. */
  const recordLook = (employee: Employee, row: WorkItemRow, sent: DescribedItem): Promise<void> =>
    db.transaction(async (tx) => {
      const { id } = row;
      const at = clock.now().toISOString();
      await store.lockForUpdate(tx, id);
      const last = (await store.events(id, tx)).at(-1);
      if (last?.kind !== 'looked' || last.employeeId !== employee.id)
        await addEvent(tx, id, { kind: 'looked', at, employeeId: employee.id, employeeName: employee.name });
      await recordView(tx, row, employee, sent);
    });

  /** Sends an answer to the sender: in the feature's own way, else to My pages and by e-mail. */
  const answer = async (
    tx: Db,
    { id, kind }: WorkItemRow,
    text: string,
    employee: Employee,
    sent: DescribedItem,
  ): Promise<void> => {
    const { customer, answerBy, email } = sent;
    if (answerBy === 'none') throw new Fault('caseUnanswerable');
    const own = kinds[kind]?.answer;
    if (own && customer && (await own(tx, { employee, customer, described: sent, text }))) return;
    const answerId = randomUUID();
    await store.addAnswer(tx, {
      caseId: id,
      id: answerId,
      employeeId: employee.id,
      author: employee.name,
      text,
      writtenAt: clock.now().toISOString(),
      recipient: email,
    });
    if (email !== null)
      await outbox.send(tx, answerQueue.name, { caseId: id, id: answerId } satisfies AnswerJob);
  };

  /**
   * Does what an employee decided with a work item.
   * @throws Fault `notFound`, `caseTaken`, `conflict`, `caseUndecided`, `caseUnanswerable`
   */
  const act = async (
    tx: Db,
    id: string,
    body: CaseAct,
    employee: Employee,
    sent: DescribedItem,
  ): Promise<void> => {
    const row = await store.lockForUpdate(tx, id);
    if (!row) throw new Fault('notFound');
    const now = clock.now();
    const { event, to } = outcomeOf(row, body, employee, now);
    const undecided = to.state !== undefined && ((await kinds[row.kind]?.isUndecided?.(tx, row)) ?? false);
    if (undecided && to.state === 'closed') throw new Fault('caseUndecided');
    // An answer alone does not end it: it stays open until it is decided.
    if (undecided) to.state = 'open';
    if (body.act === 'answer') await answer(tx, row, body.text, employee, sent);
    await store.change(tx, id, to);
    const by = { at: now.toISOString(), employeeId: employee.id, employeeName: employee.name };
    const note = body.act === 'close' && body.note !== '' ? body.note : null;
    await addEvent(tx, id, { kind: event, note, ...by });
    if (body.act === 'answer' && body.close) await addEvent(tx, id, { kind: 'closed', ...by });
    await recordView(tx, row, employee, sent);
    if (to.state !== undefined)
      await kinds[row.kind]?.stateChanged?.(tx, row, to.state === 'closed' ? 'closed' : 'received');
  };

  return { act, recordLook };
};
