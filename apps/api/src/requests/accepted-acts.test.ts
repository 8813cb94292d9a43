import type { Problem, StaffCase } from '@hofn/contracts';
import {
  auditEvents,
  caseEvents,
  cases,
  changeRequests,
  type Database,
  policies,
  premiumParts,
  staffReads,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { carryOut } from './testing/carrying-core.ts';
import type { CoreBehaviour } from './testing/fake-core.ts';
import { isCar, problemOf, type Requests, startRequests } from './testing/started-requests.ts';

const texts = { is: 'Upplýsingar um bílinn voru rangar.', en: 'The information on the car was wrong.' };
const declinedTexts = { is: 'Tryggingunni er lokið.', en: 'The policy has ended.' };
const accepted = (effectiveOn: string, premium: number) => ({
  ...{ result: 'accepted', effectiveOn, premium, texts: null },
});
const changeOf = (change: object, policyId = 'p1') => ({ kind: 'cover', policyId, change });
const deductible = changeOf({ act: 'deductible', deductible: 140_000 });

describeWithDatabase('accepted acts take effect', (open) => {
  let database: Database;
  let on: Requests;
  beforeAll(async () => {
    database = await open();
    on = await startRequests(database);
  });
  afterAll(() => on.stop());
  beforeEach(() => on.reset());
  const matter = async (id?: string) =>
    (await on.staffCase(id)).matter as Extract<StaffCase['matter'], { kind: 'change' }>;
  /** A request of Anna's that an employee accepted in an earlier release, for a later day. @returns its case's id */
  const acceptEarlier = async (
    body: object,
    { effectiveOn, premium }: { effectiveOn: string; premium: number },
    at: Requests = on,
  ): Promise<string> => {
    await at.request(body);
    const id = await at.openCase();
    const [car] = await at.db.select().from(policies).where(isCar);
    await at.db.update(changeRequests).set({
      ...{ state: 'confirmed', settledAt: '2026-11-21T12:00:00Z', applyOn: effectiveOn },
      outcome: {
        ...{
          result: 'accepted',
          by: { kind: 'staff', id: 'employee|katrin', name: 'Katrín Ósk Prófdóttir' },
        },
        ...{ texts: null, effectiveOn, premium, premiumBefore: 90_000 },
        policy: { id: 'p1', number: car?.number ?? '' },
      },
    });
    await at.db.update(cases).set({ state: 'closed' });
    return id;
  };

  describe('no letter without the fact it speaks of', () => {
    test('ACT-1a: another product is accepted with the policy that the core issues, which the letter names', async () => {
      const ask = await on.request(changeOf({ act: 'addProduct', product: 'windscreen' }, 'm1'));
      expect(ask.status).toBe(201);
      expect(await matter()).toMatchObject({ state: 'open', added: { name: 'Windscreen insurance' } });
      const decision = accepted('2026-11-22', 0);
      const preview = await on.preview(decision);
      expect(preview.status).toBe(200);
      expect(await on.outcomeMails()).toEqual([]);
      expect((await on.settle(decision)).status).toBe(200);
      expect(await on.outcomeMails()).toEqual(['requestAccepted']);
      const { request } = await on.options('m1');
      expect(request).toMatchObject({ state: 'accepted', newPolicy: true, premiumPerYear: 14_160 });
      const { id, number = '' } = request?.policy ?? {};
      expect(await on.policy(id ?? '')).toMatchObject({ productId: 'windscreen', validFrom: '2026-11-22' });
      const letter = await on.letter('requestAccepted');
      expect(letter.subject).toContain('Windscreen insurance');
      for (const fact of ['has been issued', `Policy number: ${number}`, '22 November 2026', 'ISK 14,160'])
        expect(letter.body).toContain(fact);
      const { letters } = preview.body as { letters: { en: { subject: string } } };
      expect(letters.en.subject.replaceAll('\u00a0', ' ')).toBe(letter.subject);
      expect((await on.policy('m1')).premiumPerYear).toBe(90_000);
    });

    test('ACT-1a: what the core says it has issued, but is not on file, is not told to the customer', async () => {
      await on.request(changeOf({ act: 'addProduct', product: 'windscreen' }, 'm1'));
      const does = carryOut(on.db);
      on.core.behaves(async (call) => {
        const answer = await does(call);
        return typeof answer === 'object' && 'facts' in answer ? { ...answer, facts: [] } : answer;
      });
      expect((await on.settle(accepted('2026-11-22', 0))).status).toBe(200);
      expect(await matter()).toMatchObject({ state: 'open', act: { state: 'asked', tries: 1 } });
      expect(await on.outcomeMails()).toEqual([]);
    });

    test('ACT-1: without a core nothing that changes a policy is accepted, which the call says; a refusal needs none', async () => {
      const alone = await startRequests(await open(), { CORE_URL: undefined });
      onTestFinished(() => alone.stop());
      await alone.reset();
      await alone.request({ kind: 'cancel', policyId: 'p1' });
      for (const answer of [
        await alone.preview(accepted('2027-01-01', 0)),
        await alone.settle(accepted('2027-01-01', 0)),
      ]) {
        expect(problemOf(answer)).toEqual([409, 'coreNotConnected']);
        expect((answer.body as unknown as Problem).message).toContain('No insurance core is connected');
      }
      expect(await alone.policy('p1')).toMatchObject({ validTo: '2027-02-28', cancelledOn: null });
      expect((await alone.settle({ result: 'refused', texts })).status).toBe(200);
    });

    test('ACT-1a: a request in the customer’s own words is accepted with words on what was changed', async () => {
      await on.request(changeOf({ act: 'other', text: 'Bættu syni mínum við sem ökumanni.' }));
      const silent = await on.settle(accepted('2026-11-22', 90_000));
      expect(problemOf(silent)).toEqual([400, 'validation']);
      expect((silent.body as unknown as Problem).errors).toHaveProperty('texts');
      expect((await on.settle({ ...accepted('2026-11-22', 90_000), texts })).status).toBe(200);
    });

    test('CORE-10, ACT-1a: another system’s acceptance of a product or an offer waits for its policy', async () => {
      const byCore = await startRequests(await open(), {
        ...{ CORE_URL: undefined, REQUESTS_SETTLED_BY_CORE: ['cover', 'offer'] },
      });
      onTestFinished(() => byCore.stop());
      await byCore.reset();
      const asCore = { method: 'PUT', token: byCore.tokens.core };
      const outcomeOf = async (outcome: object) => {
        const { id } = await byCore.requestRow();
        return byCore.send(`/api/core/v1/requests/${id}/outcome`, { result: 'accepted', ...outcome }, asCore);
      };
      await byCore.request(changeOf({ act: 'addProduct', product: 'windscreen' }, 'm1'));
      for (const policyNumber of [null, '1000099', '1000010'])
        expect(problemOf(await outcomeOf({ policyNumber })), `${policyNumber}`).toEqual([
          409,
          'policyMissing',
        ]);
      const facts = {
        ...{ customer: '1402851489', number: '1000099', product: 'windscreen', premiumPerYear: 14_160 },
        ...{ validFrom: '2026-11-22', validTo: '2027-11-21', instalmentsPerYear: 1 },
        premiumParts: [{ id: 'base', amount: 14_160 }],
      };
      const sent = await byCore.send('/api/core/v1/policies/W9', { version: 1, facts }, asCore);
      expect(sent.status).toBe(200);
      expect(await outcomeOf({ policyNumber: '1000099' })).toMatchObject({
        status: 200,
        body: { result: 'recorded', request: { outcome: { effectiveOn: '2026-11-22', premium: 14_160 } } },
      });
      expect(await outcomeOf({ policyNumber: '1000099' })).toMatchObject({ body: { result: 'unchanged' } });
    });
  });

  test('ACT-2a: while an accepted change waits for its day, nothing else can be requested about the policy', async () => {
    await acceptEarlier(deductible, { effectiveOn: '2027-01-01', premium: 78_300 });
    const shown = await on.options('p1');
    expect([shown.requestable.kinds, shown.request?.appliesOn]).toEqual([[], '2027-01-01']);
    const second = await on.request(deductible);
    expect(problemOf(second)).toEqual([409, 'changeWaiting']);
    expect((second.body as unknown as Problem).errors?.FORM?.[0]?.replaceAll('\u00a0', ' ')).toContain(
      'takes effect on 1 January 2027',
    );
    expect(problemOf(await on.send('/api/policy/v1/requests/preview', deductible))).toEqual([
      409,
      'changeWaiting',
    ]);
    const { shown: hash } = await on.read<{ shown: string }>('/api/ods/v1/proposal/o1');
    expect(problemOf(await on.send('/api/ods/v1/proposal/o1', { answer: 'accept', shown: hash }))).toEqual([
      409,
      'changeWaiting',
    ]);
    // The index decides between two at once.
    const row = await on.requestRow();
    const twin = { ...row, id: 'twin', state: 'pending' as const, applyOn: null, ipid: undefined };
    await expect(on.db.insert(changeRequests).values(twin)).rejects.toThrow();
    await on.askEarlier();
    expect((await on.request(changeOf({ act: 'other', text: 'Má ég lána bílinn?' }))).status).toBe(201);
  });

  describe('what an earlier release has accepted, and not written yet, is never dropped', () => {
    const stateOf = async (id: string) =>
      (await on.db.select().from(cases).where(eq(cases.id, id)))[0]?.state;
    const reopened = (id: string) =>
      on.db.$count(caseEvents, and(eq(caseEvents.caseId, id), eq(caseEvents.kind, 'reopened')));
    const cancelEarlier = () =>
      acceptEarlier({ kind: 'cancel', policyId: 'p1' }, { effectiveOn: '2027-01-01', premium: 0 });
    const declines: CoreBehaviour = () => ({
      ...{ result: 'declined', edition: null, reasons: [{ code: 'policyEnded', texts: declinedTexts }] },
    });

    test('ACT-3a, INS-2: the core is asked to carry it out, in the name of who decided, with the difference that was agreed', async () => {
      const id = await acceptEarlier(deductible, { effectiveOn: '2027-01-01', premium: 78_300 });
      // A renewal has raised the premium since.
      await on.db.update(policies).set({ premiumPerYear: 94_500 }).where(isCar);
      await on.db
        .update(premiumParts)
        .set({ amount: 104_500 })
        .where(and(eq(premiumParts.policyId, 'p1'), eq(premiumParts.id, 'base')));
      await on.askEarlier();
      expect(on.core.received).toMatchObject([
        {
          path: '/acts/deductible',
          act: {
            decidedBy: { name: 'Katrín Ósk Prófdóttir' },
            request: { effectiveOn: '2027-01-01', premium: 82_800 },
          },
        },
      ]);
      expect(await on.policy('p1')).toMatchObject({ deductible: 140_000, premiumPerYear: 82_800 });
      expect(await on.requestRow()).toMatchObject({ state: 'confirmed', applyOn: null, applyProblem: null });
      expect([await stateOf(id), await reopened(id)]).toEqual(['closed', 0]);
      await on.askEarlier();
      expect(on.core.received).toHaveLength(1);
      // The customer read the outcome when it was accepted.
      expect(await on.outcomeMails()).toEqual([]);
    });

    test('ACT-3a: what the core cannot carry out has an owner: its case is reopened once, with the reason, and closes with a note', async () => {
      const id = await cancelEarlier();
      on.core.behaves(declines);
      await on.askEarlier();
      await on.askEarlier();
      expect([await stateOf(id), await reopened(id)]).toEqual(['open', 1]);
      expect((await recordedEvents(database)).slice(-1)).toMatchObject([
        { type: 'hofn.case.reopened', data: { kind: 'change', customerId: 'anna' } },
      ]);
      expect((await matter(id)).outcome?.problem).toEqual({
        reason: 'The insurance core could not carry this out.',
        since: '2026-11-21',
      });
      expect(problemOf(await on.actOn({ act: 'close' }, id))).toEqual([400, 'validation']);
      expect((await on.actOn({ act: 'close', note: 'Uppsögnin er skráð í kerfinu.' }, id)).status).toBe(200);
      expect(await on.requestRow()).toMatchObject({ applyOn: null, applyProblem: null, state: 'confirmed' });
      await on.askEarlier();
      expect(await stateOf(id)).toBe('closed');
    });

    test('ACT-3a: what an employee has dealt with, or a withdrawal has ended, is not asked for again', async () => {
      const id = await cancelEarlier();
      on.core.behaves(declines);
      await on.askEarlier();
      // Asked for once more, and not answered.
      await on.db.update(changeRequests).set({ act: null });
      on.core.behaves(() => 503);
      await on.askEarlier();
      expect(await on.requestRow()).toMatchObject({
        act: { state: 'asked' },
        askAgainAt: expect.any(String),
      });
      expect((await on.actOn({ act: 'close', note: 'Skráð í kerfinu.' }, id)).status).toBe(200);
      expect(await on.requestRow()).toMatchObject({ applyOn: null, askAgainAt: null });
      on.core.behaves(carryOut(on.db));
      on.clock.set('2026-11-21T14:00:00Z');
      await on.askEarlier();
      expect(on.core.received).toEqual([]);
    });

    test('ACT-3a: without a core its case is reopened, which says so', async () => {
      const alone = await startRequests(await open(), { CORE_URL: undefined });
      onTestFinished(() => alone.stop());
      await alone.reset();
      const id = await acceptEarlier(
        { kind: 'cancel', policyId: 'p1' },
        { effectiveOn: '2027-01-01', premium: 0 },
        alone,
      );
      await alone.askEarlier();
      const shown = (await alone.staffCase(id)).matter as Extract<StaffCase['matter'], { kind: 'change' }>;
      expect(shown.outcome?.problem?.reason).toContain('No insurance core is connected');
    });

    test('ACT-3a, DESK-4: a reply that closes it has a note too, which a reply without one names as missing', async () => {
      const id = await cancelEarlier();
      expect((await on.staffCase(id)).noteToClose).toBe(false);
      on.core.behaves(declines);
      await on.askEarlier();
      expect((await on.staffCase(id)).noteToClose).toBe(true);
      const answer = { act: 'answer', text: 'Uppsögnin er skráð.', close: true };
      const refused = await on.actOn(answer, id);
      expect(problemOf(refused)).toEqual([400, 'validation']);
      expect((refused.body as unknown as Problem).errors).toHaveProperty('note');
      expect((await on.actOn({ ...answer, note: 'Skráð í kerfinu.' }, id)).status).toBe(200);
      const { events, messages, state } = await on.staffCase(id);
      expect(state).toBe('closed');
      expect(messages.map(({ text }) => text)).toContain('Uppsögnin er skráð.');
      expect(events.filter(({ note }) => note !== null)).toMatchObject([
        { kind: 'closed', note: 'Skráð í kerfinu.' },
      ]);
    });

    test('ACT-3a: closing it while the job holds its request waits without holding the case', async () => {
      const id = await cancelEarlier();
      on.core.behaves(declines);
      await on.askEarlier();
      const close = () => on.actOn({ act: 'close', note: 'Leyst.' }, id);
      // The embedded engine has one connection, on which nothing waits.
      if (database.engine === 'embedded') {
        expect((await close()).status).toBe(200);
        return;
      }
      let closing: ReturnType<typeof close> | undefined;
      await on.db.transaction(async (tx) => {
        await tx.select().from(changeRequests).for('update');
        closing = close();
        await expect
          .poll(async () => {
            const waiting = sql`select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`;
            return (await on.db.execute(waiting)).rows.length;
          })
          .toBe(1);
        await tx.select().from(cases).where(eq(cases.id, id)).for('update', { noWait: true });
      });
      expect((await closing)?.status).toBe(200);
    });
  });

  describe('what was requested in time can be settled late', () => {
    test('ACT-4a, INS-3: a cancellation is accepted for the day that was asked for, after the policy was renewed', async () => {
      await on.db.update(policies).set({ validTo: '2027-01-14' }).where(isCar);
      await on.request({ kind: 'cancel', policyId: 'p1' });
      const { effectiveOn } = await on.requestRow();
      expect(effectiveOn).toBe('2027-01-01');
      await on.db.update(policies).set({ validFrom: '2027-01-15', validTo: '2028-01-14' }).where(isCar);
      on.clock.set('2027-01-20T09:00:00Z');
      expect((await on.settle(accepted(effectiveOn, 0))).status).toBe(200);
      expect(on.core.received.at(-1)?.act.request.effectiveOn).toBe(effectiveOn);
      expect(await on.read('/api/policy/v2/p1')).toMatchObject({ status: 'cancelled', inForce: false });
    });

    test('ACT-4a, INS-3: an accepted offer is issued from its first day, after the policy that it replaces has ended', async () => {
      await on.db.update(policies).set({ validTo: '2026-11-25', renews: false }).where(isCar);
      const { shown } = await on.read<{ shown: string }>('/api/ods/v1/proposal/o1');
      expect((await on.send('/api/ods/v1/proposal/o1', { answer: 'accept', shown })).status).toBe(200);
      on.clock.set('2026-12-03T09:00:00Z');
      const { effectiveOn, premium } = await on.requestRow();
      expect((await on.settle(accepted(effectiveOn, premium))).status).toBe(200);
      const { outcome } = await on.requestRow();
      expect(await on.policy(outcome?.policy?.id ?? '')).toMatchObject({
        ...{ validFrom: '2026-12-01', cancelledOn: null },
      });
    });

    test('ACT-4a: a suspension is accepted from the day that was asked for', async () => {
      await on.request({ kind: 'suspend', policyId: 'p1', from: '2026-12-10' });
      on.clock.set('2027-01-02T09:00:00Z');
      expect((await on.settle(accepted('2026-12-10', 90_000))).status).toBe(200);
      expect((await on.policy('p1')).suspendedOn).toBe('2026-12-10');
    });
  });

  test('ACT-5a: an offer that the customer has accepted is refused on a legal ground alone, in a letter of its own', async () => {
    const { shown } = await on.read<{ shown: string }>('/api/ods/v1/proposal/o1');
    await on.send('/api/ods/v1/proposal/o1', { answer: 'accept', shown });
    const groundless = await on.settle({ result: 'refused', texts });
    expect(problemOf(groundless)).toEqual([400, 'validation']);
    expect((groundless.body as unknown as Problem).errors).toHaveProperty('ground');
    expect(await on.outcomeMails()).toEqual([]);
    expect((await on.settle({ result: 'refused', texts, ground: 'nonDisclosure' })).status).toBe(200);
    const { body } = await on.letter('requestRefused', 'is');
    expect(body).toMatch(
      /bindur okkur[\s\S]*nr\. 30\/2004[\s\S]*Upplýsingar um bílinn[\s\S]*úrskurðarnefndar/,
    );
    const { request } = await on.read<{ request: { text: string } }>('/api/ods/v1/proposal/o1');
    expect(request.text).toMatch(/30\/2004[\s\S]*The information on the car/);
  });

  test('ACT-5a: a ground belongs to an accepted offer, and to nothing else', async () => {
    await on.request({ kind: 'cancel', policyId: 'p1' });
    expect(problemOf(await on.settle({ result: 'refused', texts, ground: 'forbidden' }))).toEqual([
      400,
      'validation',
    ]);
  });

  test('ACT-6a: the case says that the policy has lapsed, and what the core cannot do is refused in the preview', async () => {
    await on.request({ kind: 'cancel', policyId: 'p1' });
    await on.db.update(policies).set({ lapsedOn: '2026-11-21' }).where(isCar);
    on.core.behaves(() => ({
      ...{ result: 'declined', edition: null, reasons: [{ code: 'policyEnded', texts: declinedTexts }] },
    }));
    expect(await matter()).toMatchObject({ policyStatus: 'lapsed' });
    const refused = await on.preview(accepted('2027-01-01', 0));
    expect(problemOf(refused)).toEqual([409, 'coreRefused']);
    expect((refused.body as unknown as Problem).errors?.FORM).toEqual([declinedTexts.en]);
    expect((await on.settle(accepted('2027-01-01', 0))).status).toBe(200);
    expect(await matter()).toMatchObject({
      ...{ state: 'open', settledBy: 'staff' },
      act: { state: 'declined', reasons: [declinedTexts.en] },
    });
  });

  test('HOLD-14: the preview of a decision is recorded as a view, in the audit log and for the customer', async () => {
    await on.request({ kind: 'cancel', policyId: 'p1' });
    const count = async () => [
      await on.db.$count(auditEvents, eq(auditEvents.action, 'staff.case')),
      await on.db.$count(staffReads),
    ];
    const before = await count();
    const preview = await on.preview({ result: 'refused', texts });
    expect(preview.status).toBe(200);
    expect(await count()).toEqual(before.map((n) => n + 1));
  });
});
