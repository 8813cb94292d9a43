import type { RequestState } from '@hofn/contracts';
import { cases, changeRequests, customers, type Db, policies, products, proposals } from '@hofn/database';
import type { Language } from '@hofn/texts';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { pick } from '../platform/language.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { expectNoOther, lockPolicy } from './one-at-a-time.ts';

export type RequestRow = typeof changeRequests.$inferSelect;
export type NewRequest = Omit<
  RequestRow,
  | ('state' | 'settledAt' | 'customerId' | 'ipid' | 'outcome' | 'awaitsCustomer' | 'messages')
  | ('applyOn' | 'applyProblem' | 'oneAtATime' | 'act' | 'askAgainAt')
>;
/** What changes while a request is processed. */
export type RequestChange = Partial<
  Pick<
    RequestRow,
    | ('state' | 'settledAt' | 'outcome' | 'awaitsCustomer' | 'messages')
    | ('applyOn' | 'applyProblem' | 'act' | 'askAgainAt')
  >
>;

type Subject = Pick<Customer, 'id'>;
/** Position of a request in the order of other systems' list. */
export type RequestPosition = [createdAt: string, id: string];

/** Whether a row has a state, as `stateOf` names it. */
const inState = (state: RequestState): SQL | undefined => {
  if (state === 'accepted') return eq(changeRequests.state, 'confirmed');
  if (state === 'refused' || state === 'retracted') return eq(changeRequests.state, state);
  return and(
    eq(changeRequests.state, 'pending'),
    eq(changeRequests.awaitsCustomer, state === 'moreInformation'),
  );
};

const offered = alias(products, 'offered');

/** The names that a request is known by: of its policy, and of the product that was offered. */
const namesIn = (language: Language) => ({
  policyNumber: policies.number,
  policyName: pick(language, products.nameIs, products.nameEn),
  offerNumber: proposals.number,
  offerProduct: proposals.productId,
  offerName: pick(language, offered.nameIs, offered.nameEn),
});

/**
 * Completes outcomes with the ids of policies that another system has named by number, and has written since. A policy
 * may arrive after the outcome that led to it.
 */
const withPolicyIds = async (db: Db, rows: readonly RequestRow[]): Promise<RequestRow[]> => {
  const numbers = rows.flatMap(({ outcome }) =>
    outcome?.policy && outcome.policy.id === null ? [outcome.policy.number] : [],
  );
  if (numbers.length === 0) return [...rows];
  const customerIds = rows.map(({ customerId }) => customerId);
  const found = await db
    .select({ customerId: policies.customerId, id: policies.id, number: policies.number })
    .from(policies)
    .where(and(inArray(policies.number, numbers), inArray(policies.customerId, customerIds)));
  return rows.map((row) => {
    const { outcome, customerId } = row;
    const isOurs = (policy: (typeof found)[number]) =>
      policy.customerId === customerId && policy.number === outcome?.policy?.number;
    const policy = found.find(isOurs);
    if (!outcome || !policy) return row;
    return { ...row, outcome: { ...outcome, policy: { id: policy.id, number: policy.number } } };
  });
};

/** Requests with the names of their policies and offers. */
const namedRequests = (db: Db, language: Language) =>
  db
    .select({ ...getTableColumns(changeRequests), ...namesIn(language) })
    .from(changeRequests)
    .leftJoin(
      policies,
      and(eq(policies.customerId, changeRequests.customerId), eq(policies.id, changeRequests.policyId)),
    )
    .leftJoin(products, eq(products.id, policies.productId))
    .leftJoin(
      proposals,
      and(eq(proposals.customerId, changeRequests.customerId), eq(proposals.id, changeRequests.proposalId)),
    )
    .leftJoin(offered, eq(offered.id, proposals.productId));

/** The pending requests of the customer of the surrounding query, the oldest first. */
export const pendingRequests = (db: Db, language: Language) =>
  namedRequests(db, language)
    .where(and(eq(changeRequests.customerId, customers.id), eq(changeRequests.state, 'pending')))
    .orderBy(asc(changeRequests.createdAt), asc(changeRequests.id));

/** Requests with everything that other systems read. */
const forCore = (db: Db) =>
  db
    .select({
      request: changeRequests,
      ssn: customers.ssn,
      policyNumber: policies.number,
      proposal: proposals,
    })
    .from(changeRequests)
    .innerJoin(customers, eq(customers.id, changeRequests.customerId))
    .leftJoin(
      policies,
      and(eq(policies.customerId, changeRequests.customerId), eq(policies.id, changeRequests.policyId)),
    )
    .leftJoin(
      proposals,
      and(eq(proposals.customerId, changeRequests.customerId), eq(proposals.id, changeRequests.proposalId)),
    );

