import type { LedgerAccount } from '@hofn/insurance/ledger.ts';
import { texts } from '../page/texts.ts';
import type { PostingCause } from './ledger.ts';

const accountKey = {
  receivable: 'core|account.receivable',
  cash: 'core|account.cash',
  refundPayable: 'core|account.refundPayable',
  premium: 'core|account.premium',
  fees: 'core|account.fees',
  interest: 'core|account.interest',
  claimsPaid: 'core|account.claimsPaid',
  claimsReserve: 'core|account.claimsReserve',
  reserveChange: 'core|account.reserveChange',
} as const satisfies Record<LedgerAccount, string>;

const causeKey = {
  opening: 'core|posting.opening',
  premium: 'core|posting.premium',
  credit: 'core|posting.credit',
  fee: 'core|posting.fee',
  interest: 'core|posting.interest',
  payment: 'core|posting.payment',
  refund: 'core|posting.refund',
  refundPaid: 'core|posting.refundPaid',
  claimPaid: 'core|posting.claimPaid',
  claimReserve: 'core|posting.claimReserve',
  reversal: 'core|posting.reversal',
} as const satisfies Record<PostingCause, string>;

/** What an account is called, in both languages. */
export const accountName = (account: LedgerAccount): { is: string; en: string } => ({
  is: texts.is(accountKey[account]),
  en: texts.en(accountKey[account]),
});

/** What the cause of a group is called, in both languages. */
export const causeName = (cause: PostingCause): { is: string; en: string } => ({
  is: texts.is(causeKey[cause]),
  en: texts.en(causeKey[cause]),
});
