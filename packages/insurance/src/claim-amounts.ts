/** What is assessed of one cover, in whole ISK and never negative. */
export type CoverAssessed = {
  id: string;
  /** What the customer asks for; null where they have named no amount. */
  claimed: number | null;
  loss: number;
  depreciation: number;
  /** Share of the loss that is left to the customer. */
  ownShare: number;
  deductible: number;
};

/** What a cover pays at most. */
export type CoverLimit = {
  id: string;
  /** What is left of the cover's own sum insured; null for one that states none. */
  left: number | null;
};

/** What covers pay at most: each its own sum, and those without one together what is left of the policy's. */
export type Limits = {
  covers: readonly CoverLimit[];
  /** Left of the sum of the policy, for all covers without one of their own; null without a limit. */
  shared: number | null;
};

/** Names a policy without covers, as if it were its only one. */
export const wholePolicy = 'policy';

/** A figure of a line that cannot be: more comes off than the loss was. */
export type AmountFault = { index: number; field: 'depreciation' | 'ownShare' };

/**
 * Figures that cannot be. A deductible may be larger than the loss: nothing is then paid.
 * @returns the first fault of each line, by its place
 */
export const amountFaults = (assessed: readonly CoverAssessed[]): AmountFault[] =>
  assessed.flatMap(({ loss, depreciation, ownShare }, index): AmountFault[] => {
    if (depreciation > loss) return [{ index, field: 'depreciation' }];
    return ownShare > loss - depreciation ? [{ index, field: 'ownShare' }] : [];
  });

/** What a line comes to before any limit: the loss less depreciation, share and deductible, never less than nothing. */
export const netOf = ({ loss, depreciation, ownShare, deductible }: CoverAssessed): number =>
  Math.max(0, loss - depreciation - ownShare - deductible);

const limited = (amount: number, left: number | null): number =>
  left === null ? amount : Math.min(amount, Math.max(0, left));

/** A decision by cover, in whole ISK. */
export type Decided<Assessed extends CoverAssessed> = {
  covers: Array<Assessed & { payable: number }>;
  total: number;
  /** Covers that would pay, and that the policy does not have. */
  unknown: string[];
};

/**
 * What is paid for each cover: what it comes to, at most what is left of its sum insured. Covers without a sum of their own share
 * the policy's, in the order of the lines, so that together they never exceed it (rule DESK-8). A cover that the policy does not
 * have pays nothing.
 */
export const decideCovers = <Assessed extends CoverAssessed>(
  assessed: readonly Assessed[],
  limits: Limits,
): Decided<Assessed> => {
  const byId = new Map(limits.covers.map((limit) => [limit.id, limit]));
  const unknown: string[] = [];
  let { shared } = limits;
  const covers = assessed.map((line) => {
    const limit = byId.get(line.id);
    if (!limit) {
      if (netOf(line) > 0) unknown.push(line.id);
      return { ...line, payable: 0 };
    }
    if (limit.left !== null) return { ...line, payable: limited(netOf(line), limit.left) };
    const payable = limited(netOf(line), shared);
    if (shared !== null) shared -= payable;
    return { ...line, payable };
  });
  return { covers, total: sumOf(covers.map(({ payable }) => payable)), unknown };
};

/** A sum of whole ISK. */
export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * What a decision makes of a claim. It is refused when nothing is payable, and approved in part when a line pays less than was
 * claimed for it (the loss, where nothing was claimed) less its deductible: the customer has agreed to a deductible, and to nothing
 * else that comes off.
 */
export const decisionOf = (
  covers: ReadonlyArray<CoverAssessed & { payable: number }>,
): 'approve' | 'approvePartly' | 'reject' => {
  if (covers.every(({ payable }) => payable === 0)) return 'reject';
  const isLess = covers.some(
    ({ claimed, loss, deductible, payable }) => payable < Math.max(0, (claimed ?? loss) - deductible),
  );
  return isLess ? 'approvePartly' : 'approve';
};

/** What a payment of a claim is, and what the bank says of it. */
export type PayoutState = 'approved' | 'ordered' | 'paid' | 'failed' | 'returned';

/**
 * What a payment can become (rule DESK-9). A failed one is never ordered again: another takes its place, under another id. The bank
 * may tell of the return of a payment before it has told that it was made.
 */
export const payoutTransitions: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  approved: ['ordered'],
  ordered: ['paid', 'failed', 'returned'],
  paid: ['returned'],
  failed: [],
  returned: [],
};

/** Whether a payment can become that. */
export const canBecome = (state: PayoutState, next: PayoutState): boolean =>
  payoutTransitions[state].includes(next);

/** Whether money is still meant to leave, or has left, by a payment in a state. */
export const isStanding = (state: PayoutState): boolean => state !== 'failed' && state !== 'returned';

/** What of a reserve is still to come, in whole ISK: what a claim is expected to cost altogether, less what it has cost. */
export const outstandingOf = ({ reserve, paid }: { reserve: number | null; paid: number }): number =>
  Math.max(0, (reserve ?? 0) - paid);
