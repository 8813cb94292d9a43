import { Readable } from 'node:stream';
import type { Db } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/access.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { listStart } from '../policies/cursor.ts';
import { certificateDocument, listDocument, type Reader } from '../policies/documents.ts';
import { policyOf, summaryOf } from '../policies/policies.ts';
import { createPolicyStore, type PolicyWhole } from '../policies/store.ts';
import { accountDocument } from '../transactions/files.ts';
import { createTransactionStore } from '../transactions/store.ts';
import { filterOf, mostRows, overviewOf } from '../transactions/transactions.ts';
import { decisionPaper, invoicePaper, memoPaper, renewalPaper, statementPaper } from './papers.ts';
import type { DocumentRow, DocumentStore } from './store.ts';

const mostBytes = 20_000_000;

/** A policy as it stood on a day: what happened to it later is not told of. */
const asOf = <Row extends Pick<PolicyWhole, 'cancelledOn'>>(row: Row, day: string): Row => ({
  ...row,
  cancelledOn: row.cancelledOn !== null && row.cancelledOn <= day ? row.cancelledOn : null,
});

/** Makes the contents of documents from the data that they tell of, worded for a reader, as of the day they are of. */
const createContents = (db: Db, store: DocumentStore) => {
  const policyStore = createPolicyStore(db);
  const transactionStore = createTransactionStore(db);

  const policyIn = async ({ subject, language, today }: Reader, id: string) => {
    const row = await policyStore.one(subject, language, id);
    return row && policyOf(asOf(row, today), language, today);
  };
  const inForce = async ({ subject, language, today }: Reader) => {
    const filter = { today, after: listStart, limit: mostRows, search: null, group: null, status: null };
    const rows = await policyStore.list(subject, language, filter);
    return rows
      .filter(({ validFrom, validTo, lapsedOn }) => {
        return validFrom <= today && today <= validTo && (lapsedOn === null || lapsedOn > today);
      })
      .map((row) => summaryOf(asOf(row, today), today));
  };
  const account = async ({ subject, language }: Reader, period: { from: string; to: string }) => {
    const row = await transactionStore.account(subject, language, filterOf({ ...period, sort: 'oldest' }));
    return row && overviewOf(row, mostRows, '');
  };

  return async (row: DocumentRow, reader: Reader): Promise<Document | undefined> => {
    const { title, policy, claim, instalmentId } = row;
    const period = row.periodFrom && row.periodTo ? { from: row.periodFrom, to: row.periodTo } : undefined;
    switch (row.kind) {
      case 'certificate': {
        const held = policy && (await policyIn(reader, policy.id));
        return held ? certificateDocument(held, reader) : undefined;
      }
      case 'renewal': {
        const held = policy && (await policyIn(reader, policy.id));
        return held && period ? renewalPaper(held, title, period, reader) : undefined;
      }
      case 'invoice': {
        const invoice = instalmentId ? await store.invoice(reader.subject, instalmentId) : undefined;
        if (!invoice) return undefined;
        const held = await inForce({ ...reader, today: invoice.dueDate });
        const covered = held.filter(({ id }) => invoice.policyId === null || id === invoice.policyId);
        return invoicePaper(invoice, covered, title, reader);
      }
      case 'claimDecision': {
        const decision =
          claim &&
          (await store.decision(reader.subject, reader.language, { claimId: claim.id, day: row.issuedOn }));
        return decision ? decisionPaper(decision, title, reader) : undefined;
      }
      case 'transactionOverview': {
        const overview = period && (await account(reader, period));
        return overview && period ? accountDocument(overview, { ...reader, period }) : undefined;
      }
      case 'policyOverview':
        return listDocument(await inForce(reader), reader);
      case 'annualStatement': {
        const overview = period && (await account(reader, period));
        return overview ? statementPaper(overview, title, reader) : undefined;
      }
      case 'memo': {
        const memo = await store.memo(reader.subject, row.id);
        return memo ? memoPaper(memo, title, reader) : undefined;
      }
    }
  };
};

/**
 * Makes the PDF of a document when it is first asked for, in both languages from the same state of the data, and keeps
 * both by their hashes: from then on the document never changes.
 * @returns a function that gives the key of the PDF in the asked language
 */
export const createMaker = (parts: { db: Db; store: DocumentStore; files: FileStore }) => {
  const { db, store, files } = parts;
  const contentOf = createContents(db, store);
  return async (subject: Customer, row: DocumentRow, language: Language, now: Date): Promise<string> => {
    if (row.file !== null) return row.file;
    const make = async (inLanguage: Language): Promise<string> => {
      const worded = await store.one(subject, inLanguage, row.id);
      const reader = { subject, language: inLanguage, today: row.issuedOn };
      const content = worded && (await contentOf(worded, reader));
      if (!content) throw new Error(`The document ${row.id} tells of what is not there`);
      const { key } = await files.put(Readable.from([await writePdf(content, now)]), mostBytes);
      return key;
    };
    const kept = await store.keepFiles(subject, row.id, { is: await make('is'), en: await make('en') });
    return kept[language];
  };
};
