import type { DocumentSummary } from '@hofn/contracts';
import {
  claims,
  type Db,
  documentsToSign,
  policies,
  products,
  type SigningTerms,
  signedDocuments,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { type DatedFilter, datedList } from '../platform/dated-list.ts';
import { pick } from '../platform/language.ts';
import { withClaim, withPolicy } from '../platform/references.ts';
import { isShownTo } from '../platform/sensitive-claims.ts';

type Subject = Pick<Customer, 'id' | 'hiddenClaims'>;
type Signed = typeof signedDocuments.$inferSelect;

/** A document to sign, or one that is signed. */
export type SigningDocument = Pick<DocumentSummary, 'id' | 'title' | 'policy' | 'claim'> & {
  terms: SigningTerms;
  issuedOn: string;
  signBy: string;
  fileIs: string | null;
  fileEn: string | null;
  unsignableAt: string | null;
  signed: Signed | null;
};
export type SignedRow = SigningDocument & { signed: Signed };

/** Position of a signed document in the list. */
export type Position = [signedAt: string, id: string];

/** Documents to sign, and signed ones. Every query names the subject. */
export const createSigningStore = (db: Db) => {
  const byId = (subject: Subject, id: string) =>
    and(
      eq(documentsToSign.customerId, subject.id),
      eq(documentsToSign.id, id),
      isShownTo(subject, documentsToSign.claimId),
    );
  const rows = (language: Language) =>
    db
      .select({
        id: documentsToSign.id,
        title: pick(language, documentsToSign.titleIs, documentsToSign.titleEn),
        policyId: policies.id,
        policyNumber: policies.number,
        policyName: pick(language, products.nameIs, products.nameEn),
        claimId: claims.id,
        claimNumber: claims.number,
        terms: documentsToSign.terms,
        issuedOn: documentsToSign.issuedOn,
        signBy: documentsToSign.signBy,
        fileIs: documentsToSign.fileIs,
        fileEn: documentsToSign.fileEn,
        unsignableAt: documentsToSign.unsignableAt,
        signed: signedDocuments,
      })
      .from(documentsToSign)
      .leftJoin(
        policies,
        and(eq(policies.customerId, documentsToSign.customerId), eq(policies.id, documentsToSign.policyId)),
      )
      .leftJoin(products, eq(products.id, policies.productId))
      .leftJoin(
        claims,
        and(eq(claims.customerId, documentsToSign.customerId), eq(claims.id, documentsToSign.claimId)),
      )
      .leftJoin(
        signedDocuments,
        and(
          eq(signedDocuments.customerId, documentsToSign.customerId),
          eq(signedDocuments.id, documentsToSign.id),
        ),
      );
  const ofSigner = (subject: Subject) =>
    and(eq(signedDocuments.customerId, subject.id), isShownTo(subject, documentsToSign.claimId));
  const signedList = (language: Language) =>
    datedList(
      signedDocuments.signedAt,
      signedDocuments.id,
      sql`concat_ws(' ', ${pick(language, documentsToSign.titleIs, documentsToSign.titleEn)}, ${policies.number}, ${pick(language, products.nameIs, products.nameEn)}, ${claims.number}, ${signedDocuments.signerName})`,
    );
  const documentOf = (row: Awaited<ReturnType<typeof rows>>[number]): SigningDocument =>
    withClaim(withPolicy(row));
  const isSigned = (row: SigningDocument): row is SignedRow => row.signed !== null;

  return {
    /** Unsigned documents, the most urgent first. */
    unsigned: async (subject: Subject, language: Language): Promise<SigningDocument[]> => {
      const found = await rows(language)
        .where(
          and(
            eq(documentsToSign.customerId, subject.id),
            isNull(signedDocuments.id),
            isShownTo(subject, documentsToSign.claimId),
          ),
        )
        .orderBy(asc(documentsToSign.signBy), asc(documentsToSign.id));
      return found.map(documentOf);
    },

    /** Signed documents that match a filter, after a position. */
    signed: async (
      subject: Subject,
      language: Language,
      filter: DatedFilter,
      { after, limit }: { after: Position | null; limit: number },
    ): Promise<SignedRow[]> => {
      const list = signedList(language);
      const found = await rows(language)
        .where(and(ofSigner(subject), list.matches(filter), list.beyond(filter, after)))
        .orderBy(...list.order(filter))
        .limit(limit);
      return found.map(documentOf).filter(isSigned);
    },

    /** How many match a filter. */
    signedCount: async (subject: Subject, language: Language, filter: DatedFilter): Promise<number> => {
      const matching = rows(language).where(and(ofSigner(subject), signedList(language).matches(filter)));
      const [row] = await db.select({ total: count() }).from(matching.as('matching'));
      return row?.total ?? 0;
    },

    /** The subject's document; undefined when there is none, or it is somebody else's. */
    one: async (subject: Subject, language: Language, id: string): Promise<SigningDocument | undefined> =>
      (await rows(language).where(byId(subject, id))).map(documentOf)[0],

    /** A signed document. */
    signedOne: async (subject: Subject, language: Language, id: string): Promise<SignedRow | undefined> =>
      (await rows(language).where(byId(subject, id))).map(documentOf).find(isSigned),

    /**
     * Stores the keys of a document's PDFs. Keys that are already there win: what was shown is what is signed.
     */
    keepFiles: async (
      subject: Subject,
      id: string,
      files: Record<Language, string>,
    ): Promise<Record<Language, string>> => {
      const [stored] = await db
        .update(documentsToSign)
        .set({
          fileIs: sql`coalesce(${documentsToSign.fileIs}, ${files.is})`,
          fileEn: sql`coalesce(${documentsToSign.fileEn}, ${files.en})`,
        })
        .where(byId(subject, id))
        .returning({ is: documentsToSign.fileIs, en: documentsToSign.fileEn });
      return { is: stored?.is ?? files.is, en: stored?.en ?? files.en };
    },

    /**
     * Records, in the transaction `tx`, that the file of a document cannot be signed, so that nobody is reminded of it.
     * @returns whether that was new
     */
    markUnsignable: async (tx: Db, subject: Subject, id: string, at: Date): Promise<boolean> => {
      const marked = await tx
        .update(documentsToSign)
        .set({ unsignableAt: at.toISOString() })
        .where(and(byId(subject, id), isNull(documentsToSign.unsignableAt)))
        .returning({ id: documentsToSign.id });
      return marked.length > 0;
    },

    /** A signed document by its content, of any customer: the caller has the document itself. */
    byContent: async (language: Language, key: string): Promise<SignedRow | undefined> =>
      (await rows(language).where(eq(signedDocuments.file, key))).map(documentOf).find(isSigned),
  };
};
export type SigningStore = ReturnType<typeof createSigningStore>;
