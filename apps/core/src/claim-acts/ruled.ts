import { createHash } from 'node:crypto';
import type { ClaimAct, Facts } from '@hofn/contracts';
import { addMonths } from '@hofn/domain';
import { type ClaimRules, claimRuleFor, type KnownOfClaim } from '@hofn/domain/claim-rules.ts';
import { wholePolicy } from '@hofn/insurance/claim-amounts.ts';
import type { Book, BookRecord } from '../book.ts';
import { judgedBy } from '../bookkeeping/claim-policy.ts';

type Claim = Facts<'claims'>;
/** The act by which rules are asked. */
export type Settle = Extract<ClaimAct, { kind: 'claim.settle' }>;

/** What the rules of a day say of small claims, and what they have paid on it. A receipt keeps it. */
export type ByRules = {
  /** Edition of the rules; null when none applies. */
  edition: string | null;
  rules: ClaimRules | null;
  /** Whether somebody has switched that everything is referred to people. */
  refersEverything: boolean;
  /** ISK paid by rules on the day. */
  paidToday: number;
};

/** What the rules read of a claim besides its report. */
export type RuledClaim = KnownOfClaim & { line: Claim['line'] };

/** From 0 up to 100, by the claim and the edition: nobody can choose it, and a receipt repeats it. */
const drawOf = (number: string, edition: string | null): number =>
  createHash('sha256').update(`${edition} ${number}`).digest().readUInt32BE(0) % 100;

const isWithinYearBefore = (dateOfLoss: string, other: string): boolean =>
  other <= dateOfLoss && other > addMonths(dateOfLoss, -12);

/**
 * The claim with the policy that its rule is about, where it was filed without any and the customer has only one that covered on the
 * day of loss.
 */
export const withOnlyPolicy = (book: Book, claim: Claim, act: Settle, { rules }: ByRules): Claim => {
  if (claim.policy !== null || !rules) return claim;
  const rule = claimRuleFor({ ...act, line: claim.line }, null, rules);
  const found = book.of('policies', claim.customer).filter(({ key, facts }) => {
    const judged = judgedBy(book, { policy: key, dateOfLoss: claim.dateOfLoss });
    return facts.product === rule?.product && judged?.coverage === 'covered';
  });
  const [only] = found;
  return only && found.length === 1 ? { ...claim, policy: only.key } : claim;
};

/** The covers that rules pay by. */
export const coversNamed = ({ rules }: ByRules): string[] => [
  ...(rules?.rules.map(({ cover }) => cover) ?? []),
  wholePolicy,
];

/** What the rules read of a claim. */
export const ruledClaim = (
  book: Book,
  { key, facts }: BookRecord<'claims'>,
  { edition, paidToday }: ByRules,
): RuledClaim => {
  const judged = judgedBy(book, facts);
  const earlier = book
    .of('claims', facts.customer)
    .filter((other) => other.key !== key && other.facts.status !== 'withdrawn')
    .filter((other) => isWithinYearBefore(facts.dateOfLoss, other.facts.dateOfLoss));
  return {
    ...{ line: facts.line, dateOfLoss: facts.dateOfLoss, paidToday },
    reportedOn: facts.reportedAt?.slice(0, 10) ?? book.state.today,
    product: judged?.coverage === 'covered' ? judged.policy.product : null,
    ...{ earlierClaims: earlier.length, draw: drawOf(facts.number, edition) },
  };
};
