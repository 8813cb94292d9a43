import type { Retention } from '@hofn/contracts';
import { addMonths } from '@hofn/domain';
import { requestRetentionMonths } from './privacy.ts';

/** Years in which a claim can still be made after a policy or an earlier claim has ended (Act 30/2004, domain notes). */
export const limitationYears = 10;
/** Full years after the accounting year that its records are kept (Act 145/1994 art. 20). */
const accountingYears = 7;
/** Months for which customers can see who viewed their data. */
const viewsMonths = 24;

/** A claim or policy with the last day on which anything in it happened or will happen; null while open or in force. */
export type RetainedItem = { id: string; last: string | null };
export type RetainedClaim = RetainedItem & { policyId: string | null };

/** The facts that the retention rules need; days as `YYYY-MM-DD`, null where there is none. */
export type RetentionFacts = {
  policies: readonly RetainedItem[];
  claims: readonly RetainedClaim[];
  /** Whether something is owed, or a payment is under way. */
  owes: boolean;
  /** The last day in the accounts. */
  lastBooked: string | null;
  /** Whether the person is currently involved with a company. */
  involved: boolean;
  lastView: string | null;
  /** Day of the request for erasure. */
  requestedOn: string;
};

/** Claims and policies that are retained, and everything retained with its reason and last day. */
export type Plan = { policies: string[]; claims: string[]; isCustomer: boolean; kept: Retention[] };

const yearsOn = (day: string, years: number): string => addMonths(day, years * 12);
const latest = (days: ReadonlyArray<string | null>): string | null =>
  days.reduce<string | null>(
    (last, day) => (day !== null && (last === null || day > last) ? day : last),
    null,
  );

/** The last day that a ledger entry is retained. */
export const accountsUntil = (booked: string): string =>
  `${Number(booked.slice(0, 4)) + accountingYears}-12-31`;

/** The first day whose ledger entries are still retained. */
export const accountsFrom = (today: string): string => `${Number(today.slice(0, 4)) - accountingYears}-01-01`;

/**
 * What the law requires us to retain about a person on a day, each with its reason and last day (rule DATA-3b). A policy is
 * retained as long as any claim in it. The person stays a customer, who can be reached and sign in, while a contract,
 * claim or debt is open.
 */
export const planOf = (facts: RetentionFacts, today: string): Plan => {
  const claims = facts.claims.map((claim) => ({
    ...claim,
    until: claim.last === null ? null : yearsOn(claim.last, limitationYears),
  }));
  const policies = facts.policies.map(({ id, last }) => {
    const ofPolicy = claims.filter(({ policyId }) => policyId === id);
    const isOpen = last === null || ofPolicy.some(({ until }) => until === null);
    const own = last === null ? null : yearsOn(last, limitationYears);
    return { id, last, until: isOpen ? null : latest([own, ...ofPolicy.map(({ until }) => until)]) };
  });
  const isRetained = ({ until }: { until: string | null }) => until === null || until >= today;
  const keptClaims = claims.filter(isRetained);
  const keptPolicies = policies.filter(isRetained);

  const inForce = policies.some(({ last }) => last === null);
  const open = claims.some(({ last }) => last === null) || facts.owes;
  const isCustomer = inForce || open;
  const kept: Retention[] = [];
  const keep = (what: Retention['what'], why: Retention['why'], until: string | null) => {
    if (until === null || until >= today) kept.push({ what, why, until });
  };
  if (inForce) keep('policies', 'contract', null);
  const ended = keptPolicies.filter(({ last }) => last !== null);
  if (ended.length > 0)
    keep(
      'policies',
      'limitation',
      ended.some(({ until }) => until === null) ? null : latest(ended.map(({ until }) => until)),
    );
  if (claims.some(({ last }) => last === null)) keep('claims', 'open', null);
  const settled = keptClaims.filter(({ last }) => last !== null);
  if (settled.length > 0) keep('claims', 'limitation', latest(settled.map(({ until }) => until)));
  if (facts.owes) keep('accounts', 'open', null);
  if (facts.lastBooked !== null) keep('accounts', 'accounting', accountsUntil(facts.lastBooked));
  if (isCustomer) {
    const why = inForce ? 'contract' : 'open';
    keep('details', why, null);
    keep('signIn', why, null);
  }
  if (facts.involved) keep('companies', 'contract', null);
  if (facts.lastView !== null) keep('views', 'accountability', addMonths(facts.lastView, viewsMonths));
  // The name is retained as long as anything that must be attributable to a person, and for the same reason.
  const answered = addMonths(facts.requestedOn, requestRetentionMonths);
  const longest =
    kept.find(({ until }) => until === null) ??
    kept.toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? 1 : -1))[0];
  if (longest && (longest.until === null || longest.until > answered))
    keep('identity', longest.why, longest.until);
  else keep('identity', 'accountability', answered);
  return {
    policies: keptPolicies.map(({ id }) => id),
    claims: keptClaims.map(({ id }) => id),
    isCustomer,
    kept,
  };
};