/** Requests of customers. Every query names the subject, except those that settle requests. */
export const createRequestStore = (db: Db) => {
  const ofSubject = (subject: Subject, id: string) =>
    and(eq(changeRequests.customerId, subject.id), eq(changeRequests.id, id));
  return {
    /**
     * Stores a request in the transaction `tx`, and opens its work item.
     * @throws Fault `changeAlreadyPending` when the policy has one already, `changeWaiting` when an accepted one waits for its day
     */
    add: async (tx: Db, subject: Subject, request: NewRequest): Promise<void> => {
      if (request.policyId !== null) {
        await lockPolicy(tx, subject, request.policyId);
        await expectNoOther(tx, subject, request.policyId, request.language);
      }
      // The unique index decides, so two at once cannot both succeed.
      const [added] = await tx
        .insert(changeRequests)
        .values({ ...request, customerId: subject.id })
        .onConflictDoNothing()
        .returning({ id: changeRequests.id });
      if (!added) throw new Fault('changeAlreadyPending');
      await openWorkItem(tx, {
        kind: 'change',
        matterId: request.id,
        customerId: subject.id,
        language: request.language,
        openedAt: new Date(request.createdAt),
      });
    },

    /** One of the subject's. */
    one: async (subject: Subject, id: string): Promise<RequestRow | undefined> =>
      (await db.select().from(changeRequests).where(ofSubject(subject, id)))[0],

    /** One of the subject's, with the names of its policy and offer. */
    oneWithNames: async (subject: Subject, id: string, language: Language) =>
      (await namedRequests(db, language).where(ofSubject(subject, id)))[0],

    /** Those of the subject's with these ids. */
    list: async (subject: Subject, ids: readonly string[]): Promise<RequestRow[]> =>
      withPolicyIds(
        db,
        await db
          .select()
          .from(changeRequests)
          .where(and(eq(changeRequests.customerId, subject.id), inArray(changeRequests.id, [...ids]))),
      ),

    /**
     * The newest request for each of the subject's policies. One that was taken back says nothing of its policy, and is listed
     * under Messages.
     */
    newestByPolicy: async (subject: Subject): Promise<Map<string, RequestRow>> => {
      const rows = await db
        .selectDistinctOn([changeRequests.policyId])
        .from(changeRequests)
        .where(
          and(
            eq(changeRequests.customerId, subject.id),
            isNotNull(changeRequests.policyId),
            ne(changeRequests.state, 'retracted'),
          ),
        )
        .orderBy(changeRequests.policyId, desc(changeRequests.createdAt), desc(changeRequests.id));
      return new Map((await withPolicyIds(db, rows)).map((row) => [row.policyId ?? '', row]));
    },

    /** The request that the acceptance of an offer created. */
    ofOffer: async (subject: Subject, proposalId: string): Promise<RequestRow | undefined> => {
      const rows = await db
        .select()
        .from(changeRequests)
        .where(and(eq(changeRequests.customerId, subject.id), eq(changeRequests.proposalId, proposalId)));
      return (await withPolicyIds(db, rows))[0];
    },

    /**
     * Ids of the subject's requests that they can take back: nobody has asked anything or taken the work item. An accepted
     * offer is a contract, which other rules end.
     */
    retractable: async (subject: Subject): Promise<Set<string>> => {
      const rows = await db
        .select({ id: changeRequests.id })
        .from(changeRequests)
        .innerJoin(cases, and(eq(cases.kind, 'change'), eq(cases.matterId, changeRequests.id)))
        .where(
          and(
            eq(changeRequests.customerId, subject.id),
            eq(changeRequests.state, 'pending'),
            isNull(changeRequests.proposalId),
            eq(changeRequests.messages, []),
            // What the core was asked to do may be done already.
            isNull(changeRequests.askAgainAt),
            eq(cases.state, 'open'),
            isNull(cases.assigneeId),
          ),
        );
      return new Set(rows.map(({ id }) => id));
    },

    /** Locks a request of any customer until the transaction ends. */
    lock: async (id: string): Promise<RequestRow | undefined> =>
      (await db.select().from(changeRequests).where(eq(changeRequests.id, id)).for('update'))[0],

    /** Changes a request that the caller has locked. */
    change: async (id: string, to: RequestChange): Promise<void> => {
      await db.update(changeRequests).set(to).where(eq(changeRequests.id, id));
    },

    /** Any customer's request, as other systems read it. */
    forCore: async (id: string) => (await forCore(db).where(eq(changeRequests.id, id)))[0],

    /** Requests of all customers, oldest first. */
    listForCore: (
      state: RequestState | undefined,
      { after, limit }: { after: RequestPosition | null; limit: number },
    ) =>
      forCore(db)
        .where(
          and(
            state && inState(state),
            after
              ? sql`(${changeRequests.createdAt}, ${changeRequests.id}) > (${after[0]}::timestamptz, ${after[1]})`
              : undefined,
          ),
        )
        .orderBy(asc(changeRequests.createdAt), asc(changeRequests.id))
        .limit(limit),

    /** Ids of requests of all customers that earlier releases accepted for a day, and that the core was not asked for. */
    earlierAcceptances: async (): Promise<string[]> =>
      (
        await db
          .select({ id: changeRequests.id })
          .from(changeRequests)
          .where(and(isNotNull(changeRequests.applyOn), isNull(changeRequests.act)))
          .orderBy(asc(changeRequests.applyOn), asc(changeRequests.id))
      ).map(({ id }) => id),
  };
};
export type RequestStore = ReturnType<typeof createRequestStore>;
export type NamedRequest = NonNullable<Awaited<ReturnType<RequestStore['oneWithNames']>>>;
export type CoreRow = NonNullable<Awaited<ReturnType<RequestStore['forCore']>>>;
