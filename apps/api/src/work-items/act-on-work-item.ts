import { randomUUID } from 'node:crypto';
import type { CaseDraftKind } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { kindOf, type WorkItemKind, type WorkItemRow } from '../platform/work-items.ts';
import type { Settings } from '../settings.ts';
import { recordUses } from '../text-blocks/store.ts';
import type { ViewStore } from '../views/store.ts';
import type { AnswerStore } from './answer-store.ts';
import { colleaguesNamed, whoMayOpen } from './colleagues.ts';
import { customerSeenIn, type DescribedItem, type WorkItemKinds } from './describe.ts';
import { deleteSentDrafts } from './draft-store.ts';
import { addEvent } from './history.ts';
import { expectUninvolved, leavesIt } from './involvement.ts';
import { addAnswer, type By, createOutcomeRecorder } from './record-outcome.ts';
import type { WorkItemStore } from './store.ts';
import {
  type ChangingAct,
  type Employee,
  isAnsweredByCore,
  type Outcome,
  outcomeOf,
  type Receiver,
  reasonOf,
} from './work-items.ts';

/** The event that an employee's act sends to other systems, besides the one for closing the item. */
const eventOfAct: { [act in ChangingAct['act']]?: 'case.answered' | 'case.reopened' } = {
  answer: 'case.answered',
  reopen: 'case.reopened',
};

/** Whether an act opens an answered item again: it then waits for what was asked. */
const isReopenedBy = ({ act }: ChangingAct, { state }: WorkItemRow): boolean =>
  act === 'wait' && state === 'answered';

/** What the history says of an act beside its kind: the employee's note, or who the report belongs to. */
const noteOf = (body: ChangingAct, language: Language): string | null => {
  if (body.act === 'link' || body.act === 'refuseLink') return textsIn(language)(`ownerDecision|${body.act}`);
  return body.act === 'close' && body.note !== '' ? body.note : null;
};

/** The note of closing; empty where the act closes nothing. */
const closingNoteOf = (body: ChangingAct): string =>
  body.act === 'close' || (body.act === 'answer' && body.close) ? body.note : '';

const closes = (body: ChangingAct): boolean => body.act === 'close' || (body.act === 'answer' && body.close);

/** Whether closing needs a note, with the feature's own row locked so that it stays so. */
const closesWithNote = async (of: WorkItemKind | undefined, tx: Db, row: WorkItemRow): Promise<boolean> => {
  await of?.lock?.(tx, row);
  return (await of?.closesWithNote?.(tx, row)) ?? false;
};

/** The drafts that an act sends or makes pointless; undefined for all, once the case is closed. */
const sentDrafts = (body: ChangingAct): CaseDraftKind[] | undefined => {
  if (closes(body) || body.act === 'decide') return undefined;
  if (body.act === 'answer') return ['answer'];
  if (body.act === 'wait' || body.act === 'handOver') return [body.act];
  if (body.act !== 'settle') return [];
  const { result } = body.decision;
  return result === 'moreInformation' ? ['ask'] : ['accept', 'refuse', 'ask'];
};

/** Records who owns a report that was sent without sign-in. */
const decideOwner = async (
  kinds: WorkItemKinds,
  tx: Db,
  row: WorkItemRow,
  { act: decided }: Extract<ChangingAct, { act: 'link' | 'refuseLink' }>,
  employee: Employee,
): Promise<void> => {
  const decide = kinds[kindOf(row)]?.decideOwner;
  if (!decide) throw new Fault('conflict');
  await decide(tx, { row, employee, isOwners: decided === 'link' });
};

/** Records a decision on a complaint. @throws Fault `caseTaken`, `conflict` before anything is recorded */
const decide = async (
  tx: Db,
  of: WorkItemKind | undefined,
  row: WorkItemRow,
  body: Extract<ChangingAct, { act: 'decide' }>,
  { employee, now }: { employee: Employee; now: Date },
): Promise<void> => {
  outcomeOf(row, body, { employee, now });
  if (!of?.decide) throw new Fault('conflict');
  await of.decide(tx, { row, employee, decision: body.decision });
};

/** Records a decision in the feature's own row. @throws Fault `conflict` when there is nothing to decide */
const settle = async (
  tx: Db,
  of: WorkItemKind | undefined,
  row: WorkItemRow,
  { decision }: Extract<ChangingAct, { act: 'settle' }>,
  { employee, language }: { employee: Employee; language: Language },
): Promise<'recorded' | 'unchanged' | 'asked'> => {
  const recorded = await of?.settle?.(tx, { row, employee, decision, language });
  if (!recorded) throw new Fault('conflict');
  return recorded;
};

/** The state of an item while another system carries out the decision: open, assigned to the employee who decided. */
const keptOpen = ({ to: { assigneeId, assigneeName } }: Outcome): Outcome => ({
  history: { kind: 'assigned' },
  to: {
    ...(assigneeId !== undefined && { assigneeId }),
    ...(assigneeName !== undefined && { assigneeName }),
  },
});

/** Who a work item is handed to. @throws Fault `validation` naming `to` when they may not open it */
const receiverOf = async (
  tx: Db,
  { id }: WorkItemRow,
  body: ChangingAct,
  reader: { language: Language; now: Date },
): Promise<Receiver> => {
  if (body.act !== 'handOver' || body.to === null) return null;
  const keys = [body.to];
  const [receiver] = colleaguesNamed(await whoMayOpen(tx, id, { ...reader, keys }), keys, 'to');
  return receiver ?? null;
};

