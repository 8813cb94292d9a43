import type { ClaimAct, ClaimStanding, ClaimStatus, CoreClaimActKind, Facts } from '@hofn/contracts';
import productData from '@hofn/database/seed/data/products.json' with { type: 'json' };
import { addMonths } from '@hofn/domain';
import {
  isStanding,
  type Limits,
  type PayoutState,
  sumOf,
  wholePolicy,
} from '@hofn/insurance/claim-amounts.ts';
import { allows, type ClaimAct as LifeAct } from '@hofn/insurance/claim-life.ts';
import type { Book, BookRecord } from '../book.ts';
import { paidOf } from '../bookkeeping/claim-ledger.ts';
import { type JudgedBy, judgedBy, paysNothing } from '../bookkeeping/claim-policy.ts';
import { type ByRules, coversNamed, type RuledClaim, ruledClaim, withOnlyPolicy } from './ruled.ts';

type Claim = Facts<'claims'>;
type Titles = { is: string; en: string };

/** What the core knows, besides an act itself, that decides what becomes of it. A receipt keeps it. */
export type ClaimKnown = {
  /** The core's day. */
  day: string;
  status: ClaimStatus | null;
  /** Null for a claim that the core does not have. */
  standing: ClaimStanding | null;
  /** What cannot happen to the claim as it is, whatever the amounts are. */
  impossible: CoreClaimActKind[];
  /** Ids of the claim's payments. */
  payments: string[];
  limits: Limits;
  /** Names of the covers by id, for those that the policy does not have too. */
  titles: Record<string, Titles>;
  /** Key of the policy that the act names; null for an act that names none, or one that the customer does not have. */
  policyKey: string | null;
  /** Of `claim.settle`, what the rules say and read; otherwise left out. */
  byRules?: ByRules;
  ruled?: RuledClaim;
  /** Whether anything can be paid for a loss on its day; nothing can without a policy. */
  isPayable: boolean;
};

/** Payments of a claim that the core orders from the bank, by id. */
export type Payouts = ReadonlySet<string>;

const products = new Map(productData.map((product) => [product.id, product]));

/** The name of a cover; its id where nobody has named it. */
const titleOf = (product: string, id: string): Titles => {
  const named = products.get(product);
  const found = id === wholePolicy ? named : named?.covers.find((cover) => cover.id === id);
  return { is: found?.nameIs ?? id, en: found?.nameEn ?? id };
};

/** The covers of a policy; one for the whole policy where it has none. */
const coversOf = ({ covers, sumInsured, deductible }: Facts<'policies'>) =>
  covers.length > 0 ? covers : [{ id: wholePolicy, sumInsured, deductible }];

/** Statuses in which what a claim is compensated for has been decided. */
const isDecided: ReadonlySet<ClaimStatus> = new Set(['approved', 'partlyApproved', 'settled', 'closed']);

/** What a claim pays by the decision that stands, also one from before decisions were made by cover. */
const decidedOf = ({ status, covers, compensation }: Claim): number => {
  if (covers) return sumOf(covers.map(({ payable }) => payable));
  return isDecided.has(status) ? (compensation ?? 0) : 0;
};

/** What a claim uses of the sums insured, by cover. What was decided or paid without covers is of the whole policy. */
const usedOf = (claim: Claim): Array<{ id: string; payable: number }> => {
  if (claim.status === 'withdrawn') return [];
  if (claim.covers) return claim.covers;
  return [{ id: wholePolicy, payable: Math.max(decidedOf(claim), paidOf(claim)) }];
};

/** The first day of the period of a loss. Before the oldest that is known, periods are years. */
const periodOf = ({ validFrom }: Facts<'policies'>, dateOfLoss: string): string => {
  let start = validFrom;
  while (start > dateOfLoss) start = addMonths(start, -12);
  return start;
};

/** What other claims of the same period use of the sums insured, by cover. */
const usedBy = (
  book: Book,
  { key, facts }: BookRecord<'claims'>,
  { policy }: JudgedBy,
): Map<string, number> => {
  const period = periodOf(policy, facts.dateOfLoss);
  const used = new Map<string, number>();
  for (const other of book.of('claims', facts.customer)) {
    if (other.key === key || other.facts.policy !== facts.policy) continue;
    const judged = judgedBy(book, other.facts);
    if (!judged || periodOf(judged.policy, other.facts.dateOfLoss) !== period) continue;
    for (const { id, payable } of usedOf(other.facts)) used.set(id, (used.get(id) ?? 0) + payable);
  }
  return used;
};

/** What is left of the sums insured. */
const limitsOf = (policy: Facts<'policies'>, used: ReadonlyMap<string, number>): Limits => {
  const left = (sum: number, taken: number) => Math.max(0, sum - taken);
  const own = policy.covers.filter(({ sumInsured }) => sumInsured !== null).map(({ id }) => id);
  const shared = sumOf([...used].filter(([id]) => !own.includes(id)).map(([, amount]) => amount));
  return {
    covers: coversOf(policy).map(({ id, sumInsured }) => ({
      id,
      left: own.includes(id) ? left(sumInsured ?? 0, used.get(id) ?? 0) : null,
    })),
    shared: policy.sumInsured === null ? null : left(policy.sumInsured, shared),
  };
};

const lifeActs: Readonly<Record<CoreClaimActKind, readonly LifeAct[]>> = {
  'claim.settle': ['take'],
  // Possible while papers can be asked for: before a decision.
  'claim.policy': ['ask'],
  'claim.ask': ['ask'],
  'claim.reserve': ['reserve'],
  'claim.decide': ['approve', 'approvePartly', 'reject'],
  // What can be settled is what is to be paid.
  'claim.pay': ['settle'],
  'claim.close': ['close'],
  'claim.reopen': ['reopen'],
};

