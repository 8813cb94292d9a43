/**
 * Accounts of the ledger. `receivable` is what customers owe: what a customer reads as their account. `claimsReserve` is what claims
 * are still expected to cost, and `reserveChange` the cost of that before anything is paid, so the two always add up to zero.
 */
export const ledgerAccounts = [
  ...(['receivable', 'cash', 'refundPayable', 'premium', 'fees', 'interest', 'claimsPaid'] as const),
  ...(['claimsReserve', 'reserveChange'] as const),
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** An amount on one account, in whole ISK and never zero: debits are positive, credits negative. */
export type Posting = { account: LedgerAccount; amount: number };

/** Postings of one event, which add up to zero. A group is never changed or deleted, only reversed by another. */
export type PostingGroup<Cause extends string = string> = {
  /** The same event has the same key, so it is posted once. */
  key: string;
  /** Kennitala. */
  customer: string;
  /** `YYYY-MM-DD`. */
  day: string;
  cause: Cause;
  postings: readonly Posting[];
  /** Keys of what the group is about. */
  policy: string | null;
  instalment: string | null;
  /** Id of the portal payment. */
  payment: string | null;
  claim: string | null;
  /** Key of the group that this one reverses. */
  reverses: string | null;
};

/** Groups of one customer by their keys. */
export type Ledger<Cause extends string = string> = ReadonlyMap<string, PostingGroup<Cause>>;

/** A group that cannot be posted. */
export class LedgerError extends Error {
  override name = 'LedgerError';
}

const sumOf = (postings: readonly Posting[]): number => postings.reduce((sum, { amount }) => sum + amount, 0);

/** What a group does to one account, in whole ISK. */
export const amountOn = ({ postings }: Pick<PostingGroup, 'postings'>, account: LedgerAccount): number =>
  sumOf(postings.filter((posting) => posting.account === account));

const faultOf = ({ postings }: PostingGroup): string | undefined => {
  const accounts = new Set(postings.map(({ account }) => account));
  if (accounts.size < 2 || accounts.size < postings.length) return 'has not two accounts or more, each once';
  if (!postings.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0))
    return 'has an amount that is zero or not a whole number of ISK';
  const sum = sumOf(postings);
  return sum === 0 ? undefined : `adds up to ${sum} ISK instead of zero`;
};

const opposite = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amount }) => ({ account, amount: -amount }));

const reversalFaultOf = (
  ledger: Ledger,
  { customer, day, postings, reverses }: PostingGroup,
): string | undefined => {
  if (reverses === null) return undefined;
  const reversed = ledger.get(reverses);
  if (!reversed || reversed.customer !== customer) return `reverses ${reverses}, which the customer has not`;
  if (reversed.reverses !== null) return `reverses ${reverses}, which is a reversal itself`;
  if (day < reversed.day) return `reverses ${reverses} before its day`;
  if ([...ledger.values()].some((group) => group.reverses === reverses)) return `reverses ${reverses} again`;
  const isOpposite = opposite(reversed.postings).every(
    ({ account, amount }) => amountOn({ postings }, account) === amount,
  );
  return isOpposite && postings.length === reversed.postings.length
    ? undefined
    : `is not the opposite of ${reverses}`;
};

/**
 * Adds groups to a customer's ledger, in their order.
 * @throws LedgerError when a key is taken, or a group does not add up to zero over two accounts or more, or is not the only and
 * exact reversal of the group that it refers to
 */
export const post = <Cause extends string>(
  ledger: Ledger<Cause>,
  ...groups: ReadonlyArray<PostingGroup<Cause>>
): Ledger<Cause> => {
  const posted = new Map(ledger);
  for (const group of groups) {
    const isTaken = posted.has(group.key);
    const fault = isTaken ? 'is posted already' : (faultOf(group) ?? reversalFaultOf(posted, group));
    if (fault !== undefined) throw new LedgerError(`The posting group ${group.key} ${fault}`);
    posted.set(group.key, group);
  }
  return posted;
};

/**
 * Reverses a group by another under a key of its own, about the same policy, instalment, payment and claim.
 * @param day not before the group's own
 * @throws LedgerError when there is no such group, it is a reversal itself, or it was reversed before
 */
export const reverse = <Cause extends string>(
  ledger: Ledger<Cause>,
  reverses: string,
  { key, day, cause }: { key: string; day: string; cause: Cause },
): Ledger<Cause> => {
  const reversed = ledger.get(reverses);
  if (!reversed) throw new LedgerError(`There is no posting group ${reverses} to reverse`);
  return post(ledger, { ...reversed, key, day, cause, reverses, postings: opposite(reversed.postings) });
};

/**
 * What a customer owes at the end of a day, in whole ISK; negative when the insurer owes them.
 * @param groups of any customers
 */
export const receivableOn = (
  groups: Iterable<PostingGroup>,
  { customer, day }: { customer: string; day: string },
): number => {
  let sum = 0;
  for (const group of groups)
    if (group.customer === customer && group.day <= day) sum += amountOn(group, 'receivable');
  return sum;
};

/** Postings of one day on one account: each by itself, or a day's debits and credits added up. */
export type Movement = { day: string; account: LedgerAccount; amount: number };

/** A line of a trial balance, in whole ISK. Debits and credits are those of the period, neither negative. */
export type BalanceLine = {
  account: LedgerAccount;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
};

/**
 * The balance of each account before, in and after a period of days. Over all accounts the opening and closing balances add up
 * to zero, and the debits to the credits.
 * @param movements until the end of the period; later ones do not count
 * @param period first and last day
 */
export const trialBalance = (
  movements: Iterable<Movement>,
  { from, to }: { from: string; to: string },
): BalanceLine[] => {
  const lines = new Map<LedgerAccount, BalanceLine>(
    ledgerAccounts.map((account) => [account, { account, opening: 0, debit: 0, credit: 0, closing: 0 }]),
  );
  for (const { day, account, amount } of movements) {
    const line = lines.get(account);
    if (!line) throw new LedgerError(`There is no account ${account}`);
    if (day > to) continue;
    line.closing += amount;
    if (day < from) line.opening += amount;
    else if (amount > 0) line.debit += amount;
    else line.credit -= amount;
  }
  return [...lines.values()];
};
