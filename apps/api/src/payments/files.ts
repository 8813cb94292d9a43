import type { Instalment } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { csvOf, type FileType } from '../platform/file-response.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import type { PaymentRow } from './store.ts';

/** Whose payments, in which language, as of which day. */
export type Reader = { subject: Customer; language: Language; today: string };
type Texts = ReturnType<typeof textsIn>;
type File = { name: string; content: Uint8Array };

const stateKey = {
  overdue: 'paymentStatus|overdue',
  due: 'paymentStatus|unpaid',
  processing: 'paymentStatus|processing',
  upcoming: 'paymentStatus|upcoming',
  paid: 'paymentStatus|paid',
} as const satisfies Record<Instalment['state'], string>;
const methodKey = {
  ccard: 'payment|methodCard',
  bank: 'payment|methodBank',
  claim: 'payment|methodClaim',
} as const satisfies Record<Instalment['method'], string>;

const nameOf = (t: Texts, { policy, sequence, sequenceOf }: Instalment): string =>
  `${policy ? `${policy.name}, ${policy.number}` : t('payment|allPolicies')}\n${t('payment|instalment', { n: sequence, total: sequenceOf })}`;

const leadOf = (t: Texts, { subject, language, today }: Reader): string[] => [
  `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
  t('pdf|asOf', { date: formatDate(language, today) }),
];

const statusDocument = (items: readonly Instalment[], reader: Reader): Document => {
  const { language } = reader;
  const t = textsIn(language);
  const total = items.reduce((sum, item) => sum + item.total, 0);
  return {
    language,
    title: t('payment|title'),
    lead: leadOf(t, reader),
    blocks: [
      items.length === 0
        ? { kind: 'text', text: t('payment|nothing') }
        : {
            kind: 'table',
            columns: [
              { heading: t('payment|what'), share: 30 },
              { heading: t('payment|dueDate'), share: 14 },
              { heading: t('payment|finalDueDate'), share: 14 },
              { heading: t('payment|method'), share: 18 },
              { heading: t('table|state'), share: 12 },
              { heading: t('payment|amount'), share: 14, figures: true },
            ],
            rows: items.map((item) => [
              nameOf(t, item),
              formatDate(language, item.dueDate, 'short'),
              formatDate(language, item.finalDueDate, 'short'),
              t(methodKey[item.method]),
              t(stateKey[item.state]),
              formatMoney(language, item.total),
            ]),
            foot: [t('payment|total'), '', '', '', '', formatMoney(language, total)],
          },
    ],
  };
};

/** The instalments as a file (rule PORT-19). */
export const statusFile = async (
  type: FileType,
  items: readonly Instalment[],
  reader: Reader,
  now: Date,
): Promise<File> => {
  const { language, today } = reader;
  const t = textsIn(language);
  const name = t('payment|file', { date: today });
  if (type === 'application/pdf')
    return { name: `${name}.pdf`, content: await writePdf(statusDocument(items, reader), now) };
  const headings = [
    t('payment|what'),
    t('payment|dueDate'),
    t('payment|finalDueDate'),
    t('payment|method'),
    t('table|state'),
    t('payment|premium'),
    t('payment|penaltyInterest'),
    t('payment|collectionCost'),
    t('payment|total'),
    t('payment|paidOn'),
  ];
  const rows = items.map((item) => [
    nameOf(t, item).replace('\n', ', '),
    item.dueDate,
    item.finalDueDate,
    t(methodKey[item.method]),
    t(stateKey[item.state]),
    item.amount,
    item.penaltyInterest,
    item.fees,
    item.total,
    item.paidOn,
  ]);
  return { name: `${name}.csv`, content: csvOf(language, headings, rows) };
};

/**
 * The receipt for paid instalments.
 * @param payment the card payment; undefined when they were paid in another way
 * @param credit what was charged beyond what they cost by now
 */
export const receiptFile = async (
  items: readonly Instalment[],
  payment: PaymentRow | undefined,
  reader: Reader,
  { now, credit = 0 }: { now: Date; credit?: number },
): Promise<File> => {
  const { language } = reader;
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  const [first] = items;
  const paidOn = first?.paidOn ?? reader.today;
  const parts = items.flatMap((item) => [
    { name: nameOf(t, item).replace('\n', ', '), value: money(item.amount) },
    ...(item.penaltyInterest
      ? [{ name: t('payment|penaltyInterest'), value: money(item.penaltyInterest) }]
      : []),
    ...(item.fees ? [{ name: t('payment|collectionCost'), value: money(item.fees) }] : []),
  ]);
  const document: Document = {
    language,
    title: t('payment|receipt'),
    lead: leadOf(t, reader),
    blocks: [
      {
        kind: 'facts',
        items: [
          ...parts,
          ...(credit > 0 ? [{ name: t('payment|creditLeft'), value: money(credit) }] : []),
          {
            name: t('payment|total'),
            value: money(items.reduce((sum, { total }) => sum + total, credit)),
          },
          { name: t('payment|paidOn'), value: formatDate(language, paidOn) },
          { name: t('payment|method'), value: payment?.card ?? (first ? t(methodKey[first.method]) : '') },
          ...(payment?.reference ? [{ name: t('payment|reference'), value: payment.reference }] : []),
        ],
      },
    ],
  };
  return {
    name: t('payment|receiptFile', { date: paidOn }),
    content: await writePdf(document, now),
  };
};
