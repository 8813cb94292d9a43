import { type Benefits, type Policy, type PolicyOverview, type PolicySummary, policy } from '@hofn/contracts';
import { type Database, policies } from '@hofn/database';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer } from '../platform/authorization.ts';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { overviewDocument } from './documents.ts';

type List = { items: PolicySummary[]; nextCursor: string | null };

describeWithDatabase('policies', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  const queries: string[] = [];

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    // Drizzle's session logs every query.
    const { db } = await inRoleOf('api', database);
    const { logger } = Reflect.get(db, 'session') as { logger: object };
    Object.assign(logger, { logQuery: (query: string) => queries.push(query) });
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());

  const get = async <Body>(path: string, token = anna, language: 'is' | 'en' = 'is'): Promise<Body> => {
    const answer = await api.ask(path, { token, language });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Body;
  };

  test('DATA-4: the overview has policies by group with premiums, discounts, open claims, and amounts due and overdue', async () => {
    const overview = await get<PolicyOverview>('/api/policy/v3/overview');
    expect(
      overview.groups.map(({ group, premiumPerYear, policies }) => [
        group,
        premiumPerYear,
        policies.map(({ id, status }) => [id, status]),
      ]),
    ).toEqual([
      ['vehicles', 90_000, [['p1', 'active']]],
      ['home', 54_000, [['p2', 'renewing']]],
    ]);
    expect(overview.totals).toEqual({ policies: 2, premiumPerYear: 144_000 });
    expect(overview.discounts).toEqual([{ name: 'Vildarafsláttur', amountPerYear: -16_000 }]);
    expect(overview.openClaims).toEqual([{ id: 'c1', number: 'T-1', title: 'Árekstur á Miklubraut' }]);
    expect(overview.nextDue).toEqual({
      date: '2026-12-01',
      amount: 12_000,
      method: 'ccard',
      methodName: 'Visa •••• 4821',
      collection: { day: '2026-12-01', from: 'card' },
    });
    expect(overview.overdue).toEqual({
      dueDate: '2026-11-01',
      finalDueDate: '2026-11-15',
      amount: 12_510,
      lapsesOn: '2027-01-11',
    });
  });

  const change = async (id: string, days: Partial<typeof policies.$inferInsert>) => {
    await database.db.update(policies).set(days).where(eq(policies.id, id));
  };

  test('LIFE-1, LIFE-40: cancelled and ended policies are listed apart, with what follows from their status, and count in no total', async () => {
    await change('p2', { cancelledOn: '2026-11-10' });
    await change('p3', { validTo: '2026-02-28' });
    const { groups, totals, ended, ...rest } = await get<PolicyOverview>('/api/policy/v3/overview');
    expect(groups.map(({ group }) => group)).toEqual(['vehicles']);
    expect(totals).toEqual({ policies: 1, premiumPerYear: 90_000 });
    expect(ended).toMatchObject([
      {
        id: 'p2',
        status: 'cancelled',
        inForce: true,
        since: '2026-11-10',
        validTo: '2026-12-15',
        renewsOn: null,
        planned: { kind: 'cancel', lastDay: '2026-12-15', isRequested: false },
      },
      { id: 'p3', status: 'expired', inForce: false, since: null },
    ]);
    const subject = { id: 'anna', ssn: '1203751489', fullName: 'Anna', kind: 'person' } as Customer;
    const document = overviewDocument(
      { groups, totals, ended, ...rest },
      { subject, language: 'is', today: '2026-11-21' },
    );
    const words = JSON.stringify(document.blocks);
    expect(words).toContain('Sagt upp eða úr gildi');
    // Of the policy that still covers, not of the one that is over (rule LIFE-40).
    expect([words.includes('54.000'), words.includes('48.000')]).toEqual([true, false]);
    await change('p2', { cancelledOn: null });
    await change('p3', { validTo: '2025-02-28' });
  });

  test('the overview of a new customer is empty', async () => {
    expect(await get('/api/policy/v3/overview', await issuer.token('nyr'))).toEqual({
      groups: [],
      totals: { policies: 0, premiumPerYear: 0 },
      ended: [],
      openClaims: [],
      discounts: [],
      nextDue: null,
      overdue: null,
    });
  });

  test('DATA-4: a policy has its items, covers, exclusions, deductible, premium parts, period and terms', async () => {
    const whole = await get<Policy>('/api/policy/v2/p1');
    expect(policy.parse(whole)).toEqual(whole);
    expect(whole).toMatchObject({
      name: 'Kaskótrygging',
      status: 'active',
      deductible: 140_000,
      validFrom: '2026-03-01',
      validTo: '2027-02-28',
      renewsOn: '2027-03-01',
      planned: null,
      holder: { fullName: 'Anna Prófdóttir', ssn: '1402851489' },
      instalments: { perYear: 12, feePercent: 2.25 },
      benefits: ['courtesyCar'],
    });
    expect(whole.insuredItems).toEqual([
      {
        id: 'i1',
        kind: 'vehicle',
        name: 'Toyota RAV4',
        facts: [
          { label: 'Skráningarnúmer', value: 'ÞB X42' },
          { label: 'Árgerð', value: '2021' },
          { label: 'Verðmæti', value: '5.200.000\u00a0kr.' },
          { label: 'Notkun', value: 'Einkanot' },
        ],
      },
    ]);
    expect(whole.covers.map(({ id, included, sumInsured }) => [id, included, sumInsured])).toEqual([
      ['collision', true, null],
      ['rental', true, 150_000],
      ['abroad', false, null],
      ['wear', false, null],
    ]);
    expect(whole.premiumParts).toEqual([
      { name: 'Grunniðgjald', kind: 'base', amount: 100_000 },
      { name: 'Vildarafsláttur', kind: 'discount', amount: -10_000 },
    ]);
    const parts = whole.premiumParts.map(({ amount }) => amount);
    expect(parts.reduce((total, amount) => total + amount, 0)).toBe(whole.premiumPerYear);
    expect(whole.terms).toEqual([{ code: 'BK10', title: 'Kaskótrygging', path: '/skilmalar/BK10' }]);
  });

  test('DATA-4, LANG-6, UI-8: products, covers, facts and terms are in the reader’s language', async () => {
    const whole = await get<Policy>('/api/policy/v2/p1', anna, 'en');
    expect(whole.name).toBe('Comprehensive motor insurance');
    expect(whole.covers[0]?.name).toBe('Collision');
    expect(whole.insuredItems[0]?.facts.at(-1)).toEqual({ label: 'Use', value: 'Private' });
    expect(whole.terms).toEqual([{ code: 'BK10E', title: 'Motor', path: '/en/terms/BK10E' }]);
  });

  test('ACC-5: a customer’s own policy is 200 and another customer’s is 404, even with the same id', async () => {
    expect((await api.ask('/api/policy/v2/b1', { token: anna })).status).toBe(404);
    const birgir = await issuer.token('birgir');
    expect((await api.ask('/api/policy/v2/b1', { token: birgir })).status).toBe(200);
    expect((await api.ask('/api/policy/v2/p2', { token: birgir })).status).toBe(404);
    const company = await get<Policy>('/api/policy/v2/p1', await issuer.token('felag'));
    expect(company.number).toBe('3000009');
  });

  test('the list is paged in a stable order, each policy once', async () => {
    const first = await get<List>('/api/policy/v2?limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(['p1', 'p2']);
    const second = await get<List>(`/api/policy/v2?limit=2&cursor=${first.nextCursor}`);
    expect(second.items.map(({ id }) => id)).toEqual(['p3']);
    expect(second.nextCursor).toBeNull();
  });

  test('a tampered cursor, or one of another list, is a validation error that names it', async () => {
    const { nextCursor } = await get<List>('/api/policy/v2?limit=1');
    const expectRefused = async (query: string, token = anna) => {
      const answer = await api.ask(`/api/policy/v2?${query}`, { token });
      expect(answer.status, query).toBe(400);
      expect(((await answer.json()) as { errors: object }).errors).toEqual({
        cursor: ['Þessi síða listans er ekki til. Byrjaðu aftur á fyrstu síðu.'],
      });
    };
    await expectRefused(`limit=1&cursor=${nextCursor?.slice(0, -2)}AA`);
    await expectRefused(`limit=1&cursor=x`);
    await expectRefused(`limit=1&group=home&cursor=${nextCursor}`);
    await expectRefused(`limit=1&cursor=${nextCursor}`, await issuer.token('birgir'));
  });

  test('the list is filtered by group and status, and searched without accents', async () => {
    const ids = async (query: string) =>
      (await get<List>(`/api/policy/v2?${new URLSearchParams(query)}`)).items.map(({ id }) => id);
    expect(await ids('group=home')).toEqual(['p2', 'p3']);
    expect(await ids('status=expired')).toEqual(['p3']);
    expect(await ids('status=renewing')).toEqual(['p2']);
    expect(await ids('search=aegisida')).toEqual(['p2']);
    expect(await ids('search=ÞB x42')).toEqual(['p1']);
    expect(await ids('search=heimilis')).toEqual(['p2', 'p3']);
    expect(await ids('search=1000003')).toEqual(['p3']);
    expect(await ids('search=%')).toEqual([]);
  });

  test('PORT-19: the list is filtered by days in force, and paged in every order, each policy once', async () => {
    const all = (await get<List>('/api/policy/v2')).items;
    const ids = async (query: string) =>
      (await get<List>(`/api/policy/v2?${query}`)).items.map(({ id }) => id).toSorted();
    for (const day of ['2020-01-01', '2026-03-01', '2027-02-28', '2030-01-01']) {
      const expectedIds = (test: (summary: PolicySummary) => boolean) =>
        all
          .filter(test)
          .map(({ id }) => id)
          .toSorted();
      expect(await ids(`from=${day}`)).toEqual(expectedIds(({ validTo }) => validTo >= day));
      expect(await ids(`to=${day}`)).toEqual(expectedIds(({ validFrom }) => validFrom <= day));
    }
    for (const sort of ['premium', 'ends'] as const) {
      const found: PolicySummary[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor && `&cursor=${cursor}`;
        const page: List = await get<List>(`/api/policy/v2?sort=${sort}&limit=1${query}`);
        found.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(found).toHaveLength(all.length);
      const figures = found.map((summary) =>
        sort === 'premium' ? -summary.premiumPerYear : Date.parse(summary.validTo),
      );
      expect(figures).toEqual(figures.toSorted((a, b) => a - b));
    }
  });

  test('invalid parameters are validation errors that name them, in the reader’s language', async () => {
    const answer = await api.ask('/api/policy/v2?limit=1000&group=boats', { token: anna, language: 'en' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({
      errorCode: 'validation',
      errors: {
        limit: ['This must be 100 or less'],
        group: ['This must be one of: vehicles, home, persons, travel and business'],
      },
    });
  });

  test('DATA-4: each benefit and discount says why the customer has it', async () => {
    const benefits = await get<Benefits>('/api/policy/v2/benefits');
    expect(benefits).toEqual({
      tier: 'gold',
      items: [
        {
          key: 'courtesyCar',
          name: 'Bílaleigubíll í allt að fimm daga vegna tjóns',
          why: 'Fylgir: Kaskótrygging',
          amountPerYear: null,
        },
        {
          key: 'loyalty',
          name: 'Vildarafsláttur',
          why: 'Dregst frá iðgjaldi: Heimilistrygging og Kaskótrygging',
          amountPerYear: -16_000,
        },
      ],
    });
  });

  test('DATA-4, LIFE-40: a benefit counts only while the policy that grants it covers', async () => {
    await change('p1', { suspendedOn: '2026-11-01' });
    const { items } = await get<Benefits>('/api/policy/v2/benefits');
    expect(items.map(({ key }) => key)).toEqual(['loyalty']);
    await change('p1', { suspendedOn: null });
  });

  test('a call makes one database query, besides one a minute for the caller', async () => {
    for (const path of ['/v2', '/v2/p1', '/v3/overview', '/v2/benefits']) {
      queries.length = 0;
      // The portal names the customer it shows; without the header, the subject is looked up.
      const own = { 'acting-for': 'anna' };
      await (await api.ask(`/api/policy${path}`, { token: anna, headers: own })).arrayBuffer();
      expect(queries, path).toHaveLength(1);
      expect(queries[0], path).toMatch(/where/);
    }
  });
});
