import type { CoreLedgerGroup, CoreLedgerPeriod } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { csvOf } from '../platform/file-response.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import type { LedgerSummary } from './read-ledger.ts';

type File = { name: string; content: Uint8Array };

/** What a file is called by its days: a day, or from one to another. */
const nameOf = (language: Language, { from, to }: CoreLedgerPeriod): string =>
  textsIn(language)('lists|ledger', { date: from === to ? from : `${from}-${to}` });

/**
 * Postings in double entry as CSV, a line each, with the totals last.
 * @param names what accounts are called
 * @param isHidden whether customer, policy and claim of a group are left out, and its key, which names the claim
 */
export const postingsFile = (
  groups: readonly CoreLedgerGroup[],
  {
    language,
    period,
    names,
    isHidden,
  }: {
    language: Language;
    period: CoreLedgerPeriod;
    names: ReadonlyMap<string, string>;
    isHidden: (group: CoreLedgerGroup) => boolean;
  },
): File => {
  const t = textsIn(language);
  const headings = [
    ...[t('ledger|day'), t('ledger|group'), t('ledger|account'), t('ledger|name'), t('ledger|text')],
    ...[t('ledger|debit'), t('ledger|credit'), t('ledger|customer'), t('ledger|policy')],
    ...[t('ledger|claim'), t('ledger|reverses')],
  ];
  let [hidden, debit, credit] = [0, 0, 0];
  const rows = groups.flatMap((group) => {
    const isLeftOut = isHidden(group);
    if (isLeftOut) hidden += 1;
    const key = isLeftOut ? t('ledger|withheld', { n: hidden }) : group.key;
    const about = isLeftOut
      ? [null, null, null, null]
      : [formatKennitala(group.customer), group.policy, group.claim, group.reverses];
    return group.postings.map(({ account, amount }) => {
      debit += Math.max(0, amount);
      credit += Math.max(0, -amount);
      return [
        ...[group.day, key, account, names.get(account) ?? account, group.text[language]],
        ...[amount > 0 ? amount : null, amount < 0 ? -amount : null, ...about],
      ];
    });
  });
  const total = [t('ledger|total'), null, null, null, null, debit, credit, null, null, null, null];
  return { name: `${nameOf(language, period)}.csv`, content: csvOf(language, headings, [...rows, total]) };
};

/** Debits and credits by account as a PDF. */
export const accountsFile = async (
  { accounts, debit, credit }: LedgerSummary,
  { language, period, now }: { language: Language; period: CoreLedgerPeriod; now: Date },
): Promise<File> => {
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const days = [...new Set([period.from, period.to])].map((day) => formatDate(language, day)).join(' – ');
  const content = await writePdf(
    {
      language,
      title: t('ledger|title'),
      lead: [days],
      blocks: [
        accounts.length === 0
          ? { kind: 'text', text: t('ledger|none') }
          : {
              kind: 'table',
              columns: [
                { heading: t('ledger|account'), share: 34 },
                { heading: t('ledger|debit'), share: 22, figures: true },
                { heading: t('ledger|credit'), share: 22, figures: true },
                { heading: t('ledger|sum'), share: 22, figures: true },
              ],
              rows: accounts.map((one) => [
                one.name[language],
                money(one.debit),
                money(one.credit),
                money(one.debit - one.credit),
              ]),
              foot: [t('ledger|total'), money(debit), money(credit), money(debit - credit)],
            },
      ],
    },
    now,
  );
  return { name: `${nameOf(language, period)}.pdf`, content };
};
