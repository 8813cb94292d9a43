import type { LedgerAccount } from '@hofn/insurance/ledger.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import type { Group, PostingCause } from '../ledger/ledger.ts';
import { table } from './pages.ts';
import { texts } from './texts.ts';

const accountKey = {
  receivable: 'core|account.receivable',
  cash: 'core|account.cash',
  refundPayable: 'core|account.refundPayable',
  premium: 'core|account.premium',
  fees: 'core|account.fees',
  interest: 'core|account.interest',
  claimsPaid: 'core|account.claimsPaid',
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
  reversal: 'core|posting.reversal',
} as const satisfies Record<PostingCause, string>;

const rowsOf = (language: Language, { day, cause, key, postings }: Group): string[] => {
  const t = texts[language];
  return postings.map(({ account, amount }, index) => {
    const name =
      index === 0
        ? `<th scope="row" rowspan="${postings.length}">${formatDate(language, day, 'short')}</th><td rowspan="${postings.length}">${t(causeKey[cause])}<br><code>${escapeHtml(key)}</code></td>`
        : '';
    const money = (of: number) => (of > 0 ? formatMoney(language, of) : '');
    return `<tr>${name}<td>${t(accountKey[account])}</td><td>${money(amount)}</td><td>${money(-amount)}</td></tr>`;
  });
};

/** The postings of a customer, newest first, in their groups (rule INS-5). */
export const postingsOf = (language: Language, groups: readonly Group[]): string => {
  const t = texts[language];
  const title = t('core|postings');
  if (groups.length === 0) return '';
  const heads = [t('core|day'), t('core|cause'), t('core|account'), t('core|debit'), t('core|credit')];
  const rows = groups.flatMap((group) => rowsOf(language, group));
  return `<details><summary>${title}</summary>${table(title, heads, rows)}</details>`;
};
