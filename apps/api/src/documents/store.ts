import { randomUUID } from 'node:crypto';
import type { DocumentKind, DocumentList } from '@hofn/contracts';
import {
  claimEvents,
  claims,
  type Db,
  type DocumentFacts,
  documents,
  documentWordings,
  instalments,
  memos,
  policies,
  products,
  type Wordings,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, desc, eq, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { withClaim, withPolicy } from '../platform/references.ts';
import { folded, listOf } from '../platform/sql.ts';

/** Place of a document in the order of its list. */
export type Position = [issuedOn: string, id: string];

export type DocumentFilter = {
  year: number | null;
  kind: DocumentKind | null;
  policy: string | null;
  read: 'read' | 'unread' | null;
  search: string | null;
  sort: 'newest' | 'oldest';
  after: Position | null;
  limit: number;
};

export type DocumentRow = {
  id: string;
  kind: DocumentKind;
  title: string;
  issuedOn: string;
  periodFrom: string | null;
  periodTo: string | null;
  policy: { id: string; number: string; name: string } | null;
  claim: { id: string; number: string } | null;
  instalmentId: string | null;
  readAt: string | null;
  file: string | null;
};

type Facets = Pick<DocumentList, 'total' | 'unread' | 'years' | 'policies'> & {
  /** Whether the policy that is asked for is the subject's. */
  policyHeld: boolean;
};

/** An instalment as its invoice tells of it. */
export type InvoiceRow = Pick<
  typeof instalments.$inferSelect,
  'sequence' | 'sequenceOf' | 'dueDate' | 'finalDueDate' | 'amount' | 'method' | 'policyId'
>;

/** A claim with the last decision in it up to a day. */
export type DecisionRow = {
  number: string;
  title: string;
  dateOfLoss: string;
  place: string | null;
  lossAmount: number | null;
  compensation: number | null;
  status: string | null;
  note: string | null;
  name: string | null;
};

const inOrder = { newest: desc, oldest: asc };

/** Documents out of the database. Every read and write names the subject, and touches nothing of anyone else's. */
export const createDocumentStore = (db: Db) => {
  const pick = <Is, En>(language: Language, is: Is, en: En): Is | En => (language === 'is' ? is : en);
  const ofSubject = (subject: Customer) => eq(documents.customerId, subject.id);
  const one = (subject: Customer, id: string) => and(ofSubject(subject), eq(documents.id, id));

  const rows = (language: Language) => {
    const policyName = pick(language, products.nameIs, products.nameEn);
    return {
      title: pick(language, documents.titleIs, documents.titleEn),
      policyName,
      from: () =>
        db
          .select({
            id: documents.id,
            kind: documents.kind,
            title: pick(language, documents.titleIs, documents.titleEn),
            issuedOn: documents.issuedOn,
            periodFrom: documents.periodFrom,
            periodTo: documents.periodTo,
            policyId: policies.id,
            policyNumber: policies.number,
            policyName,
            claimId: claims.id,
            claimNumber: claims.number,
            instalmentId: documents.instalmentId,
            readAt: documents.readAt,
            file: pick(language, documents.fileIs, documents.fileEn),
          })
          .from(documents)
          .leftJoin(
            policies,
            and(eq(policies.customerId, documents.customerId), eq(policies.id, documents.policyId)),
          )
          .leftJoin(products, eq(products.id, policies.productId))
          .leftJoin(
            claims,
            and(eq(claims.customerId, documents.customerId), eq(claims.id, documents.claimId)),
          ),
    };
  };

  const wanted = (subject: Customer, language: Language, filter: Omit<DocumentFilter, 'after' | 'limit'>) => {
    const { title, policyName } = rows(language);
    const { year, kind, policy, read, search } = filter;
    return and(
      ofSubject(subject),
      year === null
        ? undefined
        : and(gte(documents.issuedOn, `${year}-01-01`), lte(documents.issuedOn, `${year}-12-31`)),
      kind === null ? undefined : eq(documents.kind, kind),
      policy === null ? undefined : eq(documents.policyId, policy),
      read === null ? undefined : (read === 'read' ? isNotNull : isNull)(documents.readAt),
      search === null
        ? undefined
        : sql`position(${search}::text in ${folded(sql`concat_ws(' ', ${title}, ${policyName}, ${policies.number}, ${claims.number})`)}) > 0`,
    );
  };

  return {
    /** Documents in order of their days, from after a place in it. */
    list: async (
      subject: Customer,
      language: Language,
      { after, limit, ...filter }: DocumentFilter,
    ): Promise<DocumentRow[]> => {
      const place: SQL = sql`(${documents.issuedOn}, ${documents.id})`;
      const beyond = after
        ? sql`${place} ${sql.raw(filter.sort === 'newest' ? '<' : '>')} (${after[0]}::date, ${after[1]}::text)`
        : undefined;
      const order = inOrder[filter.sort];
      const found = await rows(language)
        .from()
        .where(and(wanted(subject, language, filter), beyond))
        .orderBy(order(documents.issuedOn), order(documents.id))
        .limit(limit);
      return found.map((row) => withClaim(withPolicy(row)));
    },

    /** How many the filter keeps, and what the subject's documents can be narrowed by. */
    facets: async (
      subject: Customer,
      language: Language,
      { after: _after, limit: _limit, ...filter }: DocumentFilter,
    ): Promise<Facets> => {
      const { policyName } = rows(language);
      const [counted] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(documents)
        .leftJoin(
          policies,
          and(eq(policies.customerId, documents.customerId), eq(policies.id, documents.policyId)),
        )
        .leftJoin(products, eq(products.id, policies.productId))
        .leftJoin(claims, and(eq(claims.customerId, documents.customerId), eq(claims.id, documents.claimId)))
        .where(wanted(subject, language, filter));
      const [all] = await db
        .select({
          unread: sql<number>`count(*) filter (where ${documents.readAt} is null)::int`,
          years: listOf(
            db
              .selectDistinct({ year: sql<number>`extract(year from ${documents.issuedOn})::int` })
              .from(documents)
              .where(ofSubject(subject)),
          ),
          policies: listOf(
            db
              .selectDistinct({ id: policies.id, number: policies.number, name: policyName })
              .from(documents)
              .innerJoin(
                policies,
                and(eq(policies.customerId, documents.customerId), eq(policies.id, documents.policyId)),
              )
              .innerJoin(products, eq(products.id, policies.productId))
              .where(ofSubject(subject))
              .orderBy(policyName, policies.number),
          ),
          policyHeld: sql<boolean>`${filter.policy}::text is null or exists (select from ${policies} where ${eq(policies.customerId, subject.id)} and ${policies.id} = ${filter.policy}::text)`,
        })
        .from(documents)
        .where(ofSubject(subject));
      return {
        total: counted?.total ?? 0,
        unread: all?.unread ?? 0,
        years: (all?.years ?? []).map(({ year }) => year).toSorted((a, b) => b - a),
        policies: all?.policies ?? [],
        policyHeld: all?.policyHeld ?? false,
      };
    },

    /** One document of the subject's; nothing when there is none, or it is another's. */
    one: async (subject: Customer, language: Language, id: string): Promise<DocumentRow | undefined> =>
      (await rows(language).from().where(one(subject, id))).map((row) => withClaim(withPolicy(row)))[0],

    /** What one states, as it was frozen when it was issued; nothing for a memo and for those of an earlier release. */
    frozen: async (
      subject: Customer,
      id: string,
    ): Promise<{ facts: DocumentFacts; wordings: Wordings | null } | undefined> => {
      const [row] = await db
        .select({ facts: documents.facts, wordings: documentWordings.data })
        .from(documents)
        .leftJoin(documentWordings, eq(documentWordings.hash, documents.wordings))
        .where(one(subject, id));
      return row && row.facts !== null ? { facts: row.facts, wordings: row.wordings } : undefined;
    },

    /** Notes when the customer first opened it. */
    markRead: async (subject: Customer, id: string, now: Date): Promise<void> => {
      await db
        .update(documents)
        .set({ readAt: now.toISOString() })
        .where(and(one(subject, id), isNull(documents.readAt)));
    },

    /**
     * Keeps where the PDFs of a document lie. Whoever made them first has the last word: what was shown once is what
     * is shown ever after.
     */
    keepFiles: async (
      subject: Customer,
      id: string,
      files: Record<Language, string>,
    ): Promise<Record<Language, string>> => {
      const [kept] = await db
        .update(documents)
        .set({
          fileIs: sql`coalesce(${documents.fileIs}, ${files.is})`,
          fileEn: sql`coalesce(${documents.fileEn}, ${files.en})`,
        })
        .where(one(subject, id))
        .returning({ is: documents.fileIs, en: documents.fileEn });
      return { is: kept?.is ?? files.is, en: kept?.en ?? files.en };
    },

    invoice: async (subject: Customer, id: string): Promise<InvoiceRow | undefined> =>
      (
        await db
          .select({
            sequence: instalments.sequence,
            sequenceOf: instalments.sequenceOf,
            dueDate: instalments.dueDate,
            finalDueDate: instalments.finalDueDate,
            amount: instalments.amount,
            method: instalments.method,
            policyId: instalments.policyId,
          })
          .from(instalments)
          .where(and(eq(instalments.customerId, subject.id), eq(instalments.id, id)))
      )[0],

    decision: async (
      subject: Customer,
      language: Language,
      { claimId, day }: { claimId: string; day: string },
    ): Promise<DecisionRow | undefined> =>
      (
        await db
          .select({
            number: claims.number,
            title: pick(language, claims.titleIs, claims.titleEn),
            dateOfLoss: claims.dateOfLoss,
            place: claims.place,
            lossAmount: claims.lossAmount,
            compensation: claims.compensation,
            status: claimEvents.status,
            note: pick(language, claimEvents.noteIs, claimEvents.noteEn),
            name: claimEvents.name,
          })
          .from(claims)
          .innerJoin(
            claimEvents,
            and(eq(claimEvents.customerId, claims.customerId), eq(claimEvents.claimId, claims.id)),
          )
          .where(
            and(
              eq(claims.customerId, subject.id),
              eq(claims.id, claimId),
              sql`${claimEvents.status} in ('approved', 'partlyApproved', 'rejected')`,
              sql`(${claimEvents.at} at time zone 'UTC')::date <= ${day}::date`,
            ),
          )
          .orderBy(desc(claimEvents.sequence))
          .limit(1)
      )[0],

    /** What the customer wrote, and when. */
    memo: async (subject: Customer, id: string): Promise<{ text: string; writtenAt: string } | undefined> =>
      (
        await db
          .select({ text: memos.text, writtenAt: memos.writtenAt })
          .from(memos)
          .where(and(eq(memos.customerId, subject.id), eq(memos.id, id)))
      )[0],

    holdsPolicy: async (subject: Customer, policyId: string): Promise<boolean> =>
      (
        await db
          .select({ id: policies.id })
          .from(policies)
          .where(and(eq(policies.customerId, subject.id), eq(policies.id, policyId)))
      ).length > 0,

    /** Keeps a memo as a document that its writer has read. @returns its id */
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
