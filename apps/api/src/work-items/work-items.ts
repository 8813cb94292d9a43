import type { CaseAct, CaseKind, CaseLine, CaseMessage, SettledKind } from '@hofn/contracts';
import { dayOf } from '@hofn/domain';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { kindOf, type WorkItemRow } from '../platform/work-items.ts';
import type { WorkItemAnswerRow } from './answer-store.ts';
import type { StepDetails } from './history.ts';
import {
  putsReturnedFirst,
  type QueuePosition,
  type QueueStore,
  type WorkItemFilter,
  type WorkItemSort,
} from './queue-store.ts';
import type { KnownEvent } from './record-outcome.ts';
import type { WorkItemChange } from './store.ts';
import { beginWait, waitOf } from './waiting.ts';
import { absenceOf, type Moment } from './whose.ts';

/** A staff member who works on the queue. */
export type Employee = { id: string; name: string; isSupervisor?: boolean };

export type LineRow = Awaited<ReturnType<QueueStore['list']>>[number];

export const cursors = defineCursor<QueuePosition | null>(
  z.tuple([positionParts.integer, positionParts.instant, positionParts.id]),
  null,
);

/** Position of a work item in a list. */
export const placeOf = (
  { row }: LineRow,
  { sort, filter, today }: { sort: WorkItemSort; filter: WorkItemFilter; today: string },
): QueuePosition => {
  const isFirst = putsReturnedFirst(sort, filter) && waitOf(row, today)?.returned === true;
  return [isFirst ? 0 : 1, sort === 'due' ? row.dueAt : row.openedAt, row.id];
};

const awayOf = (row: WorkItemRow, { away }: Moment, deputy: string | null): CaseLine['away'] => {
  const absence = absenceOf(row, away);
  return absence ? { until: absence.until, deputy } : null;
};

/** What a line says of a work item at any moment: what it is about, who sent it, when, and who has it. */
export const matterOf = (
  { row, form, request, feedback, reference, about, line, sender }: LineRow,
  language: Language,
) => ({
  id: row.id,
  kind: kindOf(row),
  form: form as FormKind | null,
  request,
  feedback,
  reference,
  about: about ?? (line && textsIn(language)(`claimLine|${line}`)),
  sender,
  openedAt: isoInstant(row.openedAt),
  state: row.state,
  assignee: row.assigneeName,
});

/**
 * A work item as a line of the queue, for the employee who reads it.
 * @param deputy who stands in for its owner while they are away, and may open it
 */
export const lineOf = (
  line: LineRow,
  {
    language,
    employeeId,
    moment,
    deputy,
  }: { language: Language; employeeId: string; moment: Moment; deputy: string | null },
): CaseLine => {
  const { row, unverified } = line;
  return {
    ...matterOf(line, language),
    known: row.customerId !== null && unverified !== true,
    language: row.language,
    dueAt: isoInstant(row.dueAt),
    overdue: row.state === 'open' && new Date(row.dueAt) < moment.now,
    mine: row.assigneeId === employeeId,
    waits: waitOf(row, dayOf(moment.now)),
    away: awayOf(row, moment, deputy),
    version: row.version,
  };
};

/** An answer as staff see it. */
export const messageOf = ({
  id,
  author,
  text,
  writtenAt,
  recipient,
  sentAt,
  failedAt,
}: WorkItemAnswerRow): CaseMessage => ({
  id,
  fromUs: true,
  author,
  text,
  at: isoInstant(writtenAt),
  delivery:
    recipient === null ? 'portal' : failedAt !== null ? 'failed' : sentAt === null ? 'waiting' : 'sent',
});

/** Result of an act: the changes, and what the history says of it. */
export type Outcome = { history: KnownEvent | StepDetails; to: WorkItemChange };

/** Who a work item is handed to: a colleague who may open it; null for everyone. */
export type Receiver = { id: string; name: string } | null;

/** The fault when a colleague has the work item. */
export const caseTaken = (name: string | null): Fault =>
  new Fault('caseTaken', {
    fields: [{ path: 'FORM', reason: 'caseTakenBy', params: { name: name ?? '' } }],
  });

