import type { PaymentChoices, PaymentPlanPreview, SentPaymentPlan } from '@hofn/contracts';
import { changeRequests, instalments, mails, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { isCar, type Requests, startRequests } from './testing/started-requests.ts';

const path = '/api/payment/v1/plan';
const ssn = '1402851489';
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
/** The day of the tests is 21 November. */
const parts = [
  { dueDate: '2026-12-05', amount: 6_735 },
  { dueDate: '2027-01-05', amount: 6_734 },
  { dueDate: '2027-02-05', amount: 6_734 },
];
const decision = { edition: '2026-2', reasons: [{ code: 'planTerms', texts: null }] };
const effect = {
  ...{ premiumBefore: 0, premiumAfter: 0, charged: 490, credited: 0, refunded: 0, refundOn: null },
  instalments: parts.map(({ dueDate, amount }) => ({ dueDate, before: 0, after: amount })),
};
const facts = parts.map(({ dueDate, amount }, index) => ({
  ...{ type: 'instalments', key: `plan-${dueDate}`, version: 1 },
  facts: {
    ...{ customer: ssn, policy: null, sequence: index + 1, sequenceOf: 3, dueDate, finalDueDate: dueDate },
    ...{ amount, penaltyInterest: 0, fees: 0, method: 'claim' },
  },
}));

describeWithDatabase('other days to pay', (open) => {
  let on: Requests;
  let core: 'done' | 'referred' = 'done';
  beforeAll(async () => {
    on = await startRequests(await open(), {}, ['plan']);
  });
  afterAll(() => on.stop());
  beforeEach(async () => {
    await on.reset();
    core = 'done';
    on.core.behaves(({ path: called, act }) => {
      if (core === 'referred' && act.decidedBy === null)
        return { result: 'referred', edition: '2026-2', reasons: [{ code: 'planLimits', texts: null }] };
      const done = {
        ...{ result: 'done', ...decision, ...(act.decidedBy && { edition: null, reasons: [] }) },
        ...{ effectiveOn: '2026-11-21', premium: 0, effect },
      };
      return called.endsWith('/preview') ? done : { ...done, policyNumber: null, facts };
    });
    await on.db.insert(instalments).values({
      ...{ customerId: 'anna', id: 'due', policyId: null, sequence: 11, sequenceOf: 12, method: 'claim' },
      ...{ dueDate: '2026-11-01', finalDueDate: '2026-11-15', amount: 19_488, fees: 130 },
      ...{ penaltyInterest: 95, lapsesOn: '2026-11-30' },
    });
  });

  const due = 19_713;
  const body = { choice: { kind: 'parts', count: 3 }, due } as const;
  const preview = async (asked: object = body) => {
    const { status, body: answer } = await on.send(`${path}/preview`, asked);
    return {
      status,
      answer: answer as unknown as PaymentPlanPreview & { errors?: object; errorCode?: string },
    };
  };
  const ask = async () => {
    const { answer } = await preview();
    const { status, body: sent } = await on.send(path, { ...body, shown: answer.shown });
    return { status, sent: sent as unknown as SentPaymentPlan };
  };
  const choices = () => on.read<PaymentChoices>(path);

  test('RIGHT-4: the choices add up to what is due, say what they cost, and what happens otherwise', async () => {
    const { later, plans, otherwise, ...rest } = await choices();
    expect(rest).toEqual({ due, open: null, running: null });
    expect(later).toEqual({ from: '2026-11-22', to: '2026-12-21', fee: 0 });
    expect(plans.map(({ count, fee, total }) => [count, fee, total])).toEqual(
      [2, 3, 4, 5, 6].map((count) => [count, 490, due + 490]),
    );
    for (const { count, payments, total } of plans) {
      expect(payments).toHaveLength(count);
      expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    }
    expect(otherwise.map(plain)).toEqual([
      'A reminder was sent, and its fee is part of what you owe.',
      'Interest is 5.8% a year from the due date.',
      'Policies that the law does not require lapse on 30 November 2026.',
    ]);
  });

  test('RIGHT-4, ACT-3: a plan that the rules allow is agreed in the call, with its payments, e-mail and event', async () => {
    const shown = await preview();
    expect(shown.answer).toMatchObject({
      ...{ decision: { decided: 'atOnce' }, fee: 490, total: due + 490, payments: parts },
    });
    expect(await on.db.$count(changeRequests)).toBe(0);
    const { status, sent } = await ask();
    expect(status).toBe(201);
    expect(sent).toMatchObject({
      request: { kind: 'plan', state: 'accepted', premiumPerYear: null },
      payments: parts,
    });
    const { act } = on.core.received.at(-1) ?? {};
    expect(act?.request).toMatchObject({ kind: 'plan', policy: null, change: { plan: { total: due } } });
    const isNew = and(
      eq(instalments.customerId, 'anna'),
      eq(instalments.sequenceOf, 3),
      isNull(instalments.paidAt),
    );
    expect(await on.db.$count(instalments, isNew)).toBe(3);
    expect(await on.outcomeMails()).toEqual(['requestAccepted']);
    const letter = await on.letter('requestAccepted');
    expect(letter.subject).toBe('Your request has been accepted: Payment plan');
    expect(letter.body).toContain('You pay ISK 6,735 on 5 December 2026.');
    const told = new Set(['hofn.policy.changeRequested', 'hofn.request.settled']);
    const events = (await recordedEvents({ db: on.db })).filter(({ type }) => told.has(type));
    expect(events.slice(-2)).toMatchObject([
      { type: 'hofn.policy.changeRequested', data: { requestId: sent.request.id, policyId: null } },
      { type: 'hofn.request.settled' },
    ]);
    expect((await choices()).running).toEqual({
      agreedOn: '2026-11-21',
      payments: parts.map((part) => ({ ...part, paid: false })),
    });
  });

  test('RIGHT-4, STAFF-6: what is referred is a case that an employee accepts or refuses, and no second one is sent meanwhile', async () => {
    core = 'referred';
    const shown = await preview();
    expect(shown.answer.decision).toMatchObject({ decided: 'referred' });
    expect(shown.answer.consequences[0]).toContain('including the day on which policies lapse');
    const { sent } = await ask();
    expect(sent).toMatchObject({ request: { state: 'open', retractable: true }, payments: [] });
    expect((await choices()).open).toMatchObject({ id: sent.request.id });
    expect((await preview()).answer.errorCode).toBe('changeAlreadyPending');
    const [receipt] = await on.db.select().from(mails);
    expect(receipt?.kind).toBe('changeRequest');
    const matter = (await on.staffCase()).matter;
    expect(matter).toMatchObject({ kind: 'change', request: 'plan', settledBy: 'staff', policy: null });

    const accepted = { result: 'accepted', effectiveOn: '2026-11-21', premium: 0, texts: null };
    const letters = await on.preview(accepted);
    expect(plain(JSON.stringify(letters.body))).toContain('You pay ISK 6,735 on 5 December 2026.');
    expect((await on.settle(accepted)).status).toBe(200);
    expect(await on.requestRow()).toMatchObject({
      state: 'confirmed',
      outcome: { premium: null, policy: null },
    });
    expect((await choices()).running?.payments).toHaveLength(3);
  });

  test('RIGHT-4: an employee refuses with a reason, and the debt is as it was', async () => {
    core = 'referred';
    await ask();
    const texts = { is: 'Skuldin er of há til þess.', en: 'The debt is too high for that.' };
    expect((await on.settle({ result: 'refused', texts })).status).toBe(200);
    const letter = await on.letter('requestRefused');
    expect(letter.body).toContain('The debt is unchanged.');
    expect(await choices()).toMatchObject({ due, open: null, running: null });
  });

  test('RIGHT-4: what the terms do not allow, and another amount, are refused by name, and nothing is stored', async () => {
    const late = await preview({ ...body, choice: { kind: 'later', on: '2026-12-22' } });
    expect([late.status, Object.keys(late.answer.errors ?? {})]).toEqual([400, ['choice.on']]);
    const many = await preview({ ...body, choice: { kind: 'parts', count: 7 } });
    expect([many.status, Object.keys(many.answer.errors ?? {})]).toEqual([400, ['choice.count']]);
    expect((await preview({ ...body, due: due - 1 })).answer.errorCode).toBe('amountChanged');
    const { body: changed } = await on.send(path, { ...body, shown: 'another' });
    expect(changed).toMatchObject({ errorCode: 'previewChanged' });
    expect(await on.db.$count(changeRequests)).toBe(0);
  });

  test('RIGHT-4: a waiting request can be taken back, and open requests about policies do not block a new one', async () => {
    await on.db.update(policies).set({ validTo: '2026-12-20', renews: false }).where(isCar);
    core = 'referred';
    const { sent } = await ask();
    const { body: retracted } = await on.send(`/api/user/v1/requests/${sent.request.id}/retract`, {});
    expect(retracted).toMatchObject({ kind: 'plan', state: 'retracted' });
    expect((await choices()).open).toBeNull();
  });
});
