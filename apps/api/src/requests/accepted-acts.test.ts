import type { Problem, StaffCase } from '@hofn/contracts';
import {
  auditEvents,
  caseEvents,
  cases,
  changeRequests,
  type Database,
  instalments,
  policies,
  policyCovers,
  staffReads,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { isCar, problemOf, type Requests, startRequests } from './testing/started-requests.ts';

const texts = { is: 'Upplýsingar um bílinn voru rangar.', en: 'The information on the car was wrong.' };
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
  afterAll(() => on.api.stop());
  beforeEach(() => on.reset());
  const matter = async (id?: string) =>
    (await on.staffCase(id)).matter as Extract<StaffCase['matter'], { kind: 'change' }>;

  describe('no letter without the fact it speaks of', () => {
    const askForWindscreen = () => on.request(changeOf({ act: 'addProduct', product: 'windscreen' }, 'm1'));
    /** The insurer issues the windscreen policy, as a core system sends it. */
    const issueWindscreen = async (changes: object = {}) => {
      const car = await on.policy('m1');
      await on.db.insert(policies).values({
        ...car,
        ...{ id: 'w9', number: '1000099', productId: 'windscreen', premiumPerYear: 14_160 },
        ...{ validFrom: '2026-11-22', validTo: '2027-11-21', ...changes },
      });
    };

    test('ACT-1a: another product is accepted only with the policy that was issued, which the letter names', async () => {
      expect((await askForWindscreen()).status).toBe(201);
      const decision = accepted('2026-11-22', 14_160);
      expect(problemOf(await on.preview(decision))).toEqual([409, 'policyMissing']);
      expect(problemOf(await on.settle(decision))).toEqual([409, 'policyMissing']);
      expect(await matter()).toMatchObject({ state: 'open', added: { policy: null } });
      expect(await on.outcomeMails()).toEqual([]);
      // A policy of another product, of another car, or one that began before the request is not the one.
      for (const other of [
        { productId: 'home' },
        { insuredIs: 'Annar bíll', insuredEn: 'Another car' },
        { validFrom: '2026-05-01' },
        { cancelledOn: '2026-11-21' },
      ]) {
        await issueWindscreen(other);
        expect(problemOf(await on.settle(decision)), JSON.stringify(other)).toEqual([409, 'policyMissing']);
        await on.db.delete(policies).where(eq(policies.id, 'w9'));
      }
      await issueWindscreen();
      const differing = await on.settle(accepted('2026-11-23', 90_000));
      expect(problemOf(differing)).toEqual([409, 'policyMissing']);
      expect((differing.body as unknown as Problem).errors).toMatchObject({
        effectiveOn: ['2026-11-22'],
        premium: ['14160'],
      });
      expect(await matter()).toMatchObject({
        added: { policy: { id: 'w9', number: '1000099', effectiveOn: '2026-11-22', premium: 14_160 } },
      });
      const preview = await on.preview(decision);
      expect(preview.status).toBe(200);
      expect((await on.settle(decision)).status).toBe(200);
      expect(await on.outcomeMails()).toEqual(['requestAccepted']);
      const letter = await on.letter('requestAccepted');
      expect(letter).toMatchObject({
        subject: expect.stringContaining('Windscreen insurance'),
        body: expect.stringMatching(
          /has been issued[\s\S]*Policy number: 1000099[\s\S]*22 November 2026[\s\S]*ISK 14,160/,
        ),
      });
      const { letters } = preview.body as { letters: { en: { subject: string } } };
      expect(letters.en.subject.replaceAll('\u00a0', ' ')).toBe(letter.subject);
      expect((await on.options('m1')).request).toMatchObject({
        ...{ state: 'accepted', newPolicy: true, premiumPerYear: 14_160 },
        policy: { id: 'w9', number: '1000099' },
      });
      expect((await on.policy('m1')).premiumPerYear).toBe(90_000);
    });

    test('ACT-1a: a request in the customer’s own words is accepted with words on what was changed', async () => {
      await on.request(changeOf({ act: 'other', text: 'Bættu syni mínum við sem ökumanni.' }));
      const silent = await on.settle(accepted('2026-11-22', 90_000));
      expect(problemOf(silent)).toEqual([400, 'validation']);
      expect((silent.body as unknown as Problem).errors).toHaveProperty('texts');
      expect((await on.settle({ ...accepted('2026-11-22', 90_000), texts })).status).toBe(200);
    });

    test('CORE-10, ACT-1a: another system’s acceptance of a product or an offer waits for its policy', async () => {
      const byCore = await startRequests(await open(), { REQUESTS_SETTLED_BY_CORE: ['cover', 'offer'] });
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
      await byCore.api.stop();
    });
  });

  test('ACT-2a: while an accepted change waits for its day, nothing else can be requested about the policy', async () => {
    await on.db.insert(policyCovers).values({ customerId: 'anna', policyId: 'p1', id: 'abroad' });
    await on.request(changeOf({ act: 'remove', cover: 'abroad' }));
    expect((await on.settle(accepted('2027-01-01', 80_000))).status).toBe(200);
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
    await on.night('2027-01-01T00:05:00Z');
    expect(await on.policy('p1')).toMatchObject({ premiumPerYear: 80_000 });
    expect((await on.request(deductible)).status).toBe(201);
  });

  describe('an accepted cancellation is never dropped', () => {
    const isCompanys = and(eq(policies.customerId, 'felag'), eq(policies.id, 'c1'));
    /** A company with five posts cancels too late for this period, so the next one ends. @returns the case's id */
    const cancelLate = async (): Promise<string> => {
      await on.db.update(policies).set({ validTo: '2027-02-28' }).where(isCompanys);
      on.clock.set('2027-02-15T12:00:00Z');
      await on.request({ kind: 'cancel', policyId: 'c1', hasFivePosts: true }, on.tokens.company);
      const id = await on.openCase();
      expect((await on.settle(accepted('2028-03-01', 0))).status).toBe(200);
      expect((await on.requestRow()).applyOn).toBe('2027-03-01');
      return id;
    };
    const renew = () =>
      on.db.update(policies).set({ validFrom: '2027-03-01', validTo: '2028-02-29' }).where(isCompanys);
    const stateOf = async (id: string) =>
      (await on.db.select().from(cases).where(eq(cases.id, id)))[0]?.state;

    test('ACT-3a: a renewal that arrives late is awaited, and the cancellation then takes effect', async () => {
      const id = await cancelLate();
      await on.night('2027-03-01T00:05:00Z');
      expect(await on.requestRow()).toMatchObject({
        applyOn: '2027-03-01',
        applyProblem: { reportedOn: null },
      });
      expect(await stateOf(id)).toBe('closed');
      await renew();
      await on.night('2027-03-02T00:05:00Z');
      expect(await on.policy('c1')).toMatchObject({
        cancelledOn: '2027-02-15',
        renews: false,
        validTo: '2028-02-29',
      });
      expect(await on.requestRow()).toMatchObject({ applyOn: null, applyProblem: null });
    });

    test('ACT-3a: after three nights its case is reopened with the reason, and closes when it is written', async () => {
      const id = await cancelLate();
      for (const day of [1, 2, 3]) await on.night(`2027-03-0${day}T00:05:00Z`);
      expect(await stateOf(id)).toBe('closed');
      await on.night('2027-03-04T00:05:00Z');
      await on.night('2027-03-05T00:05:00Z');
      expect(await stateOf(id)).toBe('open');
      const reopened = await on.db
        .select()
        .from(caseEvents)
        .where(and(eq(caseEvents.caseId, id), eq(caseEvents.kind, 'reopened')));
      expect(reopened).toHaveLength(1);
      expect((await recordedEvents(database)).slice(-1)).toMatchObject([
        { type: 'hofn.case.reopened', data: { kind: 'change', customerId: 'felag' } },
      ]);
      expect((await matter(id)).outcome?.problem).toEqual({
        reason: 'The policy is no longer in force, so it cannot be changed.',
        since: '2027-03-01',
      });
      await renew();
      await on.night('2027-03-06T00:05:00Z');
      expect((await on.policy('c1')).cancelledOn).toBe('2027-02-15');
      expect(await stateOf(id)).toBe('closed');
      expect((await matter(id)).outcome?.problem).toBeNull();
    });

    test('ACT-3a: staff close it only with a note on how it was solved, and the job then leaves it alone', async () => {
      const id = await cancelLate();
      await on.night('2027-03-04T00:05:00Z');
      expect(problemOf(await on.actOn({ act: 'close' }, id))).toEqual([400, 'validation']);
      expect((await on.requestRow()).applyOn).toBe('2027-03-01');
      expect((await on.actOn({ act: 'close', note: 'Uppsögnin er skráð í grunnkerfinu.' }, id)).status).toBe(
        200,
      );
      expect(await on.requestRow()).toMatchObject({ applyOn: null, applyProblem: null, state: 'confirmed' });
      await on.night('2027-03-07T00:05:00Z');
      expect(await stateOf(id)).toBe('closed');
    });

    test('ACT-3a, DESK-4: a reply that closes it has a note too, which a reply without one names as missing', async () => {
      const id = await cancelLate();
      expect((await on.staffCase(id)).noteToClose).toBe(false);
      await on.night('2027-03-04T00:05:00Z');
      expect((await on.staffCase(id)).noteToClose).toBe(true);
      const answer = { act: 'answer', text: 'Uppsögnin er skráð.', close: true };
      const refused = await on.actOn(answer, id);
      expect(problemOf(refused)).toEqual([400, 'validation']);
      expect((refused.body as unknown as Problem).errors).toHaveProperty('note');
      expect((await on.actOn({ ...answer, note: 'Skráð í grunnkerfinu.' }, id)).status).toBe(200);
      const { events, messages, state } = await on.staffCase(id);
      expect(state).toBe('closed');
      expect(messages.map(({ text }) => text)).toContain('Uppsögnin er skráð.');
      expect(events.filter(({ note }) => note !== null)).toMatchObject([
        { kind: 'closed', note: 'Skráð í grunnkerfinu.' },
      ]);
    });

    test('ACT-3a: closing it while the nightly job holds its request waits without holding the case', async () => {
      const id = await cancelLate();
      await on.night('2027-03-04T00:05:00Z');
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

    test('ACT-3a: an end that another system has written meanwhile counts as written', async () => {
      const id = await cancelLate();
      await on.night('2027-03-04T00:05:00Z');
      await on.db
        .update(policies)
        .set({ validTo: '2028-02-29', renews: false, cancelledOn: '2027-02-15' })
        .where(isCompanys);
      await on.night('2027-03-05T00:05:00Z');
      expect([(await on.requestRow()).applyOn, await stateOf(id)]).toEqual([null, 'closed']);
    });

    /** An accepted deductible that cannot be written, because the policy has lost its base part. */
    const acceptUnwritable = async (): Promise<string> => {
      await on.request(deductible);
      const id = await on.openCase();
      await on.settle(accepted('2026-11-25', 78_300));
      await on.db.execute(
        sql`update premium_parts set id = 'loyalty-gold' where policy_id = 'p1' and id = 'base'`,
      );
      return id;
    };

    test('ACT-3a: a fault that passes before the second attempt of the night reopens nothing', async () => {
      const id = await acceptUnwritable();
      await on.night('2026-11-25T00:05:00Z');
      expect(await stateOf(id)).toBe('closed');
      expect(await on.requestRow()).toMatchObject({
        ...{ applyOn: '2026-11-25', applyProblem: { since: '2026-11-25', reportedOn: null } },
      });
      await on.db.execute(
        sql`update premium_parts set id = 'base' where policy_id = 'p1' and id = 'loyalty-gold'`,
      );
      await on.night('2026-11-25T00:35:00Z');
      expect(await on.policy('p1')).toMatchObject({ deductible: 140_000, premiumPerYear: 78_300 });
      expect(await stateOf(id)).toBe('closed');
      const reopened = eq(caseEvents.kind, 'reopened');
      expect(await on.db.$count(caseEvents, and(eq(caseEvents.caseId, id), reopened))).toBe(0);
    });

    test('ACT-3a: a fault that the second attempt of the night confirms reopens the case, once', async () => {
      const id = await acceptUnwritable();
      for (const at of ['00:05', '00:35']) await on.night(`2026-11-25T${at}:00Z`);
      expect(await stateOf(id)).toBe('open');
      await on.night('2026-11-26T00:05:00Z');
      const reopened = eq(caseEvents.kind, 'reopened');
      expect(await on.db.$count(caseEvents, and(eq(caseEvents.caseId, id), reopened))).toBe(1);
      expect((await matter(id)).outcome?.problem?.since).toBe('2026-11-25');
      expect(await on.policy('p1')).toMatchObject({ deductible: 90_000, premiumPerYear: 90_000 });
    });
  });

  describe('what was requested in time can be settled late', () => {
    beforeEach(() => on.db.update(policies).set({ validTo: '2026-11-30' }).where(isCar));
    const acceptOffer = async () => {
      const { shown } = await on.read<{ shown: string }>('/api/ods/v1/proposal/o1');
      expect((await on.send('/api/ods/v1/proposal/o1', { answer: 'accept', shown })).status).toBe(200);
    };

    test('ACT-4a: an accepted offer is issued the day after the policy that it replaces has ended', async () => {
      await acceptOffer();
      on.clock.set('2026-12-01T09:00:00Z');
      const { effectiveOn, premium } = await on.requestRow();
      const settled = await on.settle(accepted(effectiveOn, premium));
      expect(settled.status).toBe(200);
      const issued = (settled.body as unknown as StaffCase).matter;
      if (issued.kind !== 'change' || !issued.outcome?.policy?.id) throw new Error('nothing was issued');
      expect(await on.policy(issued.outcome.policy.id)).toMatchObject({
        ...{ validFrom: '2026-12-01', validTo: '2027-11-30', cancelledOn: null },
      });
      expect((await on.policy('p1')).validTo).toBe('2026-11-30');
    });

    test('ACT-4a: one that was renewed from the same day meanwhile does not cover beside the new one', async () => {
      await acceptOffer();
      await on.db.update(policies).set({ validFrom: '2026-12-01', validTo: '2027-11-30' }).where(isCar);
      on.clock.set('2026-12-01T09:00:00Z');
      const { effectiveOn, premium } = await on.requestRow();
      expect((await on.settle(accepted(effectiveOn, premium))).status).toBe(200);
      expect(await on.read('/api/policy/v2/p1')).toMatchObject({ status: 'cancelled', inForce: false });
    });

    test('ACT-4a: a cancellation that was requested in time is accepted after the period has ended', async () => {
      await on.request({ kind: 'cancel', policyId: 'p1' });
      on.clock.set('2026-12-01T09:00:00Z');
      const { effectiveOn } = await on.requestRow();
      expect((await on.settle(accepted(effectiveOn, 0))).status).toBe(200);
      expect(await on.policy('p1')).toMatchObject({
        ...{ validTo: '2026-11-30', cancelledOn: '2026-11-21', renews: false },
      });
    });

    test('ACT-4a: a change from a day after the end is still refused', async () => {
      await on.request(deductible);
      on.clock.set('2026-12-02T09:00:00Z');
      expect(problemOf(await on.settle(accepted('2026-12-02', 78_300)))).toEqual([409, 'policyNotInForce']);
      expect(await on.outcomeMails()).toEqual([]);
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

  test('ACT-6a: what a lapsed policy no longer allows is refused in the preview, as it is when it is settled', async () => {
    await on.request({ kind: 'cancel', policyId: 'p1' });
    await on.db.update(policies).set({ lapsedOn: '2026-11-21' }).where(isCar);
    const decision = accepted('2027-01-01', 0);
    expect(await matter()).toMatchObject({ policyStatus: 'lapsed' });
    for (const answer of [await on.preview(decision), await on.settle(decision)]) {
      expect(problemOf(answer)).toEqual([409, 'policyNotInForce']);
      expect((answer.body as unknown as Problem).message).toContain('in force');
    }
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

  test('LIFE-4: the refund that preview, receipt and letter state is a day’s share of the yearly premium, also of a short period', async () => {
    await on.db
      .update(policies)
      .set({ validFrom: '2026-11-01', validTo: '2027-02-28', premiumPerYear: 120_000 })
      .where(isCar);
    const cancel = { kind: 'cancel', policyId: 'p1' };
    // 59 of 365 days.
    expect((await on.send('/api/policy/v1/requests/preview', cancel)).body).toMatchObject({ refund: 19_397 });
    await on.request(cancel);
    await on.db.delete(instalments);
    await on.settle(accepted('2027-01-01', 0));
    expect((await on.letter('requestAccepted')).body).toContain('ISK 19,397');
  });
});