/** @throws Fault `validation` naming `blocks` when there is no such version of a text block */
const keepBlocks = async (
  tx: Db,
  { id }: WorkItemRow,
  { blocks = [] }: Extract<ChangingAct, { act: 'answer' }>,
  at: string,
): Promise<void> => {
  if (await recordUses(tx, id, blocks, at)) return;
  throw new Fault('validation', { fields: [{ path: 'blocks', reason: 'form' }] });
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
  const recordView = async (tx: Db, row: WorkItemRow, employee: Employee, item: DescribedItem) => {
    const at = clock.now().toISOString();
    const subject = customerSeenIn(item);
    if (subject !== null)
      await views.recordMomentaryView(tx, employee, subject, {
        reason: reasonOf(kindOf(row)),
        call: 'staffCase',
        target: row.id,
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
      if (last?.event.kind !== 'looked' || last.event.step !== null || last.event.employeeId !== employee.id)
        await addEvent(tx, id, { kind: 'looked', at, employeeId: employee.id, employeeName: employee.name });
      await recordView(tx, row, employee, item);
      await onRecorded(tx);
    });

  /** Sends an answer to the sender: in the feature's own way, else to My pages and by e-mail. */
  const answer = async (
    tx: Db,
    row: WorkItemRow,
    { text, by }: { text: string; by: By },
    employee: Employee,
    item: DescribedItem,
  ): Promise<void> => {
    const { customer, answerBy } = item;
    const own = answerBy === 'none' ? undefined : kinds[kindOf(row)]?.answer;
    if (own && customer && (await own(tx, { employee, customer, described: item, text }))) return;
    await addAnswer(tx, { answers, outbox }, item, { caseId: row.id, id: randomUUID(), text, by });
  };

  /**
   * Applies an employee's act to a work item.
   * @throws Fault `notFound`, `caseTaken`, `conflict`, `validation` naming `note`, `caseUndecided`, `caseUnanswerable`,
   * `settledElsewhere`, those of `expectUninvolved`,
   * and those of `settleRequest` or `decide`
   */
  const act = async (
    tx: Db,
    unlocked: WorkItemRow,
    body: ChangingAct,
    { employee, item, language }: { employee: Employee; item: DescribedItem; language: Language },
  ): Promise<void> => {
    const { id } = unlocked;
    const of = kinds[kindOf(unlocked)];
    if (!leavesIt(body)) await expectUninvolved(tx, of, unlocked, { employee });
    if (body.act === 'decide') await decide(tx, of, unlocked, body, { employee, now: clock.now() });
    // Everything up to the lock of the work item locks the feature's own row first, as every other writer does.
    const settled = body.act === 'settle' && (await settle(tx, of, unlocked, body, { employee, language }));
    if (settled === 'unchanged') return;
    const isAsked = settled === 'asked';
    const decidesOwner = body.act === 'link' || body.act === 'refuseLink';
    if (decidesOwner) {
      // Linking gives the work item its customer and so another version: what is refused is refused before.
      outcomeOf(unlocked, body, { employee, now: clock.now() });
      await decideOwner(kinds, tx, unlocked, body, employee);
    }
    const kind = kindOf(unlocked);
    const needsNote = closes(body) && (await closesWithNote(kinds[kind], tx, unlocked));
    const locked = await store.lockForUpdate(tx, id);
    if (!locked) throw new Fault('notFound');
    const isLinked = decidesOwner && locked.customerId !== unlocked.customerId;
    const row = isLinked ? { ...locked, version: locked.version - 1 } : locked;
    if (body.act === 'answer' && isAnsweredByCore(kind, settings.REQUESTS_SETTLED_BY_CORE))
      throw new Fault('settledElsewhere');
    const now = clock.now();
    const receiver = await receiverOf(tx, row, body, { language, now });
    await expectUninvolved(tx, of, row, { receiver });
    const outcome = outcomeOf(row, body, { employee, now, receiver });
    const { history, to } = isAsked ? keptOpen(outcome) : outcome;
    const isUndecided = to.state !== undefined && ((await kinds[kind]?.isUndecided?.(tx, row)) ?? false);
    const isBesideDecision = body.act === 'answer' && kinds[kind]?.asksBySettling;
    if (isUndecided && (to.state === 'closed' || isBesideDecision)) throw new Fault('caseUndecided');
    const note = closingNoteOf(body);
    if (needsNote && note === '')
      throw new Fault('validation', { fields: [{ path: 'note', reason: 'required' }] });
    // An answer alone does not finish it: it stays open until it is decided.
    if (isUndecided && body.act !== 'settle') to.state = 'open';
    const seenAt = body.act === 'answer' ? body.draft : undefined;
    await deleteSentDrafts(tx, { caseId: id, employeeId: employee.id }, sentDrafts(body), seenAt);
    const by = { at: now.toISOString(), employeeId: employee.id, employeeName: employee.name };
    if (body.act === 'answer') {
      await answer(tx, row, { text: body.text, by }, employee, item);
      await keepBlocks(tx, row, body, by.at);
    }
    await recordView(tx, row, employee, item);
    await recordOutcome(tx, row, item, {
      to,
      history: [
        'step' in history
          ? history
          : {
              ...history,
              note: isAsked ? textsIn(language)('requestCase|askedCore') : noteOf(body, language),
            },
        ...(body.act === 'answer' && body.close ? [{ kind: 'closed', note: note || null } as const] : []),
      ],
      event: isReopenedBy(body, row) ? 'case.reopened' : (eventOfAct[body.act] ?? null),
      by,
    });
  };

  return { act, recordView, recordViewed };
};
