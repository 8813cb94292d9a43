import type { SettledKind } from '@hofn/contracts';
import { customers, type Db, type RequestOutcome, type SettledBy } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, formatDate, formatMoney, type Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { type Decision, isRecorded, settlerOf } from './requests.ts';
import { createRequestStore, type RequestRow } from './store.ts';
import { writeAccepted } from './write-accepted.ts';

export type Settling = ReturnType<typeof createSettling>;

/** How a request was settled, for a caller whose decision differs. */
const requestSettled = ({ outcome }: RequestRow, language: Language): Fault => {
  const by = outcome?.by.kind === 'staff' ? outcome.by.name : (outcome?.by.source ?? '');
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

/** Ends requests (rule CORE-10). Staff and other systems use the same function. */
export const createSettling = (parts: {
  clock: Clock;
  mails: Mails;
  settings: { REQUESTS_SETTLED_BY_CORE: readonly SettledKind[] };
}) => {
  const { clock, mails, settings } = parts;

  const notify = async (
    tx: Db,
    request: RequestRow,
    by: SettledBy,
    kind: 'requestAccepted' | 'requestRefused' | 'requestQuestion',
  ): Promise<void> => {
    const [subject] = await tx.select().from(customers).where(eq(customers.id, request.customerId));
    if (!subject) return;
    const customer: Customer = subject;
    const recipient = await mails.onFile(tx, customer);
    if (recipient === null) return;
    const actor = { id: by.kind === 'staff' ? by.id : by.source };
    await mails.write(
      tx,
      { actor, subject: customer },
      { kind, about: { requestId: request.id }, recipient, language: request.language },
    );
  };

  return {
    settings,

    /**
     * Records a decision on a request in the transaction `tx`: once, with who decided and when. The customer is notified,
     * and the work item closed, except when staff decide: their act closes it. What staff accept is written to the
     * policy; another system writes its policies itself.
     * @throws Fault `notFound`, `settledElsewhere`, `requestRetracted`, `requestSettled` with what is recorded when that
     * differs; `validation` and `policyNotInForce` when it cannot be accepted
     * @returns `unchanged` when the same decision is already recorded
     */
    settleRequest: async (
      tx: Db,
      id: string,
      decision: Decision,
      { by, language }: { by: SettledBy; language: Language },
    ): Promise<'recorded' | 'unchanged'> => {
      const store = createRequestStore(tx);
      const request = await store.lock(id);
      if (!request) throw new Fault('notFound');
      if (isRecorded(request, decision)) return 'unchanged';
      if (request.state === 'retracted') throw new Fault('requestRetracted');
      if (request.state !== 'pending') throw requestSettled(request, language);
      if (settlerOf(request, settings.REQUESTS_SETTLED_BY_CORE) !== by.kind)
        throw new Fault('settledElsewhere');
      const now = clock.now();
      const at = now.toISOString();
      const { texts } = decision;
      if (decision.result === 'moreInformation') {
        const author = by.kind === 'staff' ? by.name : '';
        const messages = [...request.messages, { fromUs: true, author, texts: decision.texts, at }];
        await store.change(id, { messages, awaitsCustomer: true });
        await notify(tx, request, by, 'requestQuestion');
        await recordEvent(tx, 'request.questionAsked', request.customerId, { requestId: id, by: by.kind });
        return 'recorded';
      }
      const outcome: RequestOutcome = {
        result: decision.result,
        by,
        texts,
        effectiveOn: null,
        premium: null,
        policy: null,
      };
      let applyOn: string | null = null;
      if (decision.result === 'accepted') {
        const { effectiveOn, premium, policy } = decision;
        Object.assign(outcome, { effectiveOn, premium, policy });
        if (by.kind === 'staff') {
          const terms = {
            effectiveOn: effectiveOn ?? request.effectiveOn,
            premium: premium ?? request.premium,
          };
          const written = await writeAccepted(tx, request, terms, {
            now,
            today: dayOfInstant(now),
            language,
          });
          Object.assign(outcome, { policy: written.policy });
          applyOn = written.applyOn;
        }
      }
      await store.change(id, {
        state: decision.result === 'accepted' ? 'confirmed' : 'refused',
        outcome,
        settledAt: at,
        awaitsCustomer: false,
        applyOn,
      });
      await notify(tx, request, by, decision.result === 'accepted' ? 'requestAccepted' : 'requestRefused');
      await recordEvent(tx, 'request.settled', request.customerId, {
        requestId: id,
        by: by.kind,
        result: outcome.result,
        policyId: outcome.policy?.id ?? null,
      });
      if (by.kind === 'core') await closeWorkItem(tx, 'change', id, now);
      return 'recorded';
    },
  };
};
