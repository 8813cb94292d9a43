import type { CaseMatter, ErrorCode, SettledKind } from '@hofn/contracts';
import { customers, type Db, policies, premiumPartTypes } from '@hofn/database';
import { policyStatus } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { totalOf } from '@hofn/insurance/rating.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { ipidName } from '../offers/ipid.ts';
import { proposalOf } from '../offers/offers.ts';
import { createOfferStore } from '../offers/store.ts';
import type { Customer } from '../platform/authorization.ts';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import { pick } from '../platform/language.ts';
import { textsIn } from '../platform/texts.ts';
import { type CustomerRow, contactOf, type WorkItemKind } from '../platform/work-items.ts';
import { daysToAccept } from './acceptance-days.ts';
import type { Acts } from './acts.ts';
import { isInOwnWords } from './added-product.ts';
import { reasonIn } from './decision-texts.ts';
import { effectTexts } from './effect-texts.ts';
import { createLeftToPeople } from './left-to-people.ts';
import { letterOf } from './outcome-letter.ts';
import { detailsOf, factsOf } from './policy-facts.ts';
import { type RatedChange, rateChange } from './rate-change.ts';
import { requestReceiptOf } from './receipt.ts';
import { type Decision, kindOf, settlerNameOf, settlerNow, stateOf } from './requests.ts';
import type { Settling } from './settle.ts';
import { createRequestStore, type NamedRequest, type RequestRow } from './store.ts';

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

/** Why what an earlier release accepted was not carried out, once its case was reopened for that. */
const problemOf = ({ applyOn, applyProblem }: RequestRow, language: Language) =>
  applyOn === null || !applyProblem?.reportedOn
    ? null
    : {
        reason: textsIn(language)(`errorCode|${applyProblem.reason as ErrorCode}`),
        since: applyProblem.since,
      };

/** What the core was asked to do. */
const actOf = ({ act }: RequestRow, language: Language): NonNullable<ChangeMatter['act']> | null =>
  act && {
    state: act.state,
    askedAt: isoInstant(act.askedAt),
    tries: act.tries,
    reasons: act.reasons.flatMap((reason) => reasonIn(reason, language)),
    ...(act.unusable && { unusable: act.unusable }),
  };

const outcomeOf = (request: RequestRow, language: Language): ChangeMatter['outcome'] => {
  const { outcome, settledAt, applyOn } = request;
  return (
    outcome && {
      result: outcome.result,
      settledAt: isoInstantOrNull(settledAt) ?? '',
      by: settlerNameOf(outcome.by, language),
      texts: outcome.texts,
      effectiveOn: outcome.effectiveOn,
      premium: outcome.premium,
      policy: outcome.policy,
      ground: outcome.ground ?? null,
      ...(outcome.payBack !== undefined && { payBack: outcome.payBack }),
      ...(outcome.effect && { effect: effectTexts(outcome.effect, language, request.kind) }),
      applyOn,
      problem: problemOf(request, language),
    }
  );
};

/** The product that a request asks to add. */
const addedOf = (request: RequestRow, language: Language): ChangeMatter['added'] => {
  const name = detailsOf(request)?.productName?.[language];
  return name === undefined ? null : { name };
};

/** The policy that a request is about. */
const findPolicy = async (db: Db, { customerId, policyId }: RequestRow) => {
  const [policy] = await db
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, customerId), eq(policies.id, policyId ?? '')));
  return policy;
};

