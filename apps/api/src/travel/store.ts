import { customers, type Db, policies, travelChecks } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { createPolicyStore, type PolicyDetails } from '../policies/store.ts';

/** The product whose policies are confirmed: the only one that covers medical costs abroad. */
const travelProduct = 'travel';

/** Travel policies and their confirmations. All queries but the public check name the subject. */
export const createTravelStore = (db: Db) => {
  const policyStore = createPolicyStore(db);
  return {
    /** The subject's travel policies, also ended ones, in order of their numbers. */
    all: async (subject: Customer, language: Language): Promise<PolicyDetails[]> => {
      const ids = await db
        .select({ id: policies.id })
        .from(policies)
        .where(and(eq(policies.customerId, subject.id), eq(policies.productId, travelProduct)))
        .orderBy(asc(policies.number));
      const whole: PolicyDetails[] = [];
      for (const { id } of ids) {
        const row = await policyStore.one(subject, language, id);
        if (row) whole.push(row);
      }
      return whole;
    },

    /** A travel policy of the subject's; undefined when it is of another product, or somebody else's. */
    find: async (subject: Customer, language: Language, id: string): Promise<PolicyDetails | undefined> => {
      const row = await policyStore.one(subject, language, id);
      return row?.product === travelProduct ? row : undefined;
    },

    /** Stores the hash of an issued code; an existing one is unchanged. */
    storeCheck: async (
      subject: Customer,
      check: Pick<typeof travelChecks.$inferInsert, 'id' | 'policyId' | 'validFrom' | 'validTo'>,
      now: Date,
    ): Promise<void> => {
      await db
        .insert(travelChecks)
        .values({ ...check, customerId: subject.id, createdAt: now.toISOString() })
        .onConflictDoNothing();
    },

    /** What a code confirms, for anyone who has it; undefined when it was never issued. */
    check: async (
      hash: string,
    ): Promise<{ subject: Customer; policyId: string; validFrom: string; validTo: string } | undefined> => {
      const [row] = await db
        .select({
          subject: customerColumns,
          policyId: travelChecks.policyId,
          validFrom: travelChecks.validFrom,
          validTo: travelChecks.validTo,
        })
        .from(travelChecks)
        .innerJoin(customers, eq(customers.id, travelChecks.customerId))
        .where(eq(travelChecks.id, hash));
      return row;
    },
  };
};
export type TravelStore = ReturnType<typeof createTravelStore>;
