import type { ClaimLine } from './claim-form.ts';
import { appliesOn, type GivenRole, type StaffRole } from './staff-roles.ts';

/** Acts on claims that need authority: setting a reserve, deciding, and paying. */
export const claimAuthorityActs = ['claim.reserve', 'claim.decide', 'claim.pay'] as const;
export type ClaimAuthorityAct = (typeof claimAuthorityActs)[number];

/** What needs authority up to an amount (rule ROLE-3): acts on claims, and refunds of card payments. */
export const authorityActs = [...claimAuthorityActs, 'payment.refund'] as const;
export type AuthorityAct = (typeof authorityActs)[number];

const handlers = ['claims', 'injuries', 'supervisor'] as const satisfies readonly StaffRole[];

/** The roles of those who may be given authority for each act, and without one of which it does not count. */
export const rolesOfAct: Readonly<Record<AuthorityAct, readonly StaffRole[]>> = {
  'claim.reserve': handlers,
  'claim.decide': handlers,
  'claim.pay': [...handlers, 'finance'],
  'payment.refund': ['finance'],
};

/** The largest amount that authority is given for, in whole ISK. */
export const largestAuthority = 10_000_000_000;

/** Longest note with the decision on a proposal, in characters. */
export const approvalNoteLimit = 1000;

/** Authority that has been confirmed and not ended. Days are `YYYY-MM-DD`; the last one is included. */
export type GivenAuthority = {
  act: string;
  /** Line of insurance; null for all, and for claims without a line. */
  line: string | null;
  /** Whole ISK. */
  upTo: number;
  from: string;
  /** Null: until it is ended. */
  to: string | null;
};

/**
 * Whether one of an employee’s roles lets them do an act in a line of insurance at all.
 * @param roles those of the day
 * @param line null for a claim without a line, for which a role limited to some lines does not count
 */
export const mayHoldAct = (
  roles: readonly Pick<GivenRole, 'role' | 'lines'>[],
  act: AuthorityAct,
  line: string | null,
): boolean =>
  roles.some(
    ({ role, lines }) =>
      // A later release may have given authority for an act that this one does not know.
      (rolesOfAct[act] ?? []).includes(role) &&
      (lines === null || (line !== null && lines.includes(line as ClaimLine))),
  );

/**
 * The amount up to which an employee may do an act on a day (rule ROLE-3): the largest that applies to the line.
 * @returns whole ISK; null without any, when nobody may
 */
export const amountOf = (
  given: readonly GivenAuthority[],
  { act, line, day }: { act: AuthorityAct; line: string | null; day: string },
): number | null => {
  const amounts = given
    .filter((one) => one.act === act && (one.line === null || one.line === line) && appliesOn(one, day))
    .map(({ upTo }) => upTo);
  return amounts.length === 0 ? null : Math.max(...amounts);
};
