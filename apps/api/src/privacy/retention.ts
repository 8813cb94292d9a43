import type { KeptBecause } from '@hofn/contracts';
import { addMonths } from '@hofn/domain';
import { requestsKeptMonths } from './privacy.ts';

/** Years in which a claim can still be made after a policy or an earlier claim has ended (Act 30/2004, domain notes). */
export const limitationYears = 10;
/** Full years after the accounting year that its records are kept (Act 145/1994 art. 20). */
const accountingYears = 7;
/** Months that customers can read who viewed them. */
const viewsMonths = 24;

/** A claim or policy: the last day that anything in it happened or will; null while it is open or in force. */
export type Held = { id: string; last: string | null };
export type HeldClaim = Held & { policyId: string | null };

/** What of a person the rules ask about; days as `YYYY-MM-DD`, null where there is none. */
export type Holdings = {
  policies: readonly Held[];
  claims: readonly HeldClaim[];
  /** Whether something is owed, or a payment is under way. */
  owes: boolean;
  /** The last day in the accounts. */
  lastBooked: string | null;
  /** Whether an involvement with a company stands. */
  involved: boolean;
  lastView: string | null;
  /** When the request for erasure was made. */
  requestedOn: string;
};

/** Which claims and policies stay, and all that does with why and until when. */
export type Plan = { policies: string[]; claims: string[]; stays: boolean; kept: KeptBecause[] };

const yearsOn = (day: string, years: number): string => addMonths(day, years * 12);
const latest = (days: ReadonlyArray<string | null>): string | null =>
  days.reduce<string | null>(
    (last, day) => (day !== null && (last === null || day > last) ? day : last),
    null,
  );

/** The last day that an entry of the accounts is kept. */
export const accountsUntil = (booked: string): string =>
  `${Number(booked.slice(0, 4)) + accountingYears}-12-31`;

/** The first day whose entries are still kept. */
export const accountsFrom = (today: string): string => `${Number(today.slice(0, 4)) - accountingYears}-01-01`;

/**
 * What the law says to keep of a person on a day, each with its reason and last day (rule DATA-3b). A policy stays as
 * long as any claim in it. Whether they are still a customer, and so can be reached and sign in, follows from whether a
 * contract, claim or debt is open.
 */
export const planOf = (held: Holdings, today: string): Plan => {
  const claims = held.claims.map((claim) => ({
    ...claim,
    until: claim.last === null ? null : yearsOn(claim.last, limitationYears),
  }));
  const policies = held.policies.map(({ id, last }) => {
    const inIt = claims.filter(({ policyId }) => policyId === id);
    const isOpen = last === null || inIt.some(({ until }) => until === null);
    const own = last === null ? null : yearsOn(last, limitationYears);
    return { id, last, until: isOpen ? null : latest([own, ...inIt.map(({ until }) => until)]) };
  });
  const stands = ({ until }: { until: string | null }) => until === null || until >= today;
  const keptClaims = claims.filter(stands);
  const keptPolicies = policies.filter(stands);

  const inForce = policies.some(({ last }) => last === null);
  const open = claims.some(({ last }) => last === null) || held.owes;
  const stays = inForce || open;
  const kept: KeptBecause[] = [];
  const keep = (what: KeptBecause['what'], why: KeptBecause['why'], until: string | null) => {
    if (until === null || until >= today) kept.push({ what, why, until });
  };
  if (inForce) keep('policies', 'contract', null);
  const over = keptPolicies.filter(({ last }) => last !== null);
  if (over.length > 0)
    keep(
      'policies',
      'limitation',
      over.some(({ until }) => until === null) ? null : latest(over.map(({ until }) => until)),
    );
  if (claims.some(({ last }) => last === null)) keep('claims', 'open', null);
  const settled = keptClaims.filter(({ last }) => last !== null);
  if (settled.length > 0) keep('claims', 'limitation', latest(settled.map(({ until }) => until)));
  if (held.owes) keep('accounts', 'open', null);
  if (held.lastBooked !== null) keep('accounts', 'accounting', accountsUntil(held.lastBooked));
  if (stays) {
    const why = inForce ? 'contract' : 'open';
    keep('details', why, null);
    keep('signIn', why, null);
  }
  if (held.involved) keep('companies', 'contract', null);
  if (held.lastView !== null) keep('views', 'accountability', addMonths(held.lastView, viewsMonths));
  // A name stays as long as anything that must be known to be somebody's, and for the reason of that.
  const answered = addMonths(held.requestedOn, requestsKeptMonths);
  const longest =
    kept.find(({ until }) => until === null) ??
    kept.toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? 1 : -1))[0];
  if (longest && (longest.until === null || longest.until > answered))
    keep('identity', longest.why, longest.until);
  else keep('identity', 'accountability', answered);
  return {
    policies: keptPolicies.map(({ id }) => id),
    claims: keptClaims.map(({ id }) => id),
    stays,
    kept,
  };
};
