import { hash, randomUUID } from 'node:crypto';
import type { CoreActPreview, PaymentPlanPreview, paymentPlanCalls, SentPaymentPlan } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { PlanChoice } from '@hofn/insurance/billing/payment-plan.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { createPaymentStore } from '../payments/store.ts';
import { audit } from '../platform/audit.ts';
import type { RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { tariffOn } from '../platform/tariffs.ts';
import { textsIn } from '../platform/texts.ts';
import { answerDueOn } from '../work-items/open-work-item.ts';
import type { Acts } from './acts.ts';
import { unsent } from './core-request.ts';
import type { DecisionTexts } from './decision-texts.ts';
import {
  choicesOf,
  costOf,
  findOpenPlan,
  findOwed,
  findRunningPlan,
  type Owed,
  paymentsByCore,
  planFacts,
} from './payment-plans.ts';
import { noDetails } from './policy-facts.ts';
import { statusOf } from './requests.ts';
import { createRequestStore, type NewRequest, type RequestRow } from './store.ts';

type Body = { choice: PlanChoice; due: number };
type Asked = { context: RequestContext; language: Language; body: Body };

/**
 * Checks that other days can be asked for now, for the debt that the customer saw.
 * @throws Fault `changeAlreadyPending`, `paymentPending`, `amountChanged`
 */
const expectDue = async (db: Db, { context: { subject }, body }: Asked, { rows, debt }: Owed) => {
  if (await findOpenPlan(db, subject)) throw new Fault('changeAlreadyPending');
  if (rows.some(({ paymentId }) => paymentId !== null)) throw new Fault('paymentPending');
  if (debt.total !== body.due || debt.total === 0) throw new Fault('amountChanged');
};

const consequencesOf = (isAtOnce: boolean, language: Language): string[] => {
  const t = textsIn(language);
  return [
    ...(isAtOnce ? [] : [t('paymentPlan|then.waits')]),
    ...[t('paymentPlan|then.kept'), t('paymentPlan|then.missed'), t('paymentPlan|then.others')],
  ];
};

type Parts = { database: Database; clock: Clock; decisionTexts: DecisionTexts; acts: Acts };

/** What a choice leads to: by the core, or by the terms while it does not answer. */
const createPlanPreviewing = ({ database, clock, decisionTexts, acts }: Parts) => {
  const isAsked = acts.isAsked('plan');
  const today = () => dayOfInstant(clock.now());

  const requestOf = async (db: Db, { context, language, body }: Asked, at: Date): Promise<NewRequest> => {
    const day = dayOfInstant(at);
    const plan = { choice: body.choice, total: body.due };
    return {
      // About no policy: an open one about a policy does not stand in its way.
      ...{ id: randomUUID(), kind: 'plan', policyId: null, proposalId: null, actorId: context.actor.id },
      ...{ before: null, after: { ...noDetails, plan }, effectiveOn: day, premium: 0 },
      ...{ tariffVersion: (await tariffOn(db, day)).version, language, proof: null },
      createdAt: at.toISOString(),
    };
  };

  const previewByCore = async (asked: Asked): Promise<CoreActPreview | undefined> => {
    if (!isAsked) return undefined;
    const request = await requestOf(database.db, asked, clock.now());
    const { ssn } = asked.context.subject;
    return acts.preview(unsent({ ssn, policyNumber: null, proposal: null, request }));
  };

  const previewOf = async (asked: Asked): Promise<{ preview: PaymentPlanPreview; isAnswered: boolean }> => {
    const { context, language, body } = asked;
    const owed = await findOwed(database.db, context.subject, today());
    await expectDue(database.db, asked, owed);
    // By the terms first: what they do not allow is refused by its field.
    costOf(owed, body.choice, undefined, language);
    const said = await previewByCore(asked);
    const decision = decisionTexts('plan', said, language);
    const preview = {
      decision,
      ...costOf(owed, body.choice, said, language),
      consequences: consequencesOf(decision.decided === 'atOnce', language),
    };
    return {
      preview: { ...preview, shown: hash('sha256', JSON.stringify(preview)) },
      isAnswered: said !== undefined || !isAsked,
    };
  };

  return { requestOf, previewOf };
};

/** Other days to pay what is due, for customers who cannot pay on time (rule RIGHT-4). */
export const paymentPlanHandlers = ({
  database,
  clock,
  mails,
  idempotently,
  decisionTexts,
  acts,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
  decisionTexts: DecisionTexts;
  acts: Acts;
}): Handlers<typeof paymentPlanCalls> => {
  const isAsked = acts.isAsked('plan');
  const today = () => dayOfInstant(clock.now());

  const { requestOf, previewOf } = createPlanPreviewing({ database, clock, decisionTexts, acts });

  const nextOf = (row: RequestRow, email: string | null, language: Language): string[] => {
    const t = textsIn(language);
    const params = {
      date: formatDate(language, dayOfInstant(answerDueOn('change', clock.now()))),
      email: email ?? '',
    };
    if (row.state === 'confirmed')
      return [
        ...[t('paymentPlan|then.kept'), t('paymentPlan|then.missed')],
        t(email === null ? 'byRule|here' : 'byRule|email', params),
      ];
    return [
      ...[t('paymentPlan|next.answer', params), t('paymentPlan|then.waits')],
      t(email === null ? 'paymentPlan|next.here' : 'paymentPlan|next.email', params),
    ];
  };

  const sentOf = async (db: Db, { context, language }: Asked, id: string): Promise<SentPaymentPlan> => {
    const { subject, actor } = context;
    const store = createRequestStore(db);
    const row = await store.one(subject, id);
    if (!row) throw new Error('The request that was just stored does not exist');
    const email = actor.id === subject.id ? await mails.onFile(db, subject) : null;
    const { plan } = row.after as { plan?: Parameters<typeof planFacts>[0] };
    return {
      request: statusOf(row, language, await store.retractable(subject)),
      payments: row.outcome?.effect ? paymentsByCore(row.outcome.effect) : [],
      next: nextOf(row, email, language),
      facts: plan ? planFacts(plan, language) : [],
    };
  };

  return {
    paymentChoices: async ({ context: { subject }, language }) => ({
      ...choicesOf(await findOwed(database.db, subject, today()), language),
      open: await findOpenPlan(database.db, subject),
      running: await findRunningPlan(database.db, subject),
    }),

    previewPaymentPlan: async ({ body, context, language }) =>
      (await previewOf({ body, context, language })).preview,

    requestPaymentPlan: async (call) => {
      const { body, context, language, request } = call;
      const asked = { body, context, language };
      const { subject, actor } = context;
      if ((await idempotently.replayedAnswer(call)) === undefined) {
        const { preview, isAnswered } = await previewOf(asked);
        if (isAnswered && preview.shown !== body.shown) throw new Fault('previewChanged');
      }
      const sent = await idempotently(call, async (tx) => {
        const at = clock.now();
        // Of two at once, and of a payment that begins meanwhile, the second sees the first.
        await createPaymentStore(tx).lockAccount(tx, subject);
        await expectDue(tx, asked, await findOwed(tx, subject, dayOfInstant(at)));
        const added = await requestOf(tx, asked, at);
        const { id } = added;
        await createRequestStore(tx).add(tx, subject, added);
        await recordEvent(tx, 'policy.changeRequested', subject.id, { requestId: id, policyId: null });
        // The e-mail depends on the core's answer.
        if (isAsked) await acts.ask(tx, id);
        const recipient = await mails.onFile(tx, subject);
        if (recipient !== null && !isAsked)
          await mails.write(tx, context, {
            kind: 'changeRequest',
            about: { changeId: id },
            recipient,
            language,
          });
        await audit(tx, request, context, 'payment.plan', {
          object: { change: id },
          choice: body.choice.kind,
          amount: body.due,
        });
        return sentOf(tx, asked, id);
      });
      if (!isAsked) return sent;
      await acts.perform(sent.request.id);
      return sentOf(database.db, { body, context: { ...context, actor }, language }, sent.request.id);
    },
  };
};
