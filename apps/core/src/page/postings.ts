import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { escapeHtml } from '@hofn/texts/html.ts';
import type { Group } from '../ledger/ledger.ts';
import { accountName, causeName } from '../ledger/names.ts';
import { table } from './pages.ts';
import { texts } from './texts.ts';

const rowsOf = (language: Language, { day, cause, key, postings }: Group): string[] => {
  return postings.map(({ account, amount }, index) => {
    const name =
      index === 0
        ? `<th scope="row" rowspan="${postings.length}">${formatDate(language, day, 'short')}</th><td rowspan="${postings.length}">${causeName(cause)[language]}<br><code>${escapeHtml(key)}</code></td>`
        : '';
    const money = (of: number) => (of > 0 ? formatMoney(language, of) : '');
    return `<tr>${name}<td>${accountName(account)[language]}</td><td>${money(amount)}</td><td>${money(-amount)}</td></tr>`;
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
