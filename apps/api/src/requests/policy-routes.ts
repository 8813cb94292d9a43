import { randomUUID } from 'node:crypto';
import type { PolicyRequest, requestCalls } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { answerDueOn } from '../work-items/open-work-item.ts';
import { consequencesOf, factsOf, nextStepsOf } from './policy-facts.ts';
import { assessRequest, findRequestable, type RequestablePolicy } from './policy-requests.ts';
import { statusOf } from './requests.ts';
import { createRequestStore } from './store.ts';
import { type OtherPolicies, otherPoliciesOfVehicle } from './vehicle-policies.ts';

/** Requests about a policy: another cover, suspension, cancellation, withdrawal (rules LIFE-3 to LIFE-5). */
export const policyRequestHandlers = ({
  database,
  clock,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<Pick<typeof requestCalls, 'previewPolicyRequest' | 'requestAboutPolicy'>> => {
  /** @throws Fault `notFound`, `changeAlreadyPending`, and those of `assessRequest` */
  const assess = async (db: Db, subject: Customer, language: Language, body: PolicyRequest) => {
    const found = await findRequestable(db, subject, body.policyId);
    if (!found) throw new Fault('notFound');
    const newest = (await createRequestStore(db).newestByPolicy(subject)).get(body.policyId);
    if (newest?.state === 'pending') throw new Fault('changeAlreadyPending');
    const today = dayOfInstant(clock.now());
    const assessed = await assessRequest(db, found, body, { today, language });
    const { details, effectiveOn, premium } = assessed;
    const before = { premiumPerYear: found.policy.premiumPerYear, deductible: found.policy.deductible };
    return {
      found,
      assessed,
      stored: { kind: body.kind, before, after: { ...details }, effectiveOn, premium },
    };
  };

  const othersOf = async (
    db: Db,
    { policy }: RequestablePolicy,
    { kind, language, today }: { kind: PolicyRequest['kind']; language: Language; today: string },
  ): Promise<OtherPolicies> =>
    kind === 'cancel'
      ? otherPoliciesOfVehicle(db, policy, { language, today })
      : { ending: [], continuing: [] };

  return {
    previewPolicyRequest: async ({ body, context: { subject }, language }) => {
      const { found, assessed, stored } = await assess(database.db, subject, language, body);
      const { details, effectiveOn, premium, isPriced } = assessed;
      const { productId, validFrom } = found.policy;
      const hasBegun = validFrom < effectiveOn;
      const today = dayOfInstant(clock.now());
      const others = await othersOf(database.db, found, { kind: body.kind, language, today });
      return {
        kind: body.kind,
        effectiveOn,
        lastDay: details.lastDay,
        refund: details.refund,
        premiumPerYear: isPriced ? premium : null,
        facts: factsOf(stored, language),
        consequences: consequencesOf(
          { kind: body.kind, product: productId, details, effectiveOn, hasBegun, isPriced, others },
          language,
        ),
      };
    },

    requestAboutPolicy: (call) => {
      const { body, context, language, request } = call;
      const { subject, actor } = context;
      return idempotently(call, async (tx) => {
        const { found, assessed, stored } = await assess(tx, subject, language, body);
        const store = createRequestStore(tx);
        const id = randomUUID();
        const at = clock.now();
        await store.add(tx, subject, {
          id,
          policyId: body.policyId,
          proposalId: null,
          actorId: actor.id,
          ...stored,
          tariffVersion: assessed.edition.version,
          language,
          proof: null,
          createdAt: at.toISOString(),
        });
        const recipient = await mails.onFile(tx, subject);
        if (recipient !== null)
          await mails.write(tx, context, {
            kind: 'changeRequest',
            about: { changeId: id },
            recipient,
            language,
          });
        await audit(tx, request, context, 'policy.request', {
          object: { change: id },
          policy: body.policyId,
          kind: body.kind,
          effectiveOn: stored.effectiveOn,
        });
        await recordEvent(tx, 'policy.changeRequested', subject.id, {
          requestId: id,
          policyId: body.policyId,
        });
        const row = await store.one(subject, id);
        if (!row) throw new Error('The request that was just stored does not exist');
        const answerBy = dayOfInstant(answerDueOn('change', at));
        const { lastDay } = assessed.details;
        const today = dayOfInstant(at);
        const others = await othersOf(tx, found, { kind: body.kind, language, today });
        const email = actor.id === subject.id ? recipient : null;
        return {
          request: statusOf(row, language, new Set([id])),
          next: nextStepsOf({ answerBy, email, lastDay, today, kind: body.kind, others }, language),
        };
      });
    },
  };
};
