import { randomUUID } from 'node:crypto';
import {
  type Db,
  type DocumentFacts,
  documents,
  documentWordings,
  memos,
  policies,
  type Wordings,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { createDocumentListStore } from './list-store.ts';
import { createSourceStore } from './source-store.ts';

/** Documents. Every query names the subject. */
export const createDocumentStore = (db: Db) => {
  const byId = (subject: Customer, id: string) =>
    and(eq(documents.customerId, subject.id), eq(documents.id, id));
  return {
    ...createDocumentListStore(db),
    ...createSourceStore(db),

    /** The facts frozen when a document was issued; undefined for messages and documents of earlier releases. */
    frozen: async (
      subject: Customer,
      id: string,
    ): Promise<{ facts: DocumentFacts; wordings: Wordings | null } | undefined> => {
      const [row] = await db
        .select({ facts: documents.facts, wordings: documentWordings.data })
        .from(documents)
        .leftJoin(documentWordings, eq(documentWordings.hash, documents.wordings))
        .where(byId(subject, id));
      return row && row.facts !== null ? { facts: row.facts, wordings: row.wordings } : undefined;
    },

    /** Records when the customer first opened it. */
    markRead: async (subject: Customer, id: string, now: Date): Promise<void> => {
      await db
        .update(documents)
        .set({ readAt: now.toISOString() })
        .where(and(byId(subject, id), isNull(documents.readAt)));
    },

    /**
     * Stores the keys of a document's PDFs. Keys that are already there win: what was shown once must not change.
     * @returns the keys that count
     */
    keepFiles: async (
      subject: Customer,
      id: string,
      files: Record<Language, string>,
    ): Promise<Record<Language, string>> => {
      const [stored] = await db
        .update(documents)
        .set({
          fileIs: sql`coalesce(${documents.fileIs}, ${files.is})`,
          fileEn: sql`coalesce(${documents.fileEn}, ${files.en})`,
        })
        .where(byId(subject, id))
        .returning({ is: documents.fileIs, en: documents.fileEn });
      return { is: stored?.is ?? files.is, en: stored?.en ?? files.en };
    },

    hasPolicy: async (subject: Customer, policyId: string): Promise<boolean> =>
      (
        await db
          .select({ id: policies.id })
          .from(policies)
          .where(and(eq(policies.customerId, subject.id), eq(policies.id, policyId)))
      ).length > 0,

    /** Stores a message as a document that its sender has read. @returns its id */
    addMemo: async (
      subject: Customer,
      memo: {
        subject: string;
        text: string;
        policyId: string | null;
        actorId: string;
        day: string;
        now: Date;
      },
    ): Promise<string> => {
      const id = randomUUID();
      const at = memo.now.toISOString();
      const key = { customerId: subject.id, id };
      await db.insert(documents).values({
        ...key,
        kind: 'memo',
        titleIs: memo.subject,
        titleEn: memo.subject,
        issuedOn: memo.day,
        policyId: memo.policyId,
        readAt: at,
      });
      await db.insert(memos).values({ ...key, actorId: memo.actorId, text: memo.text, writtenAt: at });
      return id;
    },
  };
};
export type DocumentStore = ReturnType<typeof createDocumentStore>;