const matterOf = async (
  db: Db,
  request: NamedRequest,
  reading: { customer: CustomerRow; reader: Language; today: string; byCore: readonly SettledKind[] },
): Promise<ChangeMatter> => {
  const { customer, reader, today, byCore } = reading;
  const receipt = requestReceiptOf(request, { language: reader, isStaff: true });
  const { id, policyId, policyName, policyNumber, effectiveOn, premium, before, after } = request;
  const row = await findPolicy(db, request);
  const validFrom = request.kind !== null ? row?.validFrom : undefined;
  const change =
    kindOf(request) === 'figures' && request.state === 'pending'
      ? await rateChange(db, request, { effectiveOn, today, language: reader })
      : undefined;
  return {
    kind: 'change',
    requestId: id,
    request: kindOf(request),
    state: stateOf(request),
    settledBy: settlerNow(request, byCore),
    act: actOf(request, reader),
    ...(receipt && { receipt }),
    policy:
      policyId !== null && policyName !== null && policyNumber !== null
        ? { id: policyId, name: policyName, number: policyNumber }
        : null,
    policyStatus: row ? policyStatus(row, today) : null,
    effectiveOn,
    effective: daysToAccept(request, today, change?.row.validFrom ?? validFrom),
    premium,
    before,
    after,
    facts: factsOf(request, reader),
    price: change ? await priceOf(db, change, reader) : null,
    offer: await offerOf(db, customer, request, reader, today),
    proof: await proofOf(db, request),
    added: addedOf(request, reader),
    inOwnWords: isInOwnWords(request),
    outcome: outcomeOf(request, reader),
  };
};

/** A customer's request, as staff read and settle it. */
export const requestWorkItem = ({
  db,
  clock,
  site,
  settling,
  acts,
}: {
  db: Db;
  clock: Clock;
  site: string;
  settling: Settling;
  acts: Acts;
}): WorkItemKind => {
  const store = createRequestStore(db);
  const byCore = settling.settings.REQUESTS_SETTLED_BY_CORE;
  const leftToPeople = createLeftToPeople({ db, clock, site, acts, byCore });
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
    lock: (tx, { matterId }) => createRequestStore(tx).lock(matterId),
    closesWithNote: async (tx, { matterId, customerId }) => {
      const request = await createRequestStore(tx).one({ id: customerId ?? '' }, matterId);
      return Boolean(request?.applyProblem?.reportedOn);
    },
    // Staff have dealt with what the core has not carried out, and their note says how.
    stateChanged: async (tx, { matterId }, state) => {
      const request = state === 'closed' ? await createRequestStore(tx).lock(matterId) : undefined;
      if (request?.applyProblem?.reportedOn)
        await createRequestStore(tx).change(matterId, {
          applyOn: null,
          applyProblem: null,
          askAgainAt: null,
        });
    },
    asksBySettling: true,
    settle: async (tx, { row, employee, decision, language }) => {
      const request = await createRequestStore(tx).lock(row.matterId);
      const decided = decisionOf(decision);
      if (request && decided.result === 'accepted' && leftToPeople.isFor(request, decided)) {
        await leftToPeople.accept(tx, request, decided, { employee, language });
        return 'asked';
      }
      return settling.settleRequest(tx, row.matterId, decided, {
        by: { kind: 'staff', ...employee },
        language,
      });
    },
    afterAct: ({ matterId }) => acts.perform(matterId),
    // A rehearsal of what the front records itself: what would refuse the decision refuses the preview.
    preview: async ({ row, customer, employee, decision, language }) => {
      const request = await store.one(customer, row.matterId);
      const decided = decisionOf(decision);
      if (request && decided.result === 'accepted' && leftToPeople.isFor(request, decided))
        return leftToPeople.preview(request, decided, { customer, employee, language });
      return rehearse(db, async (tx) => {
        await settling.settleRequest(tx, row.matterId, decided, {
          by: { kind: 'staff', ...employee },
          language,
        });
        const letterIn = async (read: Language) => {
          const named = await createRequestStore(tx).oneWithNames(customer, row.matterId, read);
          return named && letterOf(named, decided, { subject: customer, language: read, site });
        };
        const [is, en] = [await letterIn('is'), await letterIn('en')];
        return is && en && { is, en };
      });
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

/** Runs `act` in a transaction that is always rolled back. @returns what it returned */
const rehearse = async <Result>(db: Db, act: (tx: Db) => Promise<Result>): Promise<Result> => {
  let rehearsed: { result: Result } | undefined;
  const rollback = new Error('The rehearsal is over');
  try {
    await db.transaction(async (tx) => {
      rehearsed = { result: await act(tx) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!rehearsed) throw new Error('The rehearsal did not run');
  return rehearsed.result;
};

/** A decision of staff, who leave it to us to say which policy it changes. */
const decisionOf = (decision: Parameters<NonNullable<WorkItemKind['settle']>>[1]['decision']): Decision =>
  decision.result === 'accepted' ? { ...decision, policy: null } : decision;
