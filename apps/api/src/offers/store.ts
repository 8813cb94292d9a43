import {
  type Db,
  policies,
  premiumPartTypes,
  productCovers,
  products,
  proposals,
  terms,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { createPolicyStore } from '../policies/store.ts';

type Subject = Customer;

/** Proposals in the database. Every query names the subject. */
export const createOfferStore = (db: Db) => {
  const ofSubject = (subject: Subject, id: string) =>
    and(eq(proposals.customerId, subject.id), eq(proposals.id, id));
  const pick = <Is, En>(language: Language, is: Is, en: En): Is | En => (language === 'is' ? is : en);

  /** A proposal, stored or not yet, with everything its reader sees; undefined without its product. */
  const withDetails = async (
    subject: Subject,
    language: Language,
    proposal: typeof proposals.$inferSelect,
  ) => {
    const [row] = await db
      .select({
        name: pick(language, products.nameIs, products.nameEn),
        deductibleText: pick(language, products.deductibleIs, products.deductibleEn),
      })
      .from(products)
      .where(eq(products.id, proposal.productId));
    if (!row) return undefined;
    const covers = await db
      .select({
        id: productCovers.id,
        kind: productCovers.kind,
        name: pick(language, productCovers.nameIs, productCovers.nameEn),
        description: pick(language, productCovers.descriptionIs, productCovers.descriptionEn),
      })
      .from(productCovers)
      .where(eq(productCovers.productId, proposal.productId))
      .orderBy(productCovers.ordinal);
    const parts = await db
      .select({
        code: premiumPartTypes.code,
        kind: premiumPartTypes.kind,
        name: pick(language, premiumPartTypes.nameIs, premiumPartTypes.nameEn),
      })
      .from(premiumPartTypes)
      .orderBy(premiumPartTypes.ordinal);
    const editions = await db
      .select({
        code: terms.code,
        shown: language === 'is' ? terms.code : sql<string>`coalesce(${terms.codeEn}, ${terms.code})`,
        title: pick(language, terms.titleIs, terms.titleEn),
      })
      .from(terms)
      .where(inArray(terms.code, proposal.termsCodes));
    const now =
      proposal.policyId === null
        ? undefined
        : await createPolicyStore(db).one(subject, language, proposal.policyId);
    return { proposal, ...row, covers, parts, editions, now };
  };

  return {
    /** Unanswered proposals, the first to expire first, with the premium of the policy they would replace. */
    unanswered: (subject: Subject, language: Language) =>
      db
        .select({
          proposal: proposals,
          name: pick(language, products.nameIs, products.nameEn),
          premiumNow: policies.premiumPerYear,
        })
        .from(proposals)
        .innerJoin(products, eq(products.id, proposals.productId))
        .leftJoin(
          policies,
          and(eq(policies.customerId, proposals.customerId), eq(policies.id, proposals.policyId)),
        )
        .where(and(eq(proposals.customerId, subject.id), eq(proposals.state, 'pending')))
        .orderBy(asc(proposals.validTo), asc(proposals.id)),

    /** A proposal with everything its reader sees; undefined when there is none, or it belongs to another customer. */
    findWithDetails: async (subject: Subject, language: Language, id: string) => {
      const [proposal] = await db.select().from(proposals).where(ofSubject(subject, id));
      return proposal && withDetails(subject, language, proposal);
    },

    withDetails,

    /** Locks a proposal until the transaction ends, so that it is answered once. */
    lock: async (subject: Subject, id: string): Promise<void> => {
      await db.select({ id: proposals.id }).from(proposals).where(ofSubject(subject, id)).for('update');
    },

    /** Stores a proposal that the front has made itself: of a purchase. */
    add: async (proposal: typeof proposals.$inferInsert): Promise<void> => {
      await db.insert(proposals).values(proposal);
    },

    answer: async (
      subject: Subject,
      id: string,
      answer: { state: 'accepted' | 'declined'; answeredAt: string; answeredBy: string },
    ): Promise<void> => {
      await db
        .update(proposals)
        .set(answer)
        .where(and(ofSubject(subject, id), eq(proposals.state, 'pending')));
    },
  };
};
export type OfferStore = ReturnType<typeof createOfferStore>;
export type ProposalDetails = NonNullable<Awaited<ReturnType<OfferStore['findWithDetails']>>>;
