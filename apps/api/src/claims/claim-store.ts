import {
  claimEvents,
  claimMessages,
  claimNumbers,
  claimPayments,
  claims,
  customers,
  type Db,
  documents,
  policies,
  products,
} from '@hofn/database';
import { earlierCoverOn } from '@hofn/domain/cover-history.ts';
import type { Language } from '@hofn/texts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { isShownTo } from '../platform/sensitive-claims.ts';

export type ClaimDetails = typeof claims.$inferSelect & {
  policy: { id: string; number: string; name: string } | null;
  productId: string | null;
  /** Of the policy on the date of loss (rule INS-8). */
  deductible: number | null;
  deductibleText: string | null;
};
/** An event of the timeline, without the amounts, which only the decision letter states. */
export type ClaimEventRow = Omit<typeof claimEvents.$inferSelect, 'lossAmount' | 'compensation'>;
export type ClaimPaymentRow = typeof claimPayments.$inferSelect;
export type ClaimMessageRow = typeof claimMessages.$inferSelect;

type Subject = Pick<Customer, 'id' | 'hiddenClaims'>;

/** A single claim. Every query names the subject. */
export const createClaimStore = (db: Db) => ({
  one: async (
    subject: Subject,
    language: Language,
    id: string,
    from: Db = db,
  ): Promise<ClaimDetails | undefined> => {
    const [row] = await from
      .select({
        claim: claims,
        number: policies.number,
        productId: policies.productId,
        name: pick(language, products.nameIs, products.nameEn),
        deductible: policies.deductible,
        earlierCover: policies.earlierCover,
        deductibleText: pick(language, products.deductibleIs, products.deductibleEn),
      })
      .from(claims)
      .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
      .leftJoin(products, eq(products.id, policies.productId))
      .where(and(eq(claims.customerId, subject.id), eq(claims.id, id), isShownTo(subject, claims.id)));
    if (!row) return undefined;
    const { claim, number, name, productId, earlierCover, deductibleText } = row;
    const { deductible } = earlierCoverOn(earlierCover ?? [], claim.dateOfLoss) ?? row;
    const policy =
      claim.policyId !== null && number !== null && name !== null
        ? { id: claim.policyId, number, name }
        : null;
    return { ...claim, policy, productId, deductible, deductibleText };
  },
  /** Shows all of an unverified claim to its customer. @returns false when it is verified already */
  verify: async (
    tx: Db,
    subject: Subject,
    id: string,
    shown: Pick<typeof claims.$inferInsert, 'titleIs' | 'titleEn' | 'place'>,
  ): Promise<boolean> => {
    const verified = await tx
      .update(claims)
      .set({ ...shown, unverified: false })
      .where(and(eq(claims.customerId, subject.id), eq(claims.id, id), eq(claims.unverified, true)))
      .returning({ id: claims.id });
    return verified.length > 0;
  },
  events: (subject: Subject, claimId: string): Promise<ClaimEventRow[]> =>
    db
      .select()
      .from(claimEvents)
      .where(and(eq(claimEvents.customerId, subject.id), eq(claimEvents.claimId, claimId)))
      .orderBy(asc(claimEvents.sequence)),
  payments: (subject: Subject, claimId: string): Promise<ClaimPaymentRow[]> =>
    db
      .select()
      .from(claimPayments)
      .where(and(eq(claimPayments.customerId, subject.id), eq(claimPayments.claimId, claimId)))
      .orderBy(asc(claimPayments.paidOn), asc(claimPayments.id)),
  /** Decision letters about a claim. */
  letters: (subject: Subject, claimId: string, language: Language) =>
    db
      .select({
        id: documents.id,
        title: pick(language, documents.titleIs, documents.titleEn),
        date: documents.issuedOn,
      })
      .from(documents)
      .where(
        and(
          eq(documents.customerId, subject.id),
          eq(documents.claimId, claimId),
          eq(documents.kind, 'claimDecision'),
        ),
      )
      .orderBy(asc(documents.issuedOn), asc(documents.id)),
  messages: (subject: Subject, claimId: string): Promise<ClaimMessageRow[]> =>
    db
      .select()
      .from(claimMessages)
      .where(and(eq(claimMessages.customerId, subject.id), eq(claimMessages.claimId, claimId)))
      .orderBy(asc(claimMessages.sentAt), asc(claimMessages.id)),
  addMessage: async (tx: Db, row: ClaimMessageRow): Promise<void> => {
    await tx.insert(claimMessages).values(row);
  },
  /** The next of our numbers that no claim has, `T-2026-100001`: another system may have given some of them. */
  nextNumber: async (tx: Db, year: string): Promise<string> => {
    for (;;) {
      const [row] = await tx
        .select({ next: sql<string>`nextval('${sql.raw(claimNumbers.seqName ?? 'claim_numbers')}')` })
        .from(sql`(values (1)) as once`);
      const number = `T-${year}-${row?.next ?? ''}`;
      if ((await tx.$count(claims, eq(claims.number, number))) === 0) return number;
    }
  },
  /** @returns false when another claim has the number */
  add: async (tx: Db, row: typeof claims.$inferInsert): Promise<boolean> => {
    const added = await tx
      .insert(claims)
      .values(row)
      .onConflictDoNothing({ target: claims.number })
      .returning({ id: claims.id });
    return added.length > 0;
  },
  /** Adds an event with the claim's current amounts: each decision letter states the amounts of its own decision. */
  addEvent: async (tx: Db, row: Omit<ClaimEventRow, 'sequence'>): Promise<void> => {
    const own = and(eq(claims.customerId, row.customerId), eq(claims.id, row.claimId));
    const [amounts] = await tx
      .select({ lossAmount: claims.lossAmount, compensation: claims.compensation })
      .from(claims)
      .where(own);
    const next = sql`(select coalesce(max(sequence) + 1, 0) from claim_events where customer_id = ${row.customerId} and claim_id = ${row.claimId})`;
    await tx.insert(claimEvents).values({ ...row, ...amounts, sequence: next as never });
  },
  /** Language, address and name of the subject, for news about a claim and for signing messages. */
  contact: async (subject: Subject, from: Db = db) =>
    (
      await from
        .select({
          email: customers.email,
          language: customers.language,
          mobilePhone: customers.mobilePhone,
          fullName: customers.fullName,
        })
        .from(customers)
        .where(eq(customers.id, subject.id))
    )[0],
});
export type ClaimStore = ReturnType<typeof createClaimStore>;

/** The name that the actor's messages and files are signed with. */
export const authorNameOf = async (
  store: Pick<ClaimStore, 'contact'>,
  { actor, subject }: RequestContext,
): Promise<string> => (await store.contact({ id: actor.id }))?.fullName ?? subject.fullName;
