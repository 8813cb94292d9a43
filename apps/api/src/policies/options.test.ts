import type { PolicyOptions } from '@hofn/contracts';
import {
  type Database,
  documents,
  instalments,
  policies,
  policyItems,
  productCovers,
  products,
  proposals,
  tariffs,
} from '@hofn/database';
import { tariff } from '@hofn/database/seed/rating.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fillOffers } from '../offers/testing.ts';
import { createIssuer, fillDatabase, startApi } from '../testing.ts';

describeWithDatabase('options of policies', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillOffers(database);
    const issuer = await createIssuer();
    api = await startApi(database, issuer);
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());

  const options = async (id: string) => {
    const answer = await api.ask(`/api/policy/v2/${id}/options`, { token: anna, language: 'en' });
    return { status: answer.status, body: (await answer.json()) as PolicyOptions };
  };

  test('LIFE-2: a policy lists the covers and companions that it lacks, with the lowest price of the tariff', async () => {
    const { db } = database;
    await db.insert(products).values({
      ...{ id: 'windscreen', group: 'vehicles', ordinal: 3, nameIs: 'Bílrúðutrygging', nameEn: 'Windscreen' },
      ...{ deductibleIs: 'Engin', deductibleEn: 'None', mandatory: false },
    });
    await db.insert(productCovers).values({
      ...{ productId: 'windscreen', id: 'front', kind: 'cover', ordinal: 1, nameIs: 'Framrúða' },
      ...{ nameEn: 'Front window', descriptionIs: '', descriptionEn: '' },
    });
    await db.insert(productCovers).values({
      ...{ productId: 'windscreen', id: 'rear', kind: 'cover', ordinal: 2, nameIs: 'Afturrúða' },
      ...{ nameEn: 'Rear and side windows', descriptionIs: '', descriptionEn: '' },
    });
    expect((await options('p1')).body).toMatchObject({
      certificateId: null,
      addable: [
        {
          ...{ cover: 'abroad', product: null, name: 'Loss abroad', description: 'Loss abroad.' },
          pricePerYear: null,
        },
        {
          ...{
            cover: null,
            product: 'windscreen',
            name: 'Windscreen',
            description: 'Front window; rear and side windows',
          },
          // Whether the vehicle is a small car or a truck is not known.
          pricePerYear: null,
        },
      ],
    });
    await db
      .update(policyItems)
      .set({ facts: { vehicleClass: 'truck' } })
      .where(eq(policyItems.id, 'i1'));
    expect(await priceOfWindscreen()).toBe(27_110);
    const [car] = await db.select().from(policies).where(eq(policies.id, 'p1'));
    if (!car) throw new Error('no policy');
    await db.insert(policies).values({ ...car, id: 'p9', number: '1000009', productId: 'windscreen' });
    expect((await options('p1')).body.addable.map(({ name }) => name)).toEqual(['Loss abroad']);
    await db.delete(policies).where(eq(policies.id, 'p9'));
  });

  test('LIFE-40: a policy in force says when it may lapse for what is overdue, of itself or of all policies', async () => {
    const { db } = database;
    const overdue = and(eq(instalments.customerId, 'anna'), eq(instalments.id, '2'));
    onTestFinished(async () => {
      await db.update(policies).set({ lapsedOn: null }).where(eq(policies.id, 'p1'));
      await db.update(instalments).set({ policyId: null, lapsesOn: null, paidAt: null }).where(overdue);
    });
    const lapseDay = async () => (await options('p1')).body.mayLapseOn;
    expect(await lapseDay()).toBe('2027-01-11');
    await db.update(instalments).set({ policyId: 'p1', lapsesOn: '2026-12-20' }).where(overdue);
    expect(await lapseDay()).toBe('2026-12-20');
    await db.update(policies).set({ lapsedOn: '2026-11-20' }).where(eq(policies.id, 'p1'));
    expect(await lapseDay()).toBeNull();
    await db.update(policies).set({ lapsedOn: null }).where(eq(policies.id, 'p1'));
    await db.update(instalments).set({ paidAt: '2026-11-20T12:00:00Z' }).where(overdue);
    expect(await lapseDay()).toBeNull();
  });

  const priceOfWindscreen = async () => {
    const { status, body } = await options('p1');
    expect(status).toBe(200);
    return body.addable.find(({ product }) => product === 'windscreen')?.pricePerYear;
  };

  test.each([
    ['no tariff', undefined, null],
    ['a tariff without this class', { car: 1 }, null],
    ['a tariff with an empty factor', {}, null],
    ['a tariff with other classes', { truck: 2, car: 1 }, 27_800],
  ] as const)('LIFE-2: the options are shown with %s', async (_, vehicleClass, price) => {
    const { db } = database;
    await db.delete(proposals);
    await db.delete(tariffs);
    const tables = { ...tariff, factors: { ...tariff.factors, vehicleClass: { ...vehicleClass } } };
    if (vehicleClass) await db.insert(tariffs).values({ version: 'other', validFrom: '2026-01-01', tables });
    expect(await priceOfWindscreen()).toBe(price);
  });

  test('LIFE-2, LIFE-40: the newest certificate of a policy that covers is linked, and an ended policy has nothing to add', async () => {
    const certificate = {
      ...{ customerId: 'anna', kind: 'certificate' as const, titleIs: 'S', titleEn: 'C', policyId: 'p1' },
    };
    await database.db.insert(documents).values([
      { ...certificate, id: 'old', issuedOn: '2026-03-01' },
      { ...certificate, id: 'new', issuedOn: '2026-09-01', version: 2 },
    ]);
    expect((await options('p1')).body.certificateId).toBe('new');
    const p1 = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
    for (const [days, id] of [
      [{ lapsedOn: '2026-11-02' }, null],
      [{ suspendedOn: '2026-11-02' }, null],
      [{ validFrom: '2026-12-01', validTo: '2027-11-30' }, 'new'],
    ] as const) {
      const [before] = await database.db.select().from(policies).where(p1);
      await database.db.update(policies).set(days).where(p1);
      expect((await options('p1')).body.certificateId, JSON.stringify(days)).toBe(id);
      if (before) await database.db.update(policies).set(before).where(p1);
    }
    expect((await options('p3')).body.addable).toEqual([]);
  });

  test('LIFE-2, ACC-5: the options of another customer’s policy are not found', async () => {
    expect((await options('b1')).status).toBe(404);
  });
});
