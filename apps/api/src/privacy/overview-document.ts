import type { Db } from '@hofn/database';
import { formatKennitala } from '@hofn/domain';
import { formatDate } from '@hofn/texts';
import { createContactStore } from '../contact/store.ts';
import { summaryOf as paperOf } from '../documents/documents.ts';
import { listPaper } from '../documents/papers.ts';
import { createDocumentStore } from '../documents/store.ts';
import { maxRows } from '../platform/paging.ts';
import type { Document } from '../platform/pdf/document.ts';
import type { AllPersonalData } from '../platform/personal-data.ts';
import { textsIn } from '../platform/texts.ts';
import { listStart } from '../policies/cursor.ts';
import { listDocument, type Reader } from '../policies/documents.ts';
import { summaryOf as policyOf } from '../policies/policies.ts';
import { createPolicyStore } from '../policies/store.ts';
import { accountDocument } from '../transactions/files.ts';
import { createTransactionStore } from '../transactions/store.ts';
import { filterOf, fullAccountOf } from '../transactions/transactions.ts';
import { createArchiveStore, type MentionCount } from './archive-store.ts';
import {
  claimSection,
  contactSection,
  heading,
  inventorySection,
  mentionSection,
  rightsSection,
  viewSection,
} from './overview-sections.ts';

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

    const details = await contact.contact(subject);
    const policyRows = await policies.list(subject, language, {
      today,
      after: listStart,
      limit: maxRows,
      search: null,
      group: null,
      status: null,
    });
    const account = await transactions.account(subject, language, filterOf({ sort: 'oldest' }));
    const documentRows = await documents.all(subject, language);
    const claims = await archive.claims(subject, language);
    const views = await archive.views(subject);

    return {
      language,
      title: t('archive|title'),
      lead: [
        `${subject.fullName} · ${formatKennitala(subject.ssn)}`,
        t('pdf|asOf', { date: formatDate(language, today) }),
      ],
      blocks: [
        { kind: 'text', text: t('archive|intro') },
        ...contactSection(language, details),
        heading(t('archive|policies')),
        ...listDocument(
          policyRows.map((row) => policyOf(row, today)),
          reader,
        ).blocks,
        ...claimSection(language, claims),
        ...(account
          ? [
              heading(t('archive|account')),
              ...accountDocument(fullAccountOf(account), { ...reader, period: { from: null, to: null } })
                .blocks,
            ]
          : []),
        heading(t('archive|papers')),
        ...listPaper(documentRows.map(paperOf), reader).blocks,
        ...viewSection(language, views),
        ...inventorySection(language, holdings, { counts, files }),
        ...mentionSection(language, mentions),
        ...rightsSection(language, leftOut),
      ],
    };
  };
};
