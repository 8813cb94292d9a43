import type { CaseMatter, SettledKind } from '@hofn/contracts';
import { customers, type Db, policies, premiumPartTypes } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { totalOf } from '@hofn/domain/rating.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { ipidName } from '../offers/ipid.ts';
import { proposalOf } from '../offers/offers.ts';
import { createOfferStore } from '../offers/store.ts';
import type { Customer } from '../platform/authorization.ts';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import { pick } from '../platform/language.ts';
import { type CustomerRow, contactOf, type WorkItemKind } from '../platform/work-items.ts';
import { letterOf } from './outcome-letter.ts';
import { factsOf } from './policy-facts.ts';
import { type Decision, kindOf, settlerOf, stateOf } from './requests.ts';
import type { Settling } from './settle.ts';
import { createRequestStore, type NamedRequest, type RequestRow } from './store.ts';
import { daysToAccept, type RatedChange, rateChange } from './write-accepted.ts';

type ChangeMatter = Extract<CaseMatter, { kind: 'change' }>;

/** Today's and the new price of a change, by the names of their parts. */
const priceOf = async (
  db: Db,
  { row, parts, edition }: RatedChange,
  language: Language,
): Promise<ChangeMatter['price']> => {
  const types = await db
    .select({
      id: premiumPartTypes.code,
      name: pick(language, premiumPartTypes.nameIs, premiumPartTypes.nameEn),
    })
    .from(premiumPartTypes)
    .orderBy(premiumPartTypes.ordinal);
  const amountIn = (list: RatedChange['parts'], id: string) =>
    list.find((part) => part.id === id)?.amount ?? null;
  return {
    now: row.premiumPerYear,
    recalculated: totalOf(parts),
    tariff: edition.version,
    parts: types.flatMap(({ id, name }) => {
      const [now, recalculated] = [amountIn(row.parts, id), amountIn(parts, id)];
      return now === null && recalculated === null ? [] : [{ name, now, recalculated }];
    }),
  };
};

/** The offer that was accepted, as it would be shown to the customer in the reader's language. */
const offerOf = async (
  db: Db,
  customer: CustomerRow,
  { proposalId }: RequestRow,
  language: Language,
  today: string,
) => {
  const details =
    proposalId === null
      ? undefined
      : await createOfferStore(db).findWithDetails(customer, language, proposalId);
  if (!details) return null;
  const { shown: _, ...offer } = proposalOf(details, language, today);
  return offer;
};

const proofOf = async (db: Db, { proof, actorId, createdAt }: RequestRow): Promise<ChangeMatter['proof']> => {
  if (!proof) return null;
  const [actor] = await db
    .select({ name: customers.fullName })
    .from(customers)
    .where(eq(customers.id, actorId));
  return {
    acceptedAt: isoInstant(createdAt),
    acceptedBy: actor?.name ?? actorId,
    language: proof.language,
    shownHash: proof.shownHash,
  };
};

const outcomeOf = ({ outcome, settledAt, applyOn }: RequestRow): ChangeMatter['outcome'] =>
  outcome && {
    result: outcome.result,
    settledAt: isoInstantOrNull(settledAt) ?? '',
    by: outcome.by.kind === 'staff' ? outcome.by.name : outcome.by.source,
    texts: outcome.texts,
    effectiveOn: outcome.effectiveOn,
    premium: outcome.premium,
    policy: outcome.policy,
    applyOn,
  };

/** First day of the policy that a request is about. */
const firstDayOf = async (db: Db, { customerId, policyId }: RequestRow): Promise<string | undefined> => {
  const [policy] = await db
    .select({ validFrom: policies.validFrom })
    .from(policies)
    .where(and(eq(policies.customerId, customerId), eq(policies.id, policyId ?? '')));
  return policy?.validFrom;
};

const matterOf = async (
  db: Db,
  request: NamedRequest,
  reading: { customer: CustomerRow; reader: Language; today: string; byCore: readonly SettledKind[] },
): Promise<ChangeMatter> => {
  const { customer, reader, today, byCore } = reading;
  const { id, policyId, policyName, policyNumber, effectiveOn, premium, before, after } = request;
  const validFrom = request.kind !== null ? await firstDayOf(db, request) : undefined;
  const change =
    kindOf(request) === 'figures' && request.state === 'pending'
      ? await rateChange(db, request, { effectiveOn, today, language: reader })
      : undefined;
  return {
    kind: 'change',
    requestId: id,
    request: kindOf(request),
    state: stateOf(request),
    settledBy: settlerOf(request, byCore),
    policy:
      policyId !== null && policyName !== null && policyNumber !== null
        ? { id: policyId, name: policyName, number: policyNumber }
        : null,
    effectiveOn,
    effective: daysToAccept(request, today, change?.row.validFrom ?? validFrom),
    premium,
    before,
    after,
    facts: factsOf(request, reader),
    price: change ? await priceOf(db, change, reader) : null,
    offer: await offerOf(db, customer, request, reader, today),
    proof: await proofOf(db, request),
    outcome: outcomeOf(request),
  };
};

/** A customer's request, as staff read and settle it. */
export const requestWorkItem = ({
  db,
  clock,
  site,
  settling,
}: {
  db: Db;
  clock: Clock;
  site: string;
  settling: Settling;
}): WorkItemKind => {
  const store = createRequestStore(db);
  const byCore = settling.settings.REQUESTS_SETTLED_BY_CORE;
  const find = async (customer: Pick<Customer, 'id'> | undefined, id: string, language: Language) =>
    customer && (await store.oneWithNames(customer, id, language));
  return {
    describe: async ({ row, customer, reader }) => {
      const named = await find(customer, row.matterId, reader);
      if (!customer || !named) return undefined;
      const today = dayOfInstant(clock.now());
      return {
        matter: await matterOf(db, named, { customer, reader, today, byCore }),
        ...contactOf(customer),
        files: [],
        messages: named.messages.map(({ fromUs, author, texts, at }, index) => ({
          id: `${named.id} ${index}`.slice(-64),
          fromUs,
          author,
          text: texts[row.language],
          at: isoInstant(at),
          delivery: 'portal',
        })),
      };
    },
    isUndecided: async (tx, { matterId, customerId }) =>
      customerId !== null &&
      (await createRequestStore(tx).one({ id: customerId }, matterId))?.state === 'pending',
    asksBySettling: true,
    settle: (tx, { row, employee, decision, language }) =>
      settling.settleRequest(tx, row.matterId, decisionOf(decision), {
        by: { kind: 'staff', ...employee },
        language,
      }),
    preview: async ({ row, customer, decision }) => {
      const letterIn = async (language: Language) => {
        const named = await find(customer, row.matterId, language);
        return named && letterOf(named, decisionOf(decision), { subject: customer, language, site });
      };
      const [is, en] = [await letterIn('is'), await letterIn('en')];
      return is && en && { is, en };
    },
    proof: async ({ row, customer, language }) => {
      const request = await store.one(customer, row.matterId);
      const offer = request?.proof?.shown as { number?: string } | undefined;
      return request?.proof && offer
        ? {
            key: request.proof.ipid,
            name: ipidName({ number: offer.number ?? '' }, language),
            type: 'application/pdf',
          }
        : undefined;
    },
  };
};

/** A decision of staff, who leave it to us to say which policy it changes. */
const decisionOf = (decision: Parameters<NonNullable<WorkItemKind['settle']>>[1]['decision']): Decision =>
  decision.result === 'accepted' ? { ...decision, policy: null } : decision;