/** What needs to be certain whose claim it is. */
const needsOwner: ReadonlySet<CoreClaimActKind> = new Set([
  'claim.settle',
  'claim.policy',
  'claim.ask',
  'claim.decide',
  'claim.pay',
]);

const isPossible = (kind: CoreClaimActKind, claim: Claim, payouts: Payouts): boolean => {
  const { status, unverified, payments } = claim;
  if (!lifeActs[kind].every((act) => allows(status, act))) return false;
  if (unverified && needsOwner.has(kind)) return false;
  // What was ordered is of the sums insured of the policy that it was decided by.
  if (kind === 'claim.policy' && orderedOf(claim, payouts) > 0) return false;
  // The bank may still be asked, or is.
  const isMoving = payments.some(
    ({ id, state }) => state === 'ordered' || (state === 'approved' && payouts.has(id)),
  );
  return !(kind === 'claim.close' && isMoving);
};

/** Payments that were promised before employees worked on claims, and that nobody orders: a decision or payment replaces them. */
export const isPromised = (
  { id, state }: Pick<Claim['payments'][number], 'id' | 'state'>,
  payouts: Payouts,
): boolean => state === 'awaitingDocuments' || (state === 'approved' && !payouts.has(id));

const orderedOf = ({ payments }: Claim, payouts: Payouts): number =>
  sumOf(
    payments
      .filter((payment) => !isPromised(payment, payouts) && isStanding(payment.state as PayoutState))
      .map(({ amount }) => amount),
  );

const kinds = Object.keys(lifeActs) as CoreClaimActKind[];

const policyOf = (judged: JudgedBy | undefined): ClaimStanding['policy'] => {
  if (!judged) return null;
  const { number, product, validFrom, validTo } = judged.policy;
  return { number, product, validFrom, validTo };
};

const standingCovers = (judged: JudgedBy | undefined, limits: Limits, used: ReadonlyMap<string, number>) =>
  !judged
    ? []
    : coversOf(judged.policy).map(({ id, sumInsured, deductible }, index) => ({
        ...{ id, title: titleOf(judged.policy.product, id), used: used.get(id) ?? 0 },
        // A cover without a sum of its own has a part in that of the policy.
        sumInsured: sumInsured ?? judged.policy.sumInsured,
        deductible: deductible ?? judged.policy.deductible,
        left: sumInsured === null ? limits.shared : (limits.covers[index]?.left ?? null),
      }));

/** Key of the policy that an act names by its number. */
const policyNamed = (book: Book, { customer }: Claim, act: ClaimAct): string | null =>
  act.kind !== 'claim.policy'
    ? null
    : (book.of('policies', customer).find(({ facts }) => facts.number === act.policy)?.key ?? null);

const none: Limits = { covers: [], shared: null };

/** What is known of a claim that the core does not have. */
export const knownOfNone = (day: string): ClaimKnown => ({
  ...{ day, status: null, standing: null, impossible: [], payments: [] },
  ...{ limits: none, titles: {}, policyKey: null, isPayable: false },
});

/**
 * What the core knows of a claim on the book's day.
 * @param number the number of the claim
 * @param payouts gives the claim's payments that the core orders from the bank, by the claim's key
 * @param act what is done with it, which may name covers and a policy
 * @param byRules of `claim.settle`, what the rules of the day say
 */
export const knownOf = (
  book: Book,
  number: string,
  {
    payouts,
    act,
    byRules,
  }: { payouts: (claim: string) => Payouts; act: ClaimAct; byRules?: ByRules | undefined },
): { known: ClaimKnown; record: BookRecord<'claims'> | undefined } => {
  const day = book.state.today;
  const found = book.all('claims').find(({ facts }) => facts.number === number);
  if (!found) return { known: knownOfNone(day), record: found };
  const claim =
    act.kind === 'claim.settle' && byRules ? withOnlyPolicy(book, found.facts, act, byRules) : found.facts;
  const record = { ...found, facts: claim };
  const judged = judgedBy(book, claim);
  const used = judged ? usedBy(book, record, judged) : new Map<string, number>();
  const limits = judged ? limitsOf(judged.policy, used) : none;
  const out = payouts(record.key);
  const isPayable = judged !== undefined && !paysNothing(judged);
  const decided = decidedOf(claim);
  const ordered = orderedOf(claim, out);
  const possible = kinds.filter((kind) => isPossible(kind, claim, out));
  const standing: ClaimStanding = {
    ...{ version: record.version, coverage: judged?.coverage ?? null, policy: policyOf(judged) },
    ...{ covers: standingCovers(judged, limits, used), reserve: claim.reserve ?? null },
    ...{ decided, ordered, paid: paidOf(claim) },
    // Nobody does what rules do.
    acts: possible.filter(
      (kind) => kind !== 'claim.settle' && (kind !== 'claim.pay' || (isPayable && decided > ordered)),
    ),
  };
  const named = act.kind === 'claim.decide' ? act.covers.map(({ id }) => id) : [];
  const titles = [...named, ...(byRules ? coversNamed(byRules) : [])].map(
    (id) => [id, titleOf(judged?.policy.product ?? '', id)] as const,
  );
  return {
    record,
    known: {
      ...{ day, status: claim.status, standing, limits, isPayable, titles: Object.fromEntries(titles) },
      policyKey:
        act.kind === 'claim.settle' ? (claim.policy as string | null) : policyNamed(book, claim, act),
      ...(byRules && { byRules, ruled: ruledClaim(book, record, byRules) }),
      impossible: kinds.filter((kind) => !possible.includes(kind)),
      payments: claim.payments.map(({ id }) => id),
    },
  };
};