/** Acts on the work item itself; a note changes nothing. */
export type ChangingAct = Exclude<CaseAct, { act: 'note' }>;

/** Whether an employee may do something to a colleague's work item: take it over, or as a supervisor hand it on. */
const mayTouchColleagues = ({ act }: ChangingAct, { isSupervisor }: Employee): boolean =>
  act === 'assign' || (act === 'handOver' && isSupervisor === true);

/**
 * Applies an employee's act to a work item. Only `assign` may change a colleague's item, and `handOver` by a supervisor, so
 * that no two people answer it.
 * @param receiver of `handOver`
 * @throws Fault `caseTaken` naming the assignee, `conflict` when it has changed since the employee read it, or its state does
 * not allow the act, and those of `beginWait`
 */
export const outcomeOf = (
  row: WorkItemRow,
  act: ChangingAct,
  { employee, now, receiver = null }: { employee: Employee; now: Date; receiver?: Receiver },
): Outcome => {
  const isMine = row.assigneeId === employee.id;
  const isColleagues = row.assigneeId !== null && !isMine;
  if (isColleagues && (!mayTouchColleagues(act, employee) || act.version !== row.version))
    throw caseTaken(row.assigneeName);
  if (act.version !== row.version) throw new Fault('conflict');
  const own = { assigneeId: employee.id, assigneeName: employee.name };
  const closed = { state: 'closed', closedAt: now.toISOString() } as const;
  switch (act.act) {
    case 'assign':
      if (isMine) throw new Fault('conflict');
      return { history: { kind: 'assigned' }, to: own };
    case 'release':
      if (!isMine) throw new Fault('conflict');
      return { history: { kind: 'released' }, to: { assigneeId: null, assigneeName: null } };
    case 'answer':
      return {
        history: { kind: 'answered' },
        to: { ...own, ...(act.close ? closed : { state: 'answered', closedAt: null }) },
      };
    case 'close':
      if (row.state === 'closed') throw new Fault('conflict');
      return { history: { kind: 'closed' }, to: { ...own, ...closed } };
    case 'link':
    case 'refuseLink':
      return { history: { kind: 'assigned' }, to: own };
    case 'settle':
      return act.decision.result === 'moreInformation'
        ? { history: { kind: 'answered' }, to: { ...own, state: 'answered', closedAt: null } }
        : { history: { kind: 'closed' }, to: { ...own, ...closed } };
    case 'decide':
      if (row.state === 'closed') throw new Fault('conflict');
      return { history: { kind: 'closed' }, to: { ...own, ...closed } };
    case 'reopen':
      if (row.state === 'open') throw new Fault('conflict');
      return { history: { kind: 'reopened' }, to: { ...own, state: 'open', closedAt: null } };
    case 'wait':
      if (row.state === 'closed') throw new Fault('conflict');
      return {
        history: { step: 'waiting', text: act.note, waitsFor: act.for, waitsUntil: act.until },
        to: { ...own, state: 'open', ...beginWait(row, act, now) },
      };
    case 'resume':
      if (!waitOf(row, dayOf(now))) throw new Fault('conflict');
      return { history: { step: 'resumed', text: '' }, to: own };
    case 'handOver':
      if (row.state === 'closed' || row.assigneeId === (receiver?.id ?? null)) throw new Fault('conflict');
      return {
        history: { step: 'handedOver', text: act.reason, toName: receiver?.name ?? null },
        to: { assigneeId: receiver?.id ?? null, assigneeName: receiver?.name ?? null },
      };
  }
};

/** Whether work items of a kind are what somebody wrote and wants an answer to: a message or a form. */
export const isInquiry = (kind: CaseKind): boolean =>
  kind === 'inquiry' || kind === 'form' || kind === 'memo';

/** Whether another system answers work items of a kind, instead of staff (rule CORE-10). */
export const isAnsweredByCore = (kind: CaseKind, byCore: readonly SettledKind[]): boolean =>
  isInquiry(kind) && byCore.includes('inquiry');

/** Reason recorded when staff see a customer's data through a work item. */
export const reasonOf = (kind: CaseKind): 'claim' | 'privacy' | 'service' =>
  kind === 'claim' || kind === 'privacy' ? kind : 'service';
