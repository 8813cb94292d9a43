import type { Facts } from '@hofn/contracts';
import { outstandingOf, sumOf } from '@hofn/insurance/claim-amounts.ts';
import type { Book, BookRecord } from '../book.ts';
import { between, type Group, type NewGroup } from '../ledger/ledger.ts';

type Claim = Facts<'claims'>;

/** What has been paid of a claim, in whole ISK. */
export const paidOf = ({ payments }: Pick<Claim, 'payments'>): number =>
  sumOf(payments.filter(({ state }) => state === 'paid').map(({ amount }) => amount));

const outstanding = (claim: Claim): number =>
  outstandingOf({ reserve: claim.reserve ?? null, paid: paidOf(claim) });

type About = Pick<Group, 'customer' | 'claim'> & { policy: NonNullable<NewGroup['policy']> | null };

const paidGroup = (
  { claim, ...about }: About,
  { id, amount, day }: { id: string; amount: number; day: string },
) => ({
  ...{ ...about, claim, key: `claim-paid-${claim}-${id}`, day, cause: 'claimPaid' as const },
  postings: between('cash', 'claimsPaid', amount),
});

/** Posts what the bank has paid since, once, and takes back what has come back: neither is on the customer's account. */
const postPayments = (
  book: Book,
  about: About,
  [before, next]: readonly [Claim, Claim],
  day: string,
): void => {
  const last = new Map(before.payments.map((payment) => [payment.id, payment]));
  for (const { id, state, amount } of next.payments) {
    const was = last.get(id);
    if (amount === 0) continue;
    if (state === 'paid' && was?.state !== 'paid') book.post(paidGroup(about, { id, amount, day }), null);
    if (state !== 'returned' || was?.state !== 'paid') continue;
    const { policy, ...group } = paidGroup(about, { id, amount, day: was.paidOn ?? day });
    const key = policy === null || typeof policy === 'string' ? policy : policy.key;
    book.reverse({ ...group, policy: key, instalment: null, payment: null, reverses: null }, day);
  }
};

/**
 * Stores what a claim has become, and posts what that means (rule INS-5): payments, and by how much less or more it is still
 * expected to cost.
 */
export const putClaim = (book: Book, { key, facts: before }: BookRecord<'claims'>, next: Claim): void => {
  const day = book.state.today;
  const about = { customer: before.customer, policy: before.policy, claim: key };
  book.put('claims', key, next);
  postPayments(book, about, [before, next], day);
  const change = outstanding(next) - outstanding(before);
  if (change === 0) return;
  // Each version of the claim changes it once.
  const { version } = book.get('claims', key) ?? {};
  book.post(
    {
      ...about,
      ...{ key: `claim-reserve-${key}-${version}`, day, cause: 'claimReserve' },
      postings: between('claimsReserve', 'reserveChange', change),
    },
    null,
  );
};
