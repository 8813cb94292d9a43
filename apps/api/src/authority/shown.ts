import { type Approval, claimLine, lapseReason } from '@hofn/contracts';
import { cases, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, inArray } from 'drizzle-orm';
import type { ApprovableAct, ApprovableActs, ApprovalRow } from '../platform/approvals.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { isoInstant } from '../platform/instant.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen } from '../work-items/may-open.ts';
import { decidersOf } from './authority-of.ts';
import { hasAuthorityFor } from './decide.ts';

/** Who reads proposals, when, and in which language. */
export type Reader = { employee: StaffMember; language: Language; now: Date };

/** Those of the work items that the employee may open. */
export const openable = async (
  db: Db,
  caseIds: readonly string[],
  { employee, language }: Pick<Reader, 'employee' | 'language'>,
): Promise<Set<string>> => {
  if (caseIds.length === 0) return new Set();
  const isAsked = inArray(cases.id, [...new Set(caseIds)]);
  const lines = await workItemLines(db, language).where(and(isAsked, mayOpen(employee)));
  return new Set(lines.map(({ row }) => row.id));
};

const flagsOf = async (
  db: Db,
  row: ApprovalRow,
  mayOpenCase: boolean,
  { employee, language, now }: Reader,
): Promise<Pick<Approval, 'own' | 'mayDecide' | 'nobodyMayDecide'>> => {
  const own = row.proposedBy === employee.id;
  const isWaiting = row.state === 'waiting';
  const isTold = own || employee.roles.includes('supervisor');
  return {
    own,
    mayDecide: isWaiting && !own && mayOpenCase && (await hasAuthorityFor(db, row, employee, now)),
    nobodyMayDecide: isWaiting && isTold && (await decidersOf(db, row, { now, language })).length === 0,
  };
};

/**
 * A proposal as an employee reads it.
 * @param how.inFull with what it says, for a read that is recorded
 * @param how.mayOpenCase if false, case and title are left out
 */
export const approvalOf = async (
  db: Db,
  act: ApprovableAct,
  row: ApprovalRow,
  reader: Reader,
  how: { inFull: boolean; mayOpenCase: boolean },
): Promise<Approval> => {
  const { decidedAt } = row;
  const described = how.mayOpenCase ? await act.describe(db, row, reader.language) : undefined;
  return {
    id: row.id,
    act: act.act,
    // A line that only a later release knows is none here.
    line: claimLine.nullable().catch(null).parse(row.line),
    amount: row.amount,
    case: how.mayOpenCase ? row.caseId : null,
    title: described?.title ?? null,
    lines: how.inFull ? (described?.lines ?? []) : [],
    state: row.state,
    proposed: {
      by: row.proposedByName,
      at: isoInstant(row.proposedAt),
      note: how.mayOpenCase ? row.proposedNote : '',
    },
    decided:
      decidedAt === null
        ? null
        : { by: row.decidedByName, at: isoInstant(decidedAt), note: how.mayOpenCase ? row.note : null },
    lapsedBecause: lapseReason.nullable().catch('changed').parse(row.lapsedBecause),
    ...(await flagsOf(db, row, how.mayOpenCase, reader)),
  };
};

/**
 * The proposals about a work item in full, the newest first, for the answer to a call that shows the case and records it.
 * @param rows of `approvalsOfCase`
 */
export const shownWithCase = async (
  db: Db,
  acts: ApprovableActs,
  rows: readonly ApprovalRow[],
  reader: Reader,
): Promise<Approval[]> => {
  const shown: Approval[] = [];
  for (const row of rows) {
    const act = acts[row.act];
    if (act) shown.push(await approvalOf(db, act, row, reader, { inFull: true, mayOpenCase: true }));
  }
  return shown;
};
