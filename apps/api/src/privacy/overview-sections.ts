import { formatKennitala } from '@hofn/domain';
import { formatDate, formatDateTime, formatMoney, formatNumber, type Language } from '@hofn/texts';
import type { createContactStore } from '../contact/store.ts';
import type { Block } from '../platform/pdf/document.ts';
import { type AllPersonalData, nameOf } from '../platform/personal-data.ts';
import { textsIn } from '../platform/texts.ts';
import type { createArchiveStore, MentionCount } from './archive-store.ts';

type ContactDetails = NonNullable<Awaited<ReturnType<ReturnType<typeof createContactStore>['contact']>>>;
type ArchiveStore = ReturnType<typeof createArchiveStore>;

export const heading = (text: string): Block => ({ kind: 'heading', text });

/** The person's contact details that are on file. */
export const contactSection = (language: Language, details: ContactDetails | undefined): Block[] => {
  const t = textsIn(language);
  const facts = details && {
    [t('settings|fullName')]: details.fullName,
    [t('settings|ssn')]: formatKennitala(details.ssn),
    [t('settings|address')]: [details.address, [details.postalCode, details.town].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    [t('settings|email')]: details.email,
    [t('settings|mobilePhone')]: details.mobilePhone,
    [t('settings|homePhone')]: details.homePhone,
    [t('settings|language')]: t(`settings|language.${details.language}`),
  };
  return [
    heading(t('archive|you')),
    {
      kind: 'facts',
      items: Object.entries(facts ?? {}).flatMap(([name, value]) => (value ? { name, value } : [])),
    },
  ];
};

/** The person's claims as a table. */
export const claimSection = (
  language: Language,
  claims: Awaited<ReturnType<ArchiveStore['claims']>>,
): Block[] => {
  const t = textsIn(language);
  const claimTable: Block =
    claims.length === 0
      ? { kind: 'text', text: t('archive|noClaims') }
      : {
          kind: 'table',
          columns: [
            { heading: t('pdf|claim'), share: 38 },
            { heading: t('pdf|claimNumber'), share: 20 },
            { heading: t('paper|dateOfLoss'), share: 16 },
            { heading: t('pdf|status'), share: 14 },
            { heading: t('paper|compensation'), share: 14, figures: true },
          ],
          rows: claims.map(({ title, number, dateOfLoss, status, compensation }) => [
            title,
            number,
            formatDate(language, dateOfLoss, 'short'),
            t(`claimStatus|${status}`),
            compensation === null ? '' : formatMoney(language, compensation),
          ]),
        };
  return [heading(t('archive|claims')), claimTable];
};

/** Who has viewed the person's data, and when. */
export const viewSection = (
  language: Language,
  views: Awaited<ReturnType<ArchiveStore['views']>>,
): Block[] => {
  const t = textsIn(language);
  const viewTable: Block =
    views.length === 0
      ? { kind: 'text', text: t('archive|noViews') }
      : {
          kind: 'table',
          columns: [
            { heading: t('archive|viewedBy'), share: 50 },
            { heading: t('archive|viewedWhen'), share: 50 },
          ],
          rows: views.map(({ name, at }) => [name, formatDateTime(language, at)]),
        };
  return [heading(t('archive|views')), viewTable];
};

/** Every table of the archive, the file it is in and its number of rows. */
export const inventorySection = (
  language: Language,
  holdings: AllPersonalData['holdings'],
  { counts, files }: { counts: ReadonlyMap<string, number>; files: number },
): Block[] => {
  const t = textsIn(language);
  return [
    heading(t('archive|all')),
    { kind: 'text', text: t('archive|allText', { n: files }) },
    {
      kind: 'table',
      columns: [
        { heading: t('archive|what'), share: 50 },
        { heading: t('archive|where'), share: 35 },
        { heading: t('archive|rows'), share: 15, figures: true },
      ],
      rows: holdings.map(({ table }) => {
        const name = nameOf(table);
        return [
          t(`archiveTable|${name}`),
          `json/${name}.json`,
          formatNumber(language, counts.get(name) ?? 0),
        ];
      }),
    },
  ];
};

/** Where else the person is mentioned, such as in the data of others. */
export const mentionSection = (language: Language, mentions: readonly MentionCount[]): Block[] => {
  if (mentions.length === 0) return [];
  const t = textsIn(language);
  return [
    heading(t('archive|elsewhere')),
    { kind: 'text', text: t('archive|elsewhereText') },
    {
      kind: 'list',
      items: mentions.map(({ table, rows }) =>
        t('archive|elsewhereOf', { what: t(`archiveTable|${table}`), n: rows }),
      ),
    },
  ];
};

/** What is left out, what the data is used for, who receives it, how long it is kept, and the person's rights. */
export const rightsSection = (language: Language, leftOut: AllPersonalData['leftOut']): Block[] => {
  const t = textsIn(language);
  const reasons = [...new Set(Object.values(leftOut))];
  const text = (about: 'purpose' | 'recipients' | 'kept' | 'rights'): Block[] => [
    heading(t(`archive|${about}`)),
    { kind: 'text', text: t(`archive|${about}Text`) },
  ];
  return [
    heading(t('archive|leftOut')),
    { kind: 'list', items: reasons.map((why) => t(`archive|leftOut.${why}`)) },
    ...text('purpose'),
    ...text('recipients'),
    ...text('kept'),
    ...text('rights'),
  ];
};
