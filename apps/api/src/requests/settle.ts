import type { SettledKind } from '@hofn/contracts';
import { type ActEffect, customers, type Db, type RequestOutcome, type SettledBy } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { isInOwnWords } from './added-product.ts';
import { withFacts } from './outcome-facts.ts';
import {
  type Decision,
  isByRule,
  isRecorded,
  kindOf,
  type Settler,
  settlerNameOf,
  settlerNow,
  settlerOf,
} from './requests.ts';
import { createRequestStore, type RequestRow } from './store.ts';

export type Settling = ReturnType<typeof createSettling>;

/** How a request was settled, for a caller whose decision differs. */
const requestSettled = ({ outcome }: RequestRow, language: Language): Fault => {
  const by = outcome ? settlerNameOf(outcome.by, language) : '';
  const recorded = {
    result: outcome?.result,
    effectiveOn: outcome?.effectiveOn,
    premium: outcome?.premium,
    policy: outcome?.policy?.number,
  };
  const t = textsIn(language);
  const what = t(`requestState|${outcome?.result ?? 'refused'}`).toLowerCase();
  const details = [
    outcome?.effectiveOn && formatDate(language, outcome.effectiveOn),
    outcome?.premium !== undefined && outcome.premium !== null && formatMoney(language, outcome.premium),
  ].filter((detail): detail is string => Boolean(detail));
  return new Fault('requestSettled', {
    fields: [
      {
        path: 'FORM',
        reason: 'requestSettledBy',
        params: { by, what: [what, ...details].join(', ') },
      },
      ...Object.entries(recorded).flatMap(([path, value]) =>
        value === undefined || value === null ? [] : [{ path, reason: 'form', literal: String(value) }],
      ),
    ],
  });
};

/**
 * An accepted offer is a contract: staff refuse it on a legal ground alone, and nothing else on one.
 * @throws Fault `validation` naming `ground`
 */
const expectGround = (
  request: RequestRow,
  { ground }: Extract<Decision, { result: 'refused' }>,
  by: SettledBy,
): void => {
  if (by.kind === 'core' || (kindOf(request) === 'offer') === (ground !== undefined)) return;
  throw new Fault('validation', {
    fields: [{ path: 'ground', reason: ground === undefined ? 'groundRequired' : 'form' }],
  });
};

/** A request in the customer's own words needs a text that says what changed. @throws Fault `validation` */
export const expectWords = (request: RequestRow, texts: Decision['texts']): void => {
  if (isInOwnWords(request) && texts === null)
    throw new Fault('validation', { fields: [{ path: 'texts', reason: 'required' }] });
};

/**
 * A withdrawal is a right that the customer has used by sending it: nobody refuses it, or moves its day (rule RIGHT-1).
 * @throws Fault `validation` naming `result` or `effectiveOn`
 */
export const expectWithdrawn = (request: RequestRow, decision: Decision): void => {
  if (request.kind !== 'withdraw') return;
  if (decision.result === 'refused')
    throw new Fault('validation', { fields: [{ path: 'result', reason: 'withdrawalStands' }] });
  if (
    decision.result === 'accepted' &&
    decision.effectiveOn !== null &&
    decision.effectiveOn !== request.effectiveOn
  )
    throw new Fault('validation', { fields: [{ path: 'effectiveOn', reason: 'withdrawalDay' }] });
};

/** The outcome to record for a decision. @throws Fault `validation` naming `ground` */
const decidedOutcome = (
  request: RequestRow,
  decision: Exclude<Decision, { result: 'moreInformation' }>,
  { by, effect }: { by: SettledBy; effect: ActEffect | undefined },
): RequestOutcome => {
  const { result, texts } = decision;
  if (decision.result === 'refused') {
    expectGround(request, decision, by);
    const { ground } = decision;
    return { result, by, texts, effectiveOn: null, premium: null, policy: null, ...(ground && { ground }) };
  }
  const { effectiveOn, premium, policy } = decision;
  return { result, by, texts, effectiveOn, premium, policy, ...(effect && { effect }) };
};

type Notice = 'requestAccepted' | 'requestRefused' | 'requestQuestion' | 'proposalAccepted' | 'changeRequest';

/** Queues e-mails about requests in the caller's transaction. */
const createNotices =
  (mails: Mails) =>
  async (
    tx: Db,
    request: Pick<RequestRow, 'id' | 'customerId' | 'language'>,
    actor: { id: string },
    kind: Notice,
  ): Promise<void> => {
    const [subject] = await tx.select().from(customers).where(eq(customers.id, request.customerId));
    if (!subject) return;
    const customer: Customer = subject;
    const recipient = await mails.onFile(tx, customer);
    if (recipient === null) return;
    const isReceipt = kind === 'proposalAccepted' || kind === 'changeRequest';
    await mails.write(
      tx,
      { actor, subject: customer },
      {
        kind,
        about: isReceipt ? { changeId: request.id } : { requestId: request.id },
        recipient,
        language: request.language,
      },
    );
  };

