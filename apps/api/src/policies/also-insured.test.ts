import { type AlsoInsured, alsoInsured, type Problem } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  customers,
  type Database,
  policies,
  policyItems,
  products,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, fillDocuments, type Issuer, startApi } from '../testing.ts';

describeWithDatabase('insurance of others that covers the customer', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let nyr: string;
  const year = { validFrom: '2026-03-01', validTo: '2027-02-28' };

  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fillDatabase(database);
    // Anna's travel policy t1.
    await fillDocuments(database);
    await db.insert(products).values({
      ...{
        id: 'accident',
        group: 'persons',
        ordinal: 1,
        nameIs: 'Slysatrygging',
        nameEn: 'Accident insurance',
      },
      ...{ deductibleIs: '', deductibleEn: '', mandatory: false },
    });
    await db.insert(policies).values({
      ...{ ...year, customerId: 'anna', id: 's1', number: '1000020', productId: 'accident' },
      ...{ premiumPerYear: 30_000, instalmentsPerYear: 12, instalmentFeePercent: 0, termsCodes: [] },
    });
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    nyr = await issuer.token('nyr', { sid: 'of-nyr' });
  });
  afterAll(() => api.stop());
  afterEach(async () => {
    const { db } = database;
    for (const table of [actingChoices, accessGrants]) await db.delete(table);
    await db.delete(policyItems).where(eq(policyItems.id, 'named'));
    await db.update(customers).set({ spouseSsn: '0303831459' }).where(eq(customers.id, 'anna'));
  });

  const ask = (token: string, language: 'is' | 'en' = 'is') =>
    api.ask('/api/policy/v1/alsoinsured', { token, language });
  const itemsOf = async (token = nyr, language: 'is' | 'en' = 'is'): Promise<AlsoInsured[]> => {
    const answer = await ask(token, language);
    expect(answer.status).toBe(200);
    return alsoInsured.parse(await answer.json()).items;
  };
  const nameNyrOn = (...ids: string[]) =>
    database.db.insert(policyItems).values(
      ids.map((policyId) => ({
        ...{ customerId: 'anna', policyId, id: 'named', kind: 'person' as const },
        ...{ nameIs: 'Nýr Prófsson', nameEn: 'Nýr Prófsson', facts: { ssn: '2012991449' } },
      })),
    );
  const giveAccess = (holderId: string, customerId = 'anna') =>
    database.db.insert(accessGrants).values({
      ...{ ...year, customerId, id: `to-${holderId}`, holderId, role: 'Readonly' },
      ...{ givenBy: customerId, givenAt: '2026-03-01T12:00:00Z' },
    });
  const [holder, annaSsn] = ['Anna Prófdóttir', '1402851489'];

  test('LIFE-43: people named on a policy see its name, its policyholder, and where they can read more', async () => {
    await nameNyrOn('s1', 't1');
    expect(await itemsOf()).toEqual([
      { name: 'Ferðatrygging', group: 'travel', holder, readable: 'travelCard', holderSsn: null },
      { name: 'Slysatrygging', group: 'persons', holder, readable: null, holderSsn: null },
    ]);
    await giveAccess('nyr');
    expect(
      (await itemsOf(nyr, 'en')).map(({ name, readable, holderSsn }) => [name, readable, holderSsn]),
    ).toEqual([
      ['Travel insurance', 'travelCard', annaSsn],
      ['Accident insurance', 'policies', annaSsn],
    ]);
  });

  test('LIFE-43: home insurance of a spouse who has given access is readable, once, and a friend’s is not theirs', async () => {
    const birgir = await issuer.token('birgir');
    expect(await itemsOf(birgir)).toEqual([]);
    await giveAccess('birgir');
    const home = {
      ...{ name: 'Heimilistrygging', group: 'home', holder, readable: 'policies', holderSsn: annaSsn },
    };
    expect(await itemsOf(birgir)).toEqual([home]);
    await database.db.update(customers).set({ spouseSsn: null }).where(eq(customers.id, 'anna'));
    expect(await itemsOf(birgir)).toEqual([]);
    await giveAccess('nyr');
    await nameNyrOn('p2');
    expect(await itemsOf()).toEqual([home]);
  });

  test.each([
    ['lapsed', { lapsedOn: '2026-11-01' }],
    ['suspended', { suspendedOn: '2026-11-01' }],
    ['ended', { validTo: '2026-11-20' }],
    ['not begun', { validFrom: '2026-12-01' }],
  ])('LIFE-43: a policy that has %s covers nobody', async (_, days) => {
    const isNamed = eq(policies.id, 's1');
    await nameNyrOn('s1');
    await database.db.update(policies).set(days).where(isNamed);
    const items = await itemsOf();
    await database.db
      .update(policies)
      .set({ ...year, lapsedOn: null, suspendedOn: null })
      .where(isNamed);
    expect(items).toEqual([]);
  });

  test('LIFE-43, ACC-1: a delegate reads nothing of it, and a company is insured on no policy of others', async () => {
    await nameNyrOn('s1');
    await giveAccess('birgir', 'nyr');
    const birgir = await issuer.token('birgir', { sid: 'delegate' });
    await database.db.insert(actingChoices).values({
      ...{ actorId: 'birgir', session: 'delegate', subjectId: 'nyr', chosenAt: '2026-11-21T12:00:00Z' },
    });
    for (const [token, code] of [
      [birgir, 'selfOnly'],
      [await issuer.token('felag'), 'personsOnly'],
    ] as const) {
      const refused = await ask(token);
      expect([refused.status, ((await refused.json()) as Problem).errorCode]).toEqual([403, code]);
    }
  });
});
