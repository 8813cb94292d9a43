import type { TransactionOverview, TransactionType } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { csvOf, type FileType } from '../platform/file-response.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import type { AccountFilter } from './store.ts';

/** Whose account, in which language, as of which day, for which period. */
export type Reader = {
  subject: Customer;
  language: Language;
  today: string;
  period: Pick<AccountFilter, 'from' | 'to'>;
};

const typeKey = {
  premium: 'transactions|typePremium',
  payment: 'transactions|typePayment',
  refund: 'transactions|typeRefund',
  fee: 'transactions|typeFee',
  claim: 'transactions|typeClaim',
} as const satisfies Record<TransactionType, string>;

const periodOf = ({ language, period }: Reader): string => {
  const t = textsIn(language);
  const [from, to] = [period.from ?? '', period.to ?? ''].map((day) => day && formatDate(language, day));
  if (from && to) return t('transactions|periodOf', { from, to });
  if (from) return t('transactions|periodFrom', { from });
  return to ? t('transactions|periodTo', { to }) : t('transactions|periodAll');
};

/** Name of the file without its ending: by the period, or by today for the whole account. */
const nameOf = ({ language, period: { from, to }, today }: Reader): string => {
  const t = textsIn(language);
  const year = from?.slice(0, 4) ?? '';
  if (from === `${year}-01-01` && to === `${year}-12-31`) return t('transactions|fileYear', { year });
  if (from && to) return t('transactions|filePeriod', { from, to });
  if (from) return t('transactions|fileFrom', { from });
  return to ? t('transactions|fileTo', { to }) : t('transactions|file', { date: today });
};

/** The account as a document: the period with its balances and totals, then the entries. */
export const accountDocument = (
  { items, sums }: Pick<TransactionOverview, 'items' | 'sums'>,
  reader: Reader,
): Document => {
  const { language, subject, today } = reader;
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  return {
    language,
    title: t('transactions|title'),
    lead: [
      `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
      `${t('transactions|filterPeriod')}: ${periodOf(reader)}`,
      t('pdf|asOf', { date: formatDate(language, today) }),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          { name: t('transactions|openingBalance'), value: money(sums.openingBalance) },
          { name: t('transactions|charges'), value: money(sums.charges) },
          { name: t('transactions|payments'), value: money(sums.payments) },
          { name: t('transactions|closingBalance'), value: money(sums.closingBalance) },
        ],
      },
      items.length === 0
        ? { kind: 'text', text: t('transactions|nothing') }
        : {
            kind: 'table',
            columns: [
              { heading: t('transactions|date'), share: 17 },
              { heading: t('transactions|description'), share: 34 },
              { heading: t('transactions|type'), share: 15 },
              { heading: t('transactions|amount'), share: 17, figures: true },
              { heading: t('transactions|balance'), share: 17, figures: true },
            ],
            rows: items.map(({ date, description, policy, type, amount, balance }) => [
              formatDate(language, date, 'short'),
              policy ? `${description}\n${policy.name}, ${policy.number}` : description,
              t(typeKey[type]),
              money(amount),
              money(balance),
            ]),
            foot: [t('transactions|total'), '', '', money(sums.charges + sums.payments), ''],
          },
    ],
  };
};

/** The account as a file (rule PORT-19). */
export const accountFile = async (
  type: FileType,
  overview: TransactionOverview,
  reader: Reader,
  now: Date,
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const name = nameOf(reader);
  if (type === 'application/pdf')
    return { name: `${name}.pdf`, content: await writePdf(accountDocument(overview, reader), now) };
  const headings = [
    t('transactions|date'),
    t('transactions|type'),
    t('transactions|description'),
    t('transactions|policy'),
    t('policy|number'),
    t('transactions|amount'),
    t('transactions|balance'),
  ];
  const rows = overview.items.map(({ date, type: kind, description, policy, amount, balance }) => [
    date,
    t(typeKey[kind]),
    description,
    policy?.name ?? null,
    policy?.number ?? null,
    amount,
    balance,
  ]);
  return { name: `${name}.csv`, content: csvOf(language, headings, rows) };
};
