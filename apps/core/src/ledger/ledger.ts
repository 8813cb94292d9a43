import type { Facts } from '@hofn/contracts';
import {
  amountOn,
  type Ledger,
  type LedgerAccount,
  type Posting,
  type PostingGroup,
  post,
  reverse,
} from '@hofn/insurance/ledger.ts';
import type { BookRecord } from '../record.ts';

/** The key of a policy, or that of another source's. */
type PolicyReference = Facts<'ledger-entries'>['policy'];
type EntryType = Facts<'ledger-entries'>['type'];

/** Why something is posted. */
export type PostingCause =
  | ('premium' | 'credit' | 'fee' | 'interest' | 'payment' | 'refund' | 'refundPaid' | 'claimPaid')
  /** What a claim is still expected to cost has changed. */
  | 'claimReserve'
  /** Reverses another group. */
  | 'reversal'
  /** Of an entry that was on a customer's account before there were postings. */
  | 'opening';

export type Group = PostingGroup<PostingCause>;

/** What is posted, by default about nothing in particular. */
export type NewGroup = Pick<Group, 'key' | 'customer' | 'day' | 'cause' | 'postings'> &
  Partial<Pick<Group, 'instalment' | 'payment' | 'claim'>> & { policy?: PolicyReference };

/** An amount from one account to another, in whole ISK; the other way when it is negative. */
export const between = (from: LedgerAccount, to: LedgerAccount, amount: number): Posting[] => [
  { account: to, amount },
  { account: from, amount: -amount },
];

/** What the customer's account is charged from, by the type of an entry from before postings. */
const accountOfType: Record<EntryType, LedgerAccount> = {
  ...{ premium: 'premium', payment: 'cash', refund: 'cash', fee: 'fees', claim: 'claimsPaid' },
};

const keyOf = (policy: PolicyReference): string | null =>
  policy === null || typeof policy === 'string' ? policy : policy.key;

/** The group of an entry that was on a customer's account before there were postings. */
export const openingGroup = ({ key, facts }: BookRecord<'ledger-entries'>): Group => {
  const { customer, policy, bookedOn: day, type, amount, payment } = facts;
  // The type is the same, the key is not.
  const from = type === 'fee' && key.startsWith('interest-') ? 'interest' : accountOfType[type];
  return {
    ...{ key, customer, day, cause: 'opening', postings: between(from, 'receivable', amount) },
    ...{ policy: keyOf(policy), instalment: null, payment, claim: null, reverses: null },
  };
};

/**
 * The postings of a book's customers (rule INS-5): only added. Those that the store has are not loaded: no rule needs them, and
 * what reverses a group brings it.
 * @param entries entries of accounts that have no group yet, and get it now
 */
export const keepLedger = (entries: ReadonlyArray<BookRecord<'ledger-entries'>>) => {
  const added = entries.map(openingGroup);
  let ledger: Ledger<PostingCause> = post(new Map(), ...added);

  const add = (group: Group): Group => {
    added.push(group);
    return group;
  };

  return {
    /** Posts a group. @throws LedgerError */
    post: ({ policy = null, ...group }: NewGroup): Group => {
      const about = { policy: keyOf(policy), instalment: null, payment: null, claim: null };
      const whole = { ...about, reverses: null, ...group };
      ledger = post(ledger, whole);
      return add(whole);
    },
    /** Reverses a group, which the store may have. @throws LedgerError */
    reverse: (group: Group, { key, day }: { key: string; day: string }): Group => {
      if (!ledger.has(group.key)) ledger = new Map(ledger).set(group.key, group);
      ledger = reverse(ledger, group.key, { key, day, cause: 'reversal' });
      return add(ledger.get(key) as Group);
    },
    /** What the store does not have yet. */
    added: (): readonly Group[] => added,
    /** Remembers what there is. @returns gives what was added since then */
    remember: (): (() => readonly Group[]) => {
      const before = added.length;
      return () => added.slice(before);
    },
  };
};

/** What a group does to the customer's account, in whole ISK. */
export const receivableOf = (group: Pick<Group, 'postings'>): number => amountOn(group, 'receivable');
