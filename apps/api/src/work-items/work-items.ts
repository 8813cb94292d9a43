import type { CaseAct, CaseEvent, CaseKind, CaseLine, CaseMessage, SettledKind } from '@hofn/contracts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { kindOf, type WorkItemRow } from '../platform/work-items.ts';
import type { WorkItemAnswerRow } from './answer-store.ts';
import type { Position } from './lines-query.ts';
import type { QueueStore, WorkItemSort } from './queue-store.ts';
import type { WorkItemEventRow } from './store.ts';

/** A staff member who works on the queue. */
export type Employee = { id: string; name: string };

export type LineRow = Awaited<ReturnType<QueueStore['list']>>[number];

export const cursors = defineCursor<Position | null>(
  z.tuple([positionParts.instant, positionParts.id]),
  null,
);

/** Position of a work item in a sort order. */
export const placeOf = ({ row }: LineRow, sort: WorkItemSort): Position => [
  sort === 'due' ? row.dueAt : row.openedAt,
  row.id,
];

/** A work item as a line of the queue, for the employee who reads it. */
export const lineOf = (
  { row, form, request, feedback, reference, about, line, sender, unverified }: LineRow,
  { language, employeeId, now }: { language: Language; employeeId: string; now: Date },
): CaseLine => ({
  id: row.id,
  kind: kindOf(row),
  form: form as FormKind | null,
  request,
  feedback,
  reference,
  about: about ?? (line && textsIn(language)(`claimLine|${line}`)),
  sender,
  known: row.customerId !== null && unverified !== true,
  language: row.language,
  openedAt: isoInstant(row.openedAt),
  dueAt: isoInstant(row.dueAt),
  overdue: row.state === 'open' && new Date(row.dueAt) < now,
  state: row.state,
  assignee: row.assigneeName,
  mine: row.assigneeId === employeeId,
  version: row.version,
});

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

export const eventOf = ({ sequence, kind, at, employeeName, note }: WorkItemEventRow): CaseEvent => ({
  sequence,
  kind,
  at: isoInstant(at),
  by: employeeName,
  note,
});

/** Result of an act: the changes, and the event for the history. */
type Outcome = {
  event: CaseEvent['kind'];
  to: Partial<Pick<WorkItemRow, 'state' | 'assigneeId' | 'assigneeName' | 'closedAt'>>;
};

const caseTaken = (name: string | null): Fault =>
  new Fault('caseTaken', {
    fields: [{ path: 'FORM', reason: 'caseTakenBy', params: { name: name ?? '' } }],
  });

/**
 * Applies an employee's act to a work item. Only `assign` may change a colleague's item, so that no two people answer it.
 * @throws Fault `caseTaken` naming the assignee, `conflict` when it has changed since the employee read it, or its state does
 * not allow the act
 */
export const outcomeOf = (row: WorkItemRow, act: CaseAct, employee: Employee, now: Date): Outcome => {
  const isMine = row.assigneeId === employee.id;
  const isColleagues = row.assigneeId !== null && !isMine;
  if (isColleagues && (act.act !== 'assign' || act.version !== row.version))
    throw caseTaken(row.assigneeName);
  if (act.version !== row.version) throw new Fault('conflict');
  const own = { assigneeId: employee.id, assigneeName: employee.name };
  const closed = { state: 'closed', closedAt: now.toISOString() } as const;
  switch (act.act) {
    case 'assign':
      if (isMine) throw new Fault('conflict');
      return { event: 'assigned', to: own };
    case 'release':
      if (!isMine) throw new Fault('conflict');
      return { event: 'released', to: { assigneeId: null, assigneeName: null } };
    case 'answer':
      return {
        event: 'answered',
        to: { ...own, ...(act.close ? closed : { state: 'answered', closedAt: null }) },
      };
    case 'close':
      if (row.state === 'closed') throw new Fault('conflict');
      return { event: 'closed', to: { ...own, ...closed } };
    case 'link':
    case 'refuseLink':
      return { event: 'assigned', to: own };
    case 'settle':
      return act.decision.result === 'moreInformation'
        ? { event: 'answered', to: { ...own, state: 'answered', closedAt: null } }
        : { event: 'closed', to: { ...own, ...closed } };
    case 'reopen':
      if (row.state === 'open') throw new Fault('conflict');
      return { event: 'reopened', to: { ...own, state: 'open', closedAt: null } };
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
