import { cases, type Database, instalments, policies, premiumParts } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isCar, type Requests, startRequests } from './testing/started-requests.ts';

const accepted = (effectiveOn: string, premium: number) => ({
  ...{ result: 'accepted', effectiveOn, premium, texts: null },
});
const deductible = { kind: 'cover', policyId: 'p1', change: { act: 'deductible', deductible: 140_000 } };

/** Found by random lives (`policy-life.test.ts`), each with the days and premiums that showed it. */
describeWithDatabase('what was accepted on an earlier policy than the present one', (open) => {
  let database: Database;
  let on: Requests;
  beforeAll(async () => {
    database = await open();
    on = await startRequests(database);
  });
  afterAll(() => on.api.stop());
  beforeEach(() => on.reset());

  /** The core system renews Anna's car policy, at another premium. */
  const renew = async (validFrom: string, validTo: string, premiumPerYear = 90_000) => {
    await on.db.update(policies).set({ validFrom, validTo, premiumPerYear }).where(isCar);
    const isBase = and(eq(premiumParts.policyId, 'p1'), eq(premiumParts.id, 'base'));
    await on.db
      .update(premiumParts)
      .set({ amount: premiumPerYear + 10_000 })
      .where(isBase);
  };
  const partsOfCar = async () => {
    const rows = await on.db.select().from(premiumParts).where(eq(premiumParts.policyId, 'p1'));
    return rows.reduce((sum, { amount }) => sum + amount, 0);
  };

  describe('a change that waits for its day is a difference, not a total', () => {
    test.each([
      [94_500, 82_800],
      [90_000, 78_300],
      [80_000, 68_300],
    ])(
      'INS-2: agreed at 90,000 for 78,300, after a renewal at %i it leads to %i',
      async (renewed, premium) => {
        await on.request(deductible);
        expect((await on.settle(accepted('2027-03-10', 78_300))).status).toBe(200);
        await renew('2027-03-01', '2028-02-29', renewed);
        await on.night('2027-03-10T00:05:00Z');
        expect(await on.policy('p1')).toMatchObject({ premiumPerYear: premium, deductible: 140_000 });
        expect(await partsOfCar()).toBe(premium);
      },
    );

    test('INS-2: a difference that the premium no longer has reopens the case, and writes nothing', async () => {
      await on.request(deductible);
      const id = await on.openCase();
      await on.settle(accepted('2027-03-10', 10_000));
      await renew('2027-03-01', '2028-02-29', 60_000);
      for (const at of ['00:05', '00:35']) await on.night(`2027-03-10T${at}:00Z`);
      expect(await on.policy('p1')).toMatchObject({ premiumPerYear: 60_000, deductible: 90_000 });
      expect((await on.db.select().from(cases).where(eq(cases.id, id)))[0]?.state).toBe('open');
    });
  });

  describe('a policy that was replaced never covers beside the new one', () => {
    const acceptOffer = async (): Promise<void> => {
      const { shown } = await on.read<{ shown: string }>('/api/ods/v1/proposal/o1');
      expect((await on.send('/api/ods/v1/proposal/o1', { answer: 'accept', shown })).status).toBe(200);
    };
    const issue = async (at: string): Promise<void> => {
      on.clock.set(at);
      const { effectiveOn, premium } = await on.requestRow();
      const settled = await on.settle(accepted(effectiveOn, premium));
      expect([settled.status, settled.body.errors]).toEqual([200, undefined]);
      const issued = await on.db.select().from(policies).where(eq(policies.validFrom, effectiveOn));
      expect(issued.some(({ id, cancelledOn }) => id.length > 10 && cancelledOn === null)).toBe(true);
    };

    test('INS-3: one that ends on the day before is not renewed', async () => {
      await renew('2025-12-01', '2026-11-30');
      await acceptOffer();
      await issue('2026-11-22T09:00:00Z');
      expect(await on.policy('p1')).toMatchObject({ validTo: '2026-11-30', renews: false });
    });

    test('INS-3: one whose next period has begun since ends without it', async () => {
      await renew('2026-02-01', '2027-01-31');
      await acceptOffer();
      await renew('2027-02-01', '2028-01-31');
      await issue('2027-02-10T09:00:00Z');
      const { cancelledOn, validFrom, validTo, renews } = await on.policy('p1');
      expect({ validFrom, validTo, renews }).toEqual({
        ...{ validFrom: '2027-02-01', validTo: '2027-02-01', renews: false },
      });
      expect(cancelledOn && cancelledOn < validFrom).toBe(true);
      expect(await on.read('/api/policy/v2/p1')).toMatchObject({ status: 'cancelled', inForce: false });
    });

    test.each([
      ['has lapsed', { lapsedOn: '2026-11-25' }, '2026-11-30'],
      ['has expired', { validTo: '2026-11-25' }, '2026-11-25'],
      ['was cancelled', { validTo: '2026-11-25', cancelledOn: '2026-11-10', renews: false }, '2026-11-25'],
    ])(
      'INS-3: an accepted offer is issued also when the policy it replaces %s',
      async (_what, changes, end) => {
        await acceptOffer();
        await on.db.update(policies).set(changes).where(isCar);
        await issue('2026-12-03T09:00:00Z');
        expect(await on.policy('p1')).toMatchObject({ validTo: end, renews: false });
      },
    );
  });

  describe('what was requested in the period before', () => {
    test('INS-3: a suspension is accepted from the day that was asked for', async () => {
      await on.request({ kind: 'suspend', policyId: 'p1', from: '2026-12-10' });
      await renew('2027-03-01', '2028-02-29');
      on.clock.set('2027-03-02T09:00:00Z');
      expect((await on.settle(accepted('2026-12-10', 90_000))).status).toBe(200);
      expect((await on.policy('p1')).suspendedOn).toBe('2026-12-10');
    });

    test('INS-3: a cancellation ends the policy on the day that was asked for, and the new period never covers', async () => {
      await on.db.update(policies).set({ validTo: '2027-01-14' }).where(isCar);
      await on.request({ kind: 'cancel', policyId: 'p1' });
      await renew('2027-01-15', '2028-01-14');
      on.clock.set('2027-01-20T09:00:00Z');
      const { effectiveOn } = await on.requestRow();
      expect(effectiveOn).toBe('2027-01-01');
      expect((await on.settle(accepted(effectiveOn, 0))).status).toBe(200);
      expect(await on.read('/api/policy/v2/p1')).toMatchObject({ status: 'cancelled', inForce: false });
    });
  });

  test('LIFE-4: the letter states the refund of the day that was decided, not of the one that was asked for', async () => {
    await on.request({ kind: 'cancel', policyId: 'p1' });
    await on.db.delete(instalments);
    await on.settle(accepted('2027-02-01', 0));
    // 28 of 365 days of 90,000; asked for were 59.
    expect((await on.letter('requestAccepted')).body).toContain('ISK 6,904');
  });
});
