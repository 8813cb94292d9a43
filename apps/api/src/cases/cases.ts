import type { CaseAct, CaseEvent, CaseKind, CaseLine, CaseMessage } from '@hofn/contracts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { textsIn } from '../platform/texts.ts';
import type { CaseAnswerRow, CaseEventRow, CaseRow, CaseSort, CaseStore, Position } from './store.ts';

/** A staff member who works on cases. */
export type Employee = { id: string; name: string };

export type LineRow = Awaited<ReturnType<CaseStore['list']>>[number];

export const cursors = defineCursor<Position | null>(z.tuple([z.string(), z.string()]), null);

/** Where a case stands in an order. */
export const placeOf = ({ row }: LineRow, sort: CaseSort): Position => [
  sort === 'due' ? row.dueAt : row.openedAt,
  row.id,
];

const instant = (text: string): string => new Date(text).toISOString();

/** A case as a line of the queue, for an employee at an instant. */
export const lineOf = (
  { row, form, reference, about, line, sender, unverified }: LineRow,
  { language, employeeId, now }: { language: Language; employeeId: string; now: Date },
): CaseLine => ({
  id: row.id,
  kind: row.kind,
  form: form as FormKind | null,
  reference,
  about: about ?? (line && textsIn(language)(`claimLine|${line}`)),
  sender,
  known: row.customerId !== null && unverified !== true,
  language: row.language,
  openedAt: instant(row.openedAt),
  dueAt: instant(row.dueAt),
  overdue: row.state === 'open' && new Date(row.dueAt) < now,
  state: row.state,
  assignee: row.assigneeName,
  mine: row.assigneeId === employeeId,
  version: row.version,
});

/** An answer as those who work here read it. */
export const messageOf = ({
  id,
  author,
  text,
  writtenAt,
  recipient,
  sentAt,
  failedAt,
}: CaseAnswerRow): CaseMessage => ({
  id,
  fromUs: true,
  author,
  text,
  at: instant(writtenAt),
  delivery:
    recipient === null ? 'portal' : failedAt !== null ? 'failed' : sentAt === null ? 'waiting' : 'sent',
});

export const eventOf = ({ sequence, kind, at, employeeName, note }: CaseEventRow): CaseEvent => ({
  sequence,
  kind,
  at: instant(at),
  by: employeeName,
  note,
});

/** What an act makes of a case; the history has it under `event`. */
type Outcome = {
  event: CaseEvent['kind'];
  to: Partial<Pick<CaseRow, 'state' | 'assigneeId' | 'assigneeName' | 'closedAt'>>;
};

const taken = (name: string | null): Fault =>
  new Fault('caseTaken', {
    fields: [{ path: 'FORM', reason: 'caseTakenBy', params: { name: name ?? '' } }],
  });

/**
 * What an act of an employee makes of a case as it stands. Only `assign` may touch what another has, so that nobody answers
 * beside a colleague.
 * @throws Fault `caseTaken` naming who has it, `conflict` when it was changed since the employee read it, or may not be
 * done to a case in this state
 */
export const outcomeOf = (row: CaseRow, act: CaseAct, employee: Employee, now: Date): Outcome => {
  const mine = row.assigneeId === employee.id;
  const others = row.assigneeId !== null && !mine;
  if (others && (act.act !== 'assign' || act.version !== row.version)) throw taken(row.assigneeName);
  if (act.version !== row.version) throw new Fault('conflict');
  const own = { assigneeId: employee.id, assigneeName: employee.name };
  const closed = { state: 'closed', closedAt: now.toISOString() } as const;
  switch (act.act) {
    case 'assign':
      if (mine) throw new Fault('conflict');
      return { event: 'assigned', to: own };
    case 'release':
      if (!mine) throw new Fault('conflict');
      return { event: 'released', to: { assigneeId: null, assigneeName: null } };
    case 'answer':
      return {
        event: 'answered',
        to: { ...own, ...(act.close ? closed : { state: 'answered', closedAt: null }) },
      };
    case 'close':
      if (row.state === 'closed') throw new Fault('conflict');
      return { event: 'closed', to: { ...own, ...closed } };
    case 'reopen':
      if (row.state === 'open') throw new Fault('conflict');
      return { event: 'reopened', to: { ...own, state: 'open', closedAt: null } };
  }
};

/** Why a customer's data are before a staff member, by what the case is about. */
export const reasonOf = (kind: CaseKind): 'claim' | 'privacy' | 'service' =>
  kind === 'claim' || kind === 'privacy' ? kind : 'service';
