import { randomUUID } from 'node:crypto';
import type { CaseAct } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { WorkItemRow } from '../platform/work-items.ts';
import type { Settings } from '../settings.ts';
import type { ViewStore } from '../views/store.ts';
import type { AnswerStore } from './answer-store.ts';
import type { DescribedItem, WorkItemKinds } from './describe.ts';
import { addEvent } from './open-work-item.ts';
import { addAnswer, type By, createOutcomeRecorder } from './record-outcome.ts';
import type { WorkItemStore } from './store.ts';
import { type Employee, isAnsweredByCore, outcomeOf, reasonOf } from './work-items.ts';

/** The event that an employee's act sends to other systems, besides the one for closing the item. */
const eventOfAct: { [act in CaseAct['act']]?: 'case.answered' | 'case.reopened' } = {
  answer: 'case.answered',
  reopen: 'case.reopened',
};

/** Acts of employees on work items, recorded in the item's history and in the customer's list of views. */
export const createActing = (parts: {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  kinds: WorkItemKinds;
  store: WorkItemStore;
  answers: AnswerStore;
  views: Pick<ViewStore, 'recordMomentaryView'>;
  settings: Pick<Settings, 'REQUESTS_SETTLED_BY_CORE'>;
}) => {
  const { db, clock, outbox, kinds, store, answers, views, settings } = parts;
  const recordOutcome = createOutcomeRecorder(parts);

  /** Records for the customer, if known, that a staff member saw the work item. */
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

  /** Records that a staff member opened a work item: repeated views once in its history, but each for the customer. */
  const recordViewed = (
    employee: Employee,
    row: WorkItemRow,
    item: DescribedItem,
    onRecorded: (tx: Db) => Promise<void>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const { id } = row;
      const at = clock.now().toISOString();
      await store.lockForUpdate(tx, id);
      const last = (await store.events(id, tx)).at(-1);
      if (last?.kind !== 'looked' || last.employeeId !== employee.id)
        await addEvent(tx, id, { kind: 'looked', at, employeeId: employee.id, employeeName: employee.name });
      await recordView(tx, row, employee, item);
      await onRecorded(tx);
    });

  /** Sends an answer to the sender: in the feature's own way, else to My pages and by e-mail. */
  const answer = async (
    tx: Db,
    { id, kind }: WorkItemRow,
    { text, by }: { text: string; by: By },
    employee: Employee,
    item: DescribedItem,
  ): Promise<void> => {
    const { customer, answerBy } = item;
    const own = answerBy === 'none' ? undefined : kinds[kind]?.answer;
    if (own && customer && (await own(tx, { employee, customer, described: item, text }))) return;
    await addAnswer(tx, { answers, outbox }, item, { caseId: id, id: randomUUID(), text, by });
  };

  /** Records a decision in the feature's own row. @throws Fault `conflict` when there is nothing to decide */
  const settle = async (
    tx: Db,
    row: WorkItemRow,
    { decision }: Extract<CaseAct, { act: 'settle' }>,
    employee: Employee,
    language: Language,
  ): Promise<'recorded' | 'unchanged'> => {
    const recorded = await kinds[row.kind]?.settle?.(tx, { row, employee, decision, language });
    if (!recorded) throw new Fault('conflict');
    return recorded;
  };

  /**
   * Applies an employee's act to a work item.
   * @throws Fault `notFound`, `caseTaken`, `conflict`, `caseUndecided`, `caseUnanswerable`, `settledElsewhere`, and those of
   * `settleRequest`
   */
  const act = async (
    tx: Db,
    unlocked: WorkItemRow,
    body: CaseAct,
    { employee, item, language }: { employee: Employee; item: DescribedItem; language: Language },
  ): Promise<void> => {
    const { id } = unlocked;
    // Locks the request before its work item, as every other writer does.
    if (body.act === 'settle' && (await settle(tx, unlocked, body, employee, language)) === 'unchanged')
      return;
    const row = await store.lockForUpdate(tx, id);
    if (!row) throw new Fault('notFound');
    if (body.act === 'answer' && isAnsweredByCore(row.kind, settings.REQUESTS_SETTLED_BY_CORE))
      throw new Fault('settledElsewhere');
    const now = clock.now();
    const { event, to } = outcomeOf(row, body, employee, now);
    const isUndecided = to.state !== undefined && ((await kinds[row.kind]?.isUndecided?.(tx, row)) ?? false);
    const isBesideDecision = body.act === 'answer' && kinds[row.kind]?.asksBySettling;
    if (isUndecided && (to.state === 'closed' || isBesideDecision)) throw new Fault('caseUndecided');
    // An answer alone does not finish it: it stays open until it is decided.
    if (isUndecided && body.act !== 'settle') to.state = 'open';
    const by = { at: now.toISOString(), employeeId: employee.id, employeeName: employee.name };
    if (body.act === 'answer') await answer(tx, row, { text: body.text, by }, employee, item);
    await recordView(tx, row, employee, item);
    await recordOutcome(tx, row, item, {
      to,
      history: [
        { kind: event, note: body.act === 'close' && body.note !== '' ? body.note : null },
        ...(body.act === 'answer' && body.close ? [{ kind: 'closed' } as const] : []),
      ],
      event: eventOfAct[body.act] ?? null,
      by,
    });
  };

  return { act, recordViewed };
};
