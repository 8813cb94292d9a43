import type { Db } from '@hofn/database';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatDateTime, formatMoney, formatNumber } from '@hofn/texts';
import { createContactStore } from '../contact/store.ts';
import { filterOf as documentsWhere, summaryOf as paperOf } from '../documents/documents.ts';
import { listPaper } from '../documents/papers.ts';
import { createDocumentStore } from '../documents/store.ts';
import { maxRows } from '../platform/paging.ts';
import type { Block, Document } from '../platform/pdf/document.ts';
import { type AllPersonalData, nameOf } from '../platform/personal-data.ts';
import { textsIn } from '../platform/texts.ts';
import { listStart } from '../policies/cursor.ts';
import { listDocument, type Reader } from '../policies/documents.ts';
import { summaryOf as policyOf } from '../policies/policies.ts';
import { createPolicyStore } from '../policies/store.ts';
import { accountDocument } from '../transactions/files.ts';
import { createTransactionStore } from '../transactions/store.ts';
import { filterOf as accountWhere, fullAccountOf } from '../transactions/transactions.ts';
import { createArchiveStore, type MentionCount } from './archive-store.ts';

type Contents = { counts: ReadonlyMap<string, number>; mentions: readonly MentionCount[]; files: number };

/**
 * Creates the readable part of the archive: the person's details, policies, claims, account and documents, who has viewed
 * their data, what it is used for and how long it is kept (Act 90/2018), and where in the archive the rest is.
 */
export const createOverviewDocument = (db: Db, personalData: AllPersonalData) => {
  const { holdings, leftOut } = personalData;
  const contact = createContactStore(db);
  const policies = createPolicyStore(db);
  const transactions = createTransactionStore(db);
  const documents = createDocumentStore(db);
  const archive = createArchiveStore(db, personalData);

  return async (reader: Reader, { counts, mentions, files }: Contents): Promise<Document> => {
    const { subject, language, today } = reader;
    const t = textsIn(language);
    const day = (date: string) => formatDate(language, date, 'short');
    const heading = (text: string): Block => ({ kind: 'heading', text });

    const details = await contact.contact(subject);
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
    const policyRows = await policies.list(subject, language, {
      today,
      after: listStart,
      limit: maxRows,
      search: null,
      group: null,
      status: null,
    });
    const account = await transactions.account(subject, language, accountWhere({ sort: 'oldest' }));
    const documentRows = await documents.list(subject, language, { ...documentsWhere({}), limit: maxRows });
    const claims = await archive.claims(subject, language);
    const views = await archive.views(subject);

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
              day(dateOfLoss),
              t(`claimStatus|${status}`),
              compensation === null ? '' : formatMoney(language, compensation),
            ]),
          };
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
    const reasons = [...new Set(Object.values(leftOut))];
    return {
      language,
      title: t('archive|title'),
      lead: [
        `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
        t('pdf|asOf', { date: formatDate(language, today) }),
      ],
      blocks: [
        { kind: 'text', text: t('archive|intro') },
        heading(t('archive|you')),
        {
          kind: 'facts',
          items: Object.entries(facts ?? {}).flatMap(([name, value]) => (value ? { name, value } : [])),
        },
        heading(t('archive|policies')),
        ...listDocument(
          policyRows.map((row) => policyOf(row, today)),
          reader,
        ).blocks,
        heading(t('archive|claims')),
        claimTable,
        ...(account
          ? [
              heading(t('archive|account')),
              ...accountDocument(fullAccountOf(account), { ...reader, period: { from: null, to: null } })
                .blocks,
            ]
          : []),
        heading(t('archive|papers')),
        ...listPaper(documentRows.map(paperOf), reader).blocks,
        heading(t('archive|views')),
        viewTable,
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
        ...(mentions.length === 0
          ? []
          : [
              heading(t('archive|elsewhere')),
              { kind: 'text', text: t('archive|elsewhereText') } as const,
              {
                kind: 'list',
                items: mentions.map(({ table, rows }) =>
                  t('archive|elsewhereOf', { what: t(`archiveTable|${table}`), n: rows }),
                ),
              } as const,
            ]),
        heading(t('archive|leftOut')),
        { kind: 'list', items: reasons.map((why) => t(`archive|leftOut.${why}`)) },
        heading(t('archive|purpose')),
        { kind: 'text', text: t('archive|purposeText') },
        heading(t('archive|recipients')),
        { kind: 'text', text: t('archive|recipientsText') },
        heading(t('archive|kept')),
        { kind: 'text', text: t('archive|keptText') },
        heading(t('archive|rights')),
        { kind: 'text', text: t('archive|rightsText') },
      ],
    };
  };
};
