import type { Claim, ClaimCover, LapsedCover } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  claims,
  companyInvolvement,
  customers,
  type Database,
  policies,
  policyCovers,
  policyItems,
  productCovers,
  products,
} from '@hofn/database';
import { referenceProducts } from '@hofn/database/seed/reference.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { knownCovers } from '@hofn/domain/claim-covers.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
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

test('LIFE-13: every cover of the products is paid for some cause, or known not to be', () => {
  const unknown = [...referenceProducts.values()].flatMap(({ id: product, covers }) =>
    covers
      .filter(({ id, kind }) => kind === 'cover' && !knownCovers.get(product)?.has(id))
      .map(({ id }) => `${product} ${id}`),
  );
  expect(unknown).toEqual([]);
  // No other names are in the table.
  const others = [...knownCovers].flatMap(([product, ids]) => {
    const covers = new Set(referenceProducts.get(product)?.covers.map(({ id }) => id));
    return [...ids].filter((id) => !covers.has(id)).map((id) => `${product} ${id}`);
  });
  expect(others).toEqual([]);
});

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
    await database.db.delete(productCovers).where(eq(productCovers.productId, 'kasko'));
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
    await database.db.delete(policyItems).where(eq(policyItems.id, 'named'));
    await database.db.delete(policies).where(eq(policies.customerId, 'nyr'));
    await change({ ...year, lapsedOn: null, suspendedOn: null, gaps: [] });
  });

  type Answer = { items: ClaimCover[]; lapsed: LapsedCover[]; isComplete: boolean; isTruncated: boolean };
  const answerTo = async (name: string, loss: Record<string, string>, language: 'is' | 'en' = 'is') => {
    const answer = await api.ask(`/api/claim/v1/covers?${new URLSearchParams(loss)}`, {
      token: tokens[name] ?? '',
      language,
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  };
  const covers = async (...asked: Parameters<typeof answerTo>) => (await answerTo(...asked)).items;
  /** Lets one act for another, who has given access. */
  const act = async (name: string, customerId: string, ssn: string) => {
    const given = { ...grant, ...year, customerId, id: `of-${customerId}`, holderId: name };
    await database.db
      .insert(accessGrants)
      .values({ ...given, givenBy: customerId, givenAt: '2026-03-01T12:00:00Z' });
    const acting = await api.ask('/api/user/v1/login/switchcustomer', {
      method: 'POST',
      token: tokens[name] ?? '',
      body: JSON.stringify({ ssn }),
      headers: { 'content-type': 'application/json' },
    });
    expect(acting.status).toBe(200);
  };
  const policyOfNyr = {
    ...{ ...year, customerId: 'nyr', id: 'n1', number: '4000001', productId: 'home' },
    ...{ premiumPerYear: 54_000, instalmentsPerYear: 12, instalmentFeePercent: 2.25, termsCodes: [] },
  };
  const nameNyr = () =>
    database.db.insert(policyItems).values({
      ...{ customerId: 'anna', policyId: 'p2', id: 'named', kind: 'person' },
      ...{ nameIs: 'Nýr Prófsson', nameEn: 'Nýr Prófsson', facts: { ssn: '2012991449' } },
    });
  const bicycle = { line: 'home', causes: 'bicycle', dateOfLoss: '2026-11-20' };

  test('LIFE-13, LIFE-41: a loss is answered with policy, cover, deductible and the product’s words on it, in the requested language', async () => {
    const [found, ...others] = await covers('anna', bicycle, 'en');
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      policyId: 'p2',
      holder: 'Anna Prófdóttir',
      name: 'Home insurance',
      covers: [{ id: 'bicycles-and-prams', name: 'Bicycles and prams' }],
      deductibleText: 'By tier',
      ownShare: { varies: true, percent: null },
      isSuspended: false,
    });
    expect(JSON.stringify(found)).not.toContain('premium');
    // The share that the product's words state, and none for a loss that the amount answers.
    const home = eq(products.id, 'home');
    const words = referenceProducts.get('home')?.deductibleEn ?? '';
    await database.db.update(products).set({ deductibleEn: words }).where(home);
    const shareOf = async (causes: string) =>
      (await covers('anna', { ...bicycle, causes }, 'en')).map(({ ownShare }) => ownShare);
    expect(await shareOf('bicycle')).toEqual([{ varies: true, percent: 25 }]);
    expect(await shareOf('bicycle,water')).toEqual([{ varies: true, percent: null }]);
    await database.db.update(products).set({ deductibleEn: 'By tier' }).where(home);
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

  test('LIFE-13: a customer with an unknown product does not read that they are not insured', async () => {
    const isComplete = async (name = 'anna') => {
      const { items, ...answer } = await answerTo(name, { line: 'windscreen' });
      expect(items).toEqual([]);
      return answer.isComplete;
    };
    expect(await isComplete()).toBe(true);
    const [kasko] = await database.db.select().from(products).where(eq(products.id, 'kasko'));
    if (!kasko) throw new Error('no product');
    await database.db.insert(products).values({ ...kasko, id: 'U-1', ordinal: 99 });
    await change({ productId: 'U-1' });
    expect(await isComplete()).toBe(false);
    // Another person's policy of an unknown product counts for those it names.
    expect(await isComplete('nyr')).toBe(true);
    await nameNyr();
    expect(await isComplete('nyr')).toBe(false);
    // One that is not in force does not count.
    for (const days of [
      { validFrom: '2026-12-01' },
      { validTo: '2026-11-20' },
      { lapsedOn: '2026-11-01' },
    ] as const) {
      await change({ ...year, lapsedOn: null, ...days });
      expect(await isComplete(), JSON.stringify(days)).toBe(true);
    }
    await change({ ...year, lapsedOn: null, productId: 'home' });
    expect(await isComplete()).toBe(true);
    // A cover that the table does not know, unless it was not chosen.
    const cover = { productId: 'home', kind: 'cover', descriptionIs: '', descriptionEn: '' } as const;
    const added = { ...cover, id: 'new', ordinal: 9, nameIs: 'Nýtt', nameEn: 'New' };
    await database.db.insert(productCovers).values({ ...added, optional: true });
    expect(await isComplete()).toBe(true);
    await database.db.update(productCovers).set({ optional: false }).where(eq(productCovers.id, 'new'));
    expect(await isComplete()).toBe(false);
    await database.db.delete(productCovers).where(eq(productCovers.id, 'new'));
  });

  test('LIFE-13: a delegate sees no policies of others, and no claim that there are none', async () => {
    await nameNyr();
    expect(await covers('nyr', bicycle)).toHaveLength(1);
    await act('birgir', 'nyr', '2012991449');
    expect(await answerTo('birgir', bicycle)).toMatchObject({ items: [], isComplete: false });
    // A company is insured on no policy of others.
    await database.db.delete(actingChoices);
    await act('birgir', 'felag', '5001141499');
    expect(await answerTo('birgir', bicycle)).toMatchObject({ items: [], isComplete: true });
  });

  test('LIFE-13: of a fleet the first policies are listed, or those of the vehicle, and it is said that there are more', async () => {
    const fleet = Array.from({ length: 25 }, (_, n) => String(4_000_001 + n));
    await database.db
      .insert(policies)
      .values(fleet.map((number) => ({ ...policyOfNyr, id: number, number, productId: 'kasko' })));
    await database.db.insert(policyItems).values(
      fleet.map((number, n) => ({
        ...{ customerId: 'nyr', policyId: number, id: 'i1', kind: 'vehicle' as const },
        ...{ nameIs: 'Bíll', nameEn: 'Car', facts: { plate: `þb x${10 + n}` } },
      })),
    );
    const theft = { line: 'vehicle', causes: 'theft', dateOfLoss: '2026-11-20' };
    const all = await answerTo('nyr', theft);
    expect(all.items.map(({ number }) => number)).toEqual(fleet.slice(0, 20));
    expect(all).toMatchObject({ isTruncated: true, isComplete: true });
    const one = await answerTo('nyr', { ...theft, plate: 'ÞBX34' });
    expect(one.items.map(({ number }) => number)).toEqual([fleet[24]]);
    expect(one.isTruncated).toBe(false);
    // Those that were not in force take no place.
    await database.db
      .update(policies)
      .set({ lapsedOn: '2026-11-01' })
      .where(inArray(policies.number, fleet.slice(0, 20)));
    expect((await answerTo('nyr', theft)).items.map(({ number }) => number)).toEqual(fleet.slice(20));
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

  test('LIFE-13: a policy that had lapsed on the day does not apply, also once it is in force again, and is named with its days', async () => {
    const lapsed = { policyId: 'p2', number: '1000002', from: '2026-11-08' };
    await change({ lapsedOn: '2026-11-08' });
    expect(await answerTo('anna', bicycle)).toMatchObject({ items: [], lapsed: [{ ...lapsed, to: null }] });
    const gaps = [{ from: '2026-11-08', to: '2026-11-20' }];
    await change({ lapsedOn: null, validFrom: '2026-11-21', gaps });
    expect(await answerTo('anna', bicycle)).toMatchObject({
      items: [],
      lapsed: [{ ...lapsed, to: '2026-11-20' }],
    });
    for (const dateOfLoss of ['2026-11-07', '2026-11-21'])
      expect(await answerTo('anna', { ...bicycle, dateOfLoss })).toMatchObject({
        items: [{ policyId: 'p2' }],
        lapsed: [],
      });
    // Not of a loss that it never paid for, nor to others whose home it insures.
    expect((await answerTo('anna', { ...bicycle, causes: 'breakage' })).lapsed).toEqual([]);
    expect(await answerTo('birgir', bicycle)).toMatchObject({ items: [], lapsed: [] });
    // Nor can the claim be filed on it.
    const send = (path: string, body: object) =>
      api.ask(path, {
        method: 'POST',
        token: tokens.anna ?? '',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `gap-${path.split('/').pop()}-key`,
        },
      });
    const typed = { line: 'home', form: { ...filledForm, causes: ['bicycle'] } };
    const draft = (await (await send('/api/claim/v1/drafts', { ...typed, step: 4 })).json()) as {
      token: string;
    };
    const filed = await send('/api/claim/v1/claims', { draft: draft.token, ...typed, declaration: true });
    expect([filed.status, JSON.stringify(await filed.json())]).toEqual([
      400,
      expect.stringContaining('form.policy'),
    ]);
  });

  test('LIFE-13: somebody with access to the owner’s insurance finds that of a car by its plate', async () => {
    await database.db
      .insert(policies)
      .values({ ...policyOfNyr, customerId: 'anna', id: 'rude', number: '2041189', productId: 'kasko' });
    await database.db.insert(policyItems).values({
      ...{ customerId: 'anna', policyId: 'rude', id: 'i1', kind: 'vehicle' },
      ...{ nameIs: 'Toyota', nameEn: 'Toyota', facts: { plate: 'NB X42' } },
    });
    const theft = { line: 'vehicle', causes: 'theft', dateOfLoss: '2026-11-20' };
    const numbers = async (plate: string) =>
      (await covers('birgir', { ...theft, plate })).map(({ number, holder, policyId }) =>
        policyId === null ? `${number} ${holder}` : policyId,
      );
    expect(await numbers('nbx 42')).toContain('2041189 Anna Prófdóttir');
    // Not without the plate, by another one, nor for somebody without access.
    expect(await covers('birgir', theft)).toMatchObject([{ policyId: 'b1' }]);
    expect((await numbers('ABC12')).join()).not.toContain('2041189');
    expect(await covers('nyr', { ...theft, plate: 'NBX42' })).toEqual([]);
    await database.db.delete(accessGrants);
    expect((await numbers('NBX42')).join()).not.toContain('2041189');
    await database.db.delete(policies).where(eq(policies.id, 'rude'));
  });

  test('LIFE-13, ACC-4: a procuration holder finds the insurance of the company’s car by its plate', async () => {
    const ofCompany = { customerId: 'felag', policyId: 'fleet' };
    await database.db
      .insert(policies)
      .values({ ...policyOfNyr, customerId: 'felag', id: 'fleet', number: '2041190', productId: 'kasko' });
    await database.db.insert(policyItems).values({
      ...{ ...ofCompany, id: 'i1', kind: 'vehicle' },
      ...{ nameIs: 'Sendibíll', nameEn: 'Van', facts: { plate: 'NB X43' } },
    });
    const involve = async (set: Partial<typeof companyInvolvement.$inferInsert>) => {
      await database.db.delete(companyInvolvement).where(eq(companyInvolvement.customerId, 'nyr'));
      await database.db.insert(companyInvolvement).values({
        ...{ customerId: 'nyr', companyId: 'felag', involvement: 'procuration', registeredOn: '2026-01-01' },
        ...set,
      });
    };
    const found = (reader = 'nyr') =>
      covers(reader, { line: 'vehicle', causes: 'theft', dateOfLoss: '2026-11-20', plate: 'NBX43' });
    onTestFinished(async () => {
      await database.db.delete(companyInvolvement).where(eq(companyInvolvement.customerId, 'nyr'));
      await database.db.delete(policies).where(eq(policies.id, 'fleet'));
    });
    const isFound = { number: '2041190', holder: 'Prófunarfélagið ehf.', policyId: null };
    await involve({});
    expect(await found()).toMatchObject([isFound]);
    await involve({ endedOn: '2026-11-21' });
    expect(await found()).toMatchObject([isFound]);
    for (const without of [
      { involvement: 'board' },
      { registeredOn: '2026-11-22' },
      { endedOn: '2026-11-20' },
    ] as const) {
      await involve(without);
      expect(await found(), JSON.stringify(without)).toEqual([]);
    }
    // The holder's delegates do not find it.
    await involve({});
    await act('birgir', 'nyr', '2012991449');
    expect((await found('birgir')).map(({ number }) => number)).not.toContain('2041190');
  });

  test('LIFE-13: home insurance applies to the spouse of the policyholder who has access to it, with the policyholder’s name', async () => {
    const shared = { policyId: null, holder: 'Anna Prófdóttir', insured: null };
    expect(await covers('birgir', bicycle)).toMatchObject([shared]);
    // Her car is not part of the household, and access cannot be passed on.
    const cars = await covers('birgir', { line: 'vehicle', causes: 'theft' });
    expect(cars.map(({ policyId }) => policyId)).toEqual(['b1']);
    await act('nyr', 'birgir', '0303831459');
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
    await nameNyr();
    expect(await covers('nyr', bicycle)).toMatchObject([{ policyId: null, holder: 'Anna Prófdóttir' }]);
    const send = async (path: string, key: string, body: object) => {
      const answer = await api.ask(path, {
        method: 'POST',
        token: tokens.nyr ?? '',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': `${key}-of-a-shared-policy` },
      });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { token: string; id: string };
    };
    const filed = async (policy: string): Promise<Claim> => {
      const form = { ...filledForm, policy, causes: ['bicycle'] };
      const typed = { line: 'home', form };
      const { token } = await send('/api/claim/v1/drafts', `draft${policy}`, { ...typed, step: 4 });
      const claim = { draft: token, ...typed, declaration: true };
      const { id } = await send('/api/claim/v1/claims', `claim${policy}`, claim);
      const path = `/api/claim/v1/getclaim/${id}`;
      return (await (await api.ask(path, { token: tokens.nyr ?? '', language: 'en' })).json()) as Claim;
    };
    const named = expect.objectContaining({ value: '1000002 (Anna Prófdóttir)' });
    expect(await filed('')).toMatchObject({ policy: null, facts: expect.arrayContaining([named]) });
    // Also when the customer chose a policy of their own: the form has said so.
    await database.db.insert(policies).values(policyOfNyr);
    expect(await filed('n1')).toMatchObject({ policy: { id: 'n1' }, facts: expect.arrayContaining([named]) });
    await database.db.delete(claims).where(eq(claims.customerId, 'nyr'));
  });
});
