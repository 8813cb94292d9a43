import type { Claim, ClaimCover } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  customers,
  type Database,
  policies,
  policyCovers,
  policyItems,
  productCovers,
  products,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { fillClaims, filledForm } from './testing.ts';

const grant = {
  customerId: 'anna',
  id: 'g1',
  holderId: 'birgir',
  role: 'Readonly',
  givenBy: 'anna',
} as const;
const year = { validFrom: '2026-03-01', validTo: '2027-02-28' };

describeWithDatabase('which cover applies to a loss', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    const cover = {
      productId: 'home',
      kind: 'cover',
      optional: false,
      descriptionIs: '',
      descriptionEn: '',
    } as const;
    await database.db.insert(productCovers).values([
      {
        ...cover,
        id: 'bicycles-and-prams',
        ordinal: 1,
        nameIs: 'Reiðhjól og barnavagnar',
        nameEn: 'Bicycles and prams',
      },
      {
        ...cover,
        ...{ id: 'liability-and-leisure-accidents', optional: true, ordinal: 2 },
        ...{ nameIs: 'Ábyrgð og frítímaslys', nameEn: 'Liability and leisure accidents' },
      },
      {
        ...{ ...cover, productId: 'kasko', id: 'theft-and-vandalism', ordinal: 9 },
        ...{ nameIs: 'Þjófnaður', nameEn: 'Theft' },
      },
    ]);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    for (const name of ['anna', 'birgir', 'nyr'])
      tokens[name] = await issuer.token(name, { sid: `of-${name}` });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await database.db.insert(accessGrants).values({ ...grant, ...year, givenAt: '2026-03-01T12:00:00Z' });
  });
  const home = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p2'));
  const change = (set: Partial<typeof policies.$inferInsert>) =>
    database.db.update(policies).set(set).where(home);
  afterEach(async () => {
    await database.db.delete(actingChoices);
    await database.db.delete(accessGrants);
    await change({ validTo: '2027-02-28', lapsedOn: null, suspendedOn: null });
  });

  const covers = async (name: string, loss: Record<string, string>, language: 'is' | 'en' = 'is') => {
    const answer = await api.ask(`/api/claim/v1/covers?${new URLSearchParams(loss)}`, {
      token: tokens[name] ?? '',
      language,
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: ClaimCover[] }).items;
  };
  const bicycle = { line: 'home', causes: 'bicycle', dateOfLoss: '2026-11-20' };

  test('LIFE-13: a loss is answered with policy, cover and deductible, in the requested language', async () => {
    const [found, ...others] = await covers('anna', bicycle, 'en');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      policyId: 'p2',
      holder: 'Anna Prófdóttir',
      name: 'Home insurance',
      covers: [{ id: 'bicycles-and-prams', name: 'Bicycles and prams' }],
      deductibleText: 'By tier',
      isSuspended: false,
    });
    expect(JSON.stringify(found)).not.toContain('premium');
    // Home insurance excludes things that break, and a cover that was not chosen does not pay.
    expect(await covers('anna', { ...bicycle, causes: 'breakage' })).toEqual([]);
    expect(await covers('anna', { line: 'liability', causes: 'injury' })).toEqual([]);
    await database.db.insert(policyCovers).values({
      customerId: 'anna',
      policyId: 'p2',
      id: 'liability-and-leisure-accidents',
      deductible: 40_000,
    });
    expect(await covers('anna', { line: 'liability', causes: 'injury' })).toMatchObject([
      { covers: [{ id: 'liability-and-leisure-accidents', deductible: 40_000 }] },
    ]);
    // Before a cause is chosen, the policies of the line are named.
    expect((await covers('anna', { line: 'home' })).map(({ policyId }) => policyId)).toEqual(['p2']);
    expect(await covers('nyr', { line: 'home' })).toEqual([]);
  });

  test('LIFE-13: nobody is told that they are not insured while they have a product that the table does not know', async () => {
    const isComplete = async () => {
      const answer = await api.ask('/api/claim/v1/covers?line=windscreen', { token: tokens.anna ?? '' });
      return (await answer.json()) as { items: ClaimCover[]; isComplete: boolean };
    };
    expect(await isComplete()).toEqual({ items: [], isComplete: true });
    const [kasko] = await database.db.select().from(products).where(eq(products.id, 'kasko'));
    if (!kasko) throw new Error('no product');
    await database.db.insert(products).values({ ...kasko, id: 'U-1', ordinal: 99 });
    await change({ productId: 'U-1' });
    expect(await isComplete()).toEqual({ items: [], isComplete: false });
    await change({ productId: 'home' });
  });

  test('LIFE-13: a policy that was not in force on the day does not apply', async () => {
    await change({ lapsedOn: '2026-11-01' });
    expect(await covers('anna', bicycle)).toEqual([]);
    expect(await covers('anna', { ...bicycle, dateOfLoss: '2026-10-31' })).toHaveLength(1);
    // What a suspended policy still covers is not for the form to say.
    await change({ lapsedOn: null, suspendedOn: '2026-11-01' });
    expect(await covers('anna', bicycle)).toMatchObject([{ policyId: 'p2', isSuspended: true }]);
    await change({ suspendedOn: null, validTo: '2026-11-19' });
    expect(await covers('anna', bicycle)).toEqual([]);
  });

  test('LIFE-13: a spouse’s home insurance applies to somebody whom she gave access, and says whose it is', async () => {
    const shared = { policyId: null, holder: 'Anna Prófdóttir', insured: null };
    expect(await covers('birgir', bicycle)).toMatchObject([shared]);
    // Her car is not his household's, and access is not for somebody else to use.
    const cars = await covers('birgir', { line: 'vehicle', causes: 'theft' });
    expect(cars.map(({ policyId }) => policyId)).toEqual(['b1']);
    await database.db.insert(accessGrants).values({
      ...{ ...grant, ...year, customerId: 'birgir', id: 'g2', holderId: 'nyr', givenBy: 'birgir' },
      givenAt: '2026-03-01T12:00:00Z',
    });
    const acting = await api.ask('/api/user/v1/login/switchcustomer', {
      method: 'POST',
      token: tokens.nyr ?? '',
      body: JSON.stringify({ ssn: '0303831459' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(acting.status).toBe(200);
    expect(await covers('nyr', bicycle)).toEqual([]);
    await database.db.delete(accessGrants).where(eq(accessGrants.id, 'g1'));
    expect(await covers('birgir', bicycle)).toEqual([]);
    // Access alone is no household: a friend's home insurance is theirs.
    await database.db.update(customers).set({ spouseSsn: null }).where(eq(customers.id, 'anna'));
    await database.db.insert(accessGrants).values({ ...grant, ...year, givenAt: '2026-03-01T12:00:00Z' });
    expect(await covers('birgir', bicycle)).toEqual([]);
    await database.db.update(customers).set({ spouseSsn: '0303831459' }).where(eq(customers.id, 'anna'));
  });

  test('LIFE-13: a policy that names the customer applies without access, and the handler reads of it', async () => {
    await database.db.delete(accessGrants);
    await database.db.insert(policyItems).values({
      ...{ customerId: 'anna', policyId: 'p2', id: '9', kind: 'person' },
      ...{ nameIs: 'Nýr Prófsson', nameEn: 'Nýr Prófsson', facts: { ssn: '2012991449' } },
    });
    expect(await covers('nyr', bicycle)).toMatchObject([{ policyId: null, holder: 'Anna Prófdóttir' }]);
    const send = async (path: string, body: object) => {
      const answer = await api.ask(path, {
        method: 'POST',
        token: tokens.nyr ?? '',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': path.replaceAll('/', '-') },
      });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { token: string; id: string };
    };
    const form = { ...filledForm, policy: '', causes: ['bicycle'] };
    const { token } = await send('/api/claim/v1/drafts', { line: 'home', form, step: 4 });
    const { id } = await send('/api/claim/v1/claims', {
      draft: token,
      line: 'home',
      form,
      declaration: true,
    });
    const answer = await api.ask(`/api/claim/v1/getclaim/${id}`, { token: tokens.nyr ?? '', language: 'en' });
    const { facts, policy } = (await answer.json()) as Claim;
    expect(policy).toBeNull();
    expect(facts.find(({ value }) => value.includes('Anna Prófdóttir'))?.value).toMatch(
      /^Heimilistrygging \d+,/,
    );
  });
});
