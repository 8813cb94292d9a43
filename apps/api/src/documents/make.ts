import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { maxRows } from '../platform/paging.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { certificateDocument } from '../policies/certificate.ts';
import { listStart } from '../policies/cursor.ts';
import { listDocument, type Reader } from '../policies/documents.ts';
import { policyOf, summaryOf } from '../policies/policies.ts';
import { createPolicyStore } from '../policies/store.ts';
import { accountDocument } from '../transactions/files.ts';
import { createTransactionStore } from '../transactions/store.ts';
import { filterOf, fullAccountOf } from '../transactions/transactions.ts';
import { asOf, frozenDocument } from './frozen.ts';
import type { DocumentRow } from './list-store.ts';
import { decisionPaper, invoicePaper, memoPaper, renewalPaper, statementPaper } from './papers.ts';
import { createDocumentStore } from './store.ts';

/**
 * Renders messages, and documents without frozen facts, which an earlier release issued: from today's data, as of the day of
 * the document where the row has one.
 */
const createWriter = (db: Db) => {
  const store = createDocumentStore(db);
  const policyStore = createPolicyStore(db);
  const transactionStore = createTransactionStore(db);

  const policyIn = async ({ subject, language, today }: Reader, id: string) => {
    const row = await policyStore.one(subject, language, id);
    return row && policyOf(asOf(row, today), language, today);
  };
  const inForce = async ({ subject, language, today }: Reader) => {
    const filter = { today, after: listStart, limit: maxRows, search: null, group: null, status: null };
    const rows = await policyStore.list(subject, language, filter);
    return rows
      .filter(({ validFrom, validTo, lapsedOn }) => {
        return validFrom <= today && today <= validTo && (lapsedOn === null || lapsedOn > today);
      })
      .map((row) => summaryOf(asOf(row, today), today));
  };
  const account = async ({ subject, language }: Reader, period: { from: string; to: string }) => {
    const row = await transactionStore.account(subject, language, filterOf({ ...period, sort: 'oldest' }));
    return row && fullAccountOf(row);
  };

  return async (row: DocumentRow, reader: Reader): Promise<Document | undefined> => {
    const { title, policy, claim, instalmentId } = row;
    const period = row.periodFrom && row.periodTo ? { from: row.periodFrom, to: row.periodTo } : undefined;
    switch (row.kind) {
      case 'certificate': {
        const details = policy && (await policyIn(reader, policy.id));
        return details ? certificateDocument(details, reader) : undefined;
      }
      case 'renewal': {
        const details = policy && (await policyIn(reader, policy.id));
        return details && period ? renewalPaper(details, title, period, reader) : undefined;
      }
      case 'invoice': {
        const invoice = instalmentId ? await store.invoice(reader.subject, instalmentId) : undefined;
        if (!invoice) return undefined;
        const policies = await inForce({ ...reader, today: invoice.dueDate });
        const covered = policies.filter(({ id }) => invoice.policyId === null || id === invoice.policyId);
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
      case 'letter':
        // Its PDFs came with it.
        return undefined;
      case 'memo': {
        const memo = await store.memo(reader.subject, row.id);
        return memo ? memoPaper(memo, title, reader) : undefined;
      }
    }
  };
};

/**
 * Renders the PDFs of a document when it is first opened, in both languages, from the facts frozen when it was issued (rule
 * HOLD-15), and stores both by their hashes: from then on the document never changes.
 * @returns a function that gives the key of the PDF in a language
 */
export const createMaker = ({ db, contents }: { db: Db; contents: Contents }) => {
  /** The document in each language; `repeatable read` answers every query as of the first one. */
  const read = (subject: Customer, row: DocumentRow): Promise<Record<Language, Document>> =>
    db.transaction(
      async (tx) => {
        const store = createDocumentStore(tx);
        const contentOf = createWriter(tx);
        const frozen = await store.frozen(subject, row.id);
        const renderIn = async (language: Language): Promise<Document> => {
          const rowInLanguage = await store.one(subject, language, row.id);
          const reader = { subject, language, today: row.issuedOn };
          const content =
            rowInLanguage &&
            (frozen ? frozenDocument(rowInLanguage, frozen, reader) : await contentOf(rowInLanguage, reader));
          if (!content) throw new Error(`The document ${row.id} refers to missing data`);
          return content;
        };
        return { is: await renderIn('is'), en: await renderIn('en') };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  return async (subject: Customer, row: DocumentRow, language: Language, now: Date): Promise<string> => {
    if (row.file !== null) return row.file;
    const { is, en } = await read(subject, row);
    const keep = async (document: Document) => (await contents.store(await writePdf(document, now))).key;
    const keys = { is: await keep(is), en: await keep(en) };
    return (await createDocumentStore(db).keepFiles(subject, row.id, keys))[language];
  };
};
