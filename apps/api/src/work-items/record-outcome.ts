import type { CaseEvent } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import { kindOf, type WorkItemRow } from '../platform/work-items.ts';
import type { AnswerStore } from './answer-store.ts';
import type { DescribedItem, WorkItemKinds } from './describe.ts';
import { addEvent, addStep, type StepDetails } from './history.ts';
import { type AnswerJob, answerQueue } from './mails.ts';
import type { WorkItemStore } from './store.ts';

/** Who changed a work item, and when: an employee, or another system under the name of its employee. */
export type By = { at: string; employeeId: string; employeeName: string };

/**
 * Adds an answer to a work item, and e-mails it if the sender left an address.
 * @throws Fault `caseUnanswerable` when the sender cannot be reached
 */
export const addAnswer = async (
  tx: Db,
  { answers, outbox }: { answers: AnswerStore; outbox: Outbox },
  { answerBy, email }: DescribedItem,
  { caseId, id, text, by }: { caseId: string; id: string; text: string; by: By },
): Promise<void> => {
  if (answerBy === 'none') throw new Fault('caseUnanswerable');
  await answers.add(tx, {
    ...{ caseId, id, text, employeeId: by.employeeId, author: by.employeeName },
    ...{ writtenAt: by.at, recipient: email },
  });
  if (email !== null) await outbox.send(tx, answerQueue.name, { caseId, id } satisfies AnswerJob);
};

/** An event of a kind that the previous release knows too. */
export type KnownEvent = {
  kind: Exclude<CaseEvent['kind'], StepDetails['step']>;
  note?: string | null;
};

type Outcome = {
  to: Parameters<WorkItemStore['change']>[2];
  /** What its history says of it, in order. */
  history: (KnownEvent | StepDetails)[];
  /** The event for other systems, besides the one for closing it. */
  event: 'case.answered' | 'case.reopened' | null;
  by: By;
};

/** Records what has become of a locked work item: its state, its history, events, and the state of the feature's own row. */
export const createOutcomeRecorder =
  ({ store, kinds }: { store: WorkItemStore; kinds: WorkItemKinds }) =>
  async (
    tx: Db,
    row: WorkItemRow,
    item: DescribedItem,
    { to, history, event, by }: Outcome,
  ): Promise<void> => {
    const { id, kind, matterId, problem, laterKind } = row;
    await store.change(tx, id, to);
    for (const step of history)
      await ('step' in step ? addStep(tx, id, step, by) : addEvent(tx, id, { ...step, ...by }));
    const about = { kind, matterId, customerId: item.customer?.id ?? null };
    // Other systems hear of what somebody has sent; what is about a problem of ours is no such thing, and a complaint has
    // events of its own.
    const announces = problem === null && laterKind === null;
    if (announces && event) await recordEvent(tx, event, id, about);
    if (announces && to.state === 'closed') await recordEvent(tx, 'case.closed', id, about);
    if (to.state !== undefined)
      await kinds[kindOf(row)]?.stateChanged?.(tx, row, to.state === 'closed' ? 'closed' : 'received');
  };
