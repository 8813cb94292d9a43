import type { ClaimOverview } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney, formatNumber, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { csvOf, type FileType } from '../platform/file-response.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';

/** Whose claims, in which language, as of which day. */
export type Reader = { subject: Customer; language: Language; today: string };

/** Status of a claim, and whether it is known who filed it. */
const statusOf = (
  t: ReturnType<typeof textsIn>,
  { status, unverified }: Pick<ClaimOverview['items'][number], 'status' | 'unverified'>,
): string => [t(`claimStatus|${status}`), ...(unverified ? [t('claim|unverified')] : [])].join(', ');

/** The claims as a document: totals, then each claim. */
const claimsDocument = ({ items, sums }: ClaimOverview, { language, subject, today }: Reader): Document => {
  const t = textsIn(language);
  const money = (isk: number | null) => (isk === null ? '' : formatMoney(language, isk));
  return {
    language,
    title: t('claims|title'),
    lead: [
      `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
      t('pdf|asOf', { date: formatDate(language, today) }),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          { name: t('claims|count'), value: formatNumber(language, sums.count) },
          { name: t('claims|openCount'), value: formatNumber(language, sums.open) },
          { name: t('claims|lossAmount'), value: money(sums.lossAmount) },
          { name: t('claims|compensation'), value: money(sums.compensation) },
        ],
      },
      items.length === 0
        ? { kind: 'text', text: t('claims|nothing') }
        : {
            kind: 'table',
            columns: [
              { heading: t('claims|name'), share: 34 },
              { heading: t('claims|dateOfLoss'), share: 16 },
              { heading: t('claims|status'), share: 20 },
              { heading: t('claims|lossAmount'), share: 15, figures: true },
              { heading: t('claims|compensation'), share: 15, figures: true },
            ],
            rows: items.map(({ title, number, policy, dateOfLoss, lossAmount, compensation, ...claim }) => [
              `${title}\n${[number, policy?.name].filter(Boolean).join(', ')}`,
              formatDate(language, dateOfLoss, 'short'),
              statusOf(t, claim),
              money(lossAmount),
              money(compensation),
            ]),
            foot: [t('claims|total'), '', '', money(sums.lossAmount), money(sums.compensation)],
          },
    ],
  };
};

/** The claims as a file (rule PORT-19). */
export const claimsFile = async (
  type: FileType,
  overview: ClaimOverview,
  reader: Reader,
  now: Date,
): Promise<{ name: string; content: Uint8Array }> => {
  const { language, today } = reader;
  const t = textsIn(language);
  const name = t('claims|file', { date: today });
  if (type === 'application/pdf')
    return { name: `${name}.pdf`, content: await writePdf(claimsDocument(overview, reader), now) };
  const headings = [
    t('claims|number'),
    t('claims|name'),
    t('claims|status'),
    t('claims|dateOfLoss'),
    t('claims|place'),
    t('claims|policy'),
    t('policy|number'),
    t('claims|lossAmount'),
    t('claims|compensation'),
  ];
  const rows = overview.items.map((claim) => [
    claim.number,
    claim.title,
    statusOf(t, claim),
    claim.dateOfLoss,
    claim.place,
    claim.policy?.name ?? null,
    claim.policy?.number ?? null,
    claim.lossAmount,
    claim.compensation,
  ]);
  return { name: `${name}.csv`, content: csvOf(language, headings, rows) };
};