/** Ends requests (rule CORE-10). Staff, the core and other systems use the same function. */
export const createSettling = (parts: {
  clock: Clock;
  mails: Mails;
  settings: { REQUESTS_SETTLED_BY_CORE: readonly SettledKind[] };
}) => {
  const { clock, mails, settings } = parts;

  const notify = createNotices(mails);

  /** Whether a settler may record a decision: each decides its own kinds; staff also what the core has referred. */
  const maySettle = (request: RequestRow, settler: Settler): boolean => {
    const byCore = settings.REQUESTS_SETTLED_BY_CORE;
    return settler === 'core'
      ? settlerOf(request, byCore) === 'core'
      : settlerNow(request, byCore) === 'staff';
  };

  return {
    settings,

    /** Confirms by e-mail that a request was received, in the transaction `tx`. */
    acknowledge: (tx: Db, request: Omit<RequestRow, 'act'>): Promise<void> =>
      notify(
        tx,
        request,
        { id: request.actorId },
        kindOf(request) === 'offer' ? 'proposalAccepted' : 'changeRequest',
      ),

    /**
     * Records a decision on a request in the transaction `tx`: once, with who decided and when. The customer is notified,
     * and the work item closed, except when staff decide: their act closes it. Nothing is written to a policy: what is
     * accepted is an act of the core, whose facts are stored beside the outcome.
     * @param occasion.effect given if the core has carried it out, also when an employee decided: the work item is closed
     * @throws Fault `notFound`, `settledElsewhere`, `requestRetracted`, `requestSettled` with what is recorded when that
     * differs; `validation` and `policyMissing` when it cannot be accepted; `coreNotConnected` when nobody can carry it out
     * @returns `unchanged` when the same decision is already recorded
     */
    settleRequest: async (
      tx: Db,
      id: string,
      decision: Decision,
      { by, language, effect }: { by: SettledBy; language: Language; effect?: ActEffect },
    ): Promise<'recorded' | 'unchanged'> => {
      const store = createRequestStore(tx);
      const request = await store.lock(id);
      if (!request) throw new Fault('notFound');
      if (isRecorded(request, decision)) return 'unchanged';
      if (request.state === 'retracted') throw new Fault('requestRetracted');
      if (request.state !== 'pending') throw requestSettled(request, language);
      const settler: Settler = by.kind;
      const isDone = effect !== undefined;
      if (!isDone && !maySettle(request, settler)) throw new Fault('settledElsewhere');
      expectWithdrawn(request, decision);
      if (decision.result === 'accepted' && settler !== 'core' && !isDone)
        throw new Fault('coreNotConnected');
      const now = clock.now();
      const at = now.toISOString();
      const actor = { id: by.kind === 'staff' ? by.id : by.source };
      if (decision.result === 'moreInformation') {
        const author = by.kind === 'staff' ? by.name : '';
        const messages = [...request.messages, { fromUs: true, author, texts: decision.texts, at }];
        await store.change(id, { messages, awaitsCustomer: true });
        await notify(tx, request, actor, 'requestQuestion');
        await recordEvent(tx, 'request.questionAsked', request.customerId, { requestId: id, by: by.kind });
        return 'recorded';
      }
      const outcome = await withFacts(tx, request, decidedOutcome(request, decision, { by, effect }));
      await store.change(id, {
        state: decision.result === 'accepted' ? 'confirmed' : 'refused',
        outcome,
        settledAt: at,
        awaitsCustomer: false,
        askAgainAt: null,
      });
      // The customer's own acceptance issued the policy: one e-mail confirms both, with the document that was accepted.
      const isIssued = isByRule(by) && kindOf(request) === 'offer' && !request.act?.isAcknowledged;
      const accepted = isIssued ? 'proposalAccepted' : 'requestAccepted';
      await notify(tx, request, actor, decision.result === 'accepted' ? accepted : 'requestRefused');
      await recordEvent(tx, 'request.settled', request.customerId, {
        requestId: id,
        by: settler,
        result: outcome.result,
        policyId: outcome.policy?.id ?? null,
      });
      if (isDone || settler !== 'staff') await closeWorkItem(tx, 'change', id, now);
      return 'recorded';
    },
  };
};
