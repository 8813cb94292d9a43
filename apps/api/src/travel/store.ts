import { customers, type Db, policies, travelChecks } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, eq } from 'drizzle-orm';
import { lapseOfPolicy } from '../payments/lapse-day.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { accessibleCustomers } from '../policies/household.ts';
import { type NamingPolicy, policiesNaming, travelProduct } from '../policies/naming.ts';
import { createPolicyStore, type PolicyDetails } from '../policies/store.ts';

/** A travel policy that insures a customer, and how the customer refers to it. */
export type TravelPolicy = { reference: string; holderId: string; isOwn: boolean; row: PolicyDetails };

/** Travel policies and their confirmations. All queries but the public check name the subject or the policyholder. */
export const createTravelStore = (db: Db) => {
  const policyStore = createPolicyStore(db);

  const ownPolicy = async (
    holder: Pick<Customer, 'id'>,
    language: Language,
    id: string,
  ): Promise<TravelPolicy | undefined> => {
    const row = await policyStore.one(holder, language, id);
    return row?.product === travelProduct
      ? { reference: id, holderId: holder.id, isOwn: true, row }
      : undefined;
  };

  const travelPoliciesNaming = async (subject: Customer): Promise<NamingPolicy[]> =>
    (await policiesNaming(db, subject)).filter(({ productId }) => productId === travelProduct);

  const readNaming = async (
    { holderId, policyId, reference }: NamingPolicy,
    language: Language,
  ): Promise<TravelPolicy | undefined> => {
    const policy = await ownPolicy({ id: holderId }, language, policyId);
    return policy && { ...policy, reference, isOwn: false };
  };

  return {
    /** Travel policies that insure the subject, also ended ones: their own by number, then those of others naming them. */
    all: async (subject: Customer, language: Language): Promise<TravelPolicy[]> => {
      const ids = await db
        .select({ id: policies.id })
        .from(policies)
        .where(and(eq(policies.customerId, subject.id), eq(policies.productId, travelProduct)))
        .orderBy(asc(policies.number));
      const found: Array<TravelPolicy | undefined> = [];
      for (const { id } of ids) found.push(await ownPolicy(subject, language, id));
      for (const naming of await travelPoliciesNaming(subject))
        found.push(await readNaming(naming, language));
      return found.filter((policy) => policy !== undefined);
    },

    /** A travel policy that insures the subject; undefined for another product, or another person's policy. */
    find: async (
      subject: Customer,
      language: Language,
      reference: string,
    ): Promise<TravelPolicy | undefined> => {
      const own = await ownPolicy(subject, language, reference);
      if (own) return own;
      const naming = (await travelPoliciesNaming(subject)).find((policy) => policy.reference === reference);
      return naming && readNaming(naming, language);
    },

    /**
     * The day on which a policy may lapse for an overdue payment; null when nothing is overdue, and for those who may not
     * read of the policyholder's payments: access does not pass on to delegates.
     */
    lapseDay: async (
      { subject, via }: RequestContext,
      { isOwn, holderId, row }: TravelPolicy,
      today: string,
    ): Promise<string | null> => {
      const mayRead =
        isOwn ||
        (via === 'self' && (await accessibleCustomers(db, subject, today)).some(({ id }) => id === holderId));
      return mayRead ? lapseOfPolicy(db, { customerId: holderId, policyId: row.id }, today) : null;
    },

    /** A policyholder's travel policy. */
    ownPolicy,

    /** Stores the hash of an issued code; an existing one is unchanged. */
    storeCheck: async (
      holderId: string,
      check: Pick<typeof travelChecks.$inferInsert, 'id' | 'policyId' | 'validFrom' | 'validTo'>,
      now: Date,
    ): Promise<void> => {
      await db
        .insert(travelChecks)
        .values({ ...check, customerId: holderId, createdAt: now.toISOString() })
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
