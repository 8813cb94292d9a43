import type { SearchResult } from '@hofn/contracts';
import { claims, type Database, documents, policies, products, transactions } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { maxPerKind } from './store.ts';

describeWithDatabase('search in the customer’s own data', (open) => {
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const entry = (customerId: string, n: number, descriptionIs: string, policyId: string | null = null) => ({
      customerId,
      id: `t${n}`,
      sequence: n,
      bookedOn: `2026-10-0${n}`,
      type: 'payment' as const,
      amount: -1000 * n,
      policyId,
      descriptionIs,
      descriptionEn: 'Paid by card',
    });
    await database.db
      .insert(transactions)
      .values([
        ...Array.from({ length: maxPerKind + 2 }, (_, n) => entry('anna', n + 1, 'Greitt með þökkum')),
        entry('birgir', 1, 'Greitt með þökkum'),
      ]);
    // Another customer's data, with the same ids and words as Anna's.
    await database.db.insert(claims).values({
      customerId: 'birgir',
      id: 'c1',
      number: 'T-9',
      policyId: null,
      titleIs: 'Vatnstjón hjá Birgi',
      titleEn: 'Birgir’s water damage',
      status: 'inProgress',
      dateOfLoss: '2026-11-10',
      changedAt: '2026-11-12T10:00:00Z',
    });
    const paper = { id: 'd1', kind: 'certificate' as const, issuedOn: '2026-03-02' };
    await database.db.insert(documents).values([
      {
        ...paper,
        customerId: 'anna',
        titleIs: 'Skírteini: Kaskótrygging',
        titleEn: 'Certificate: Comprehensive motor insurance',
      },
      { ...paper, customerId: 'birgir', titleIs: 'Skírteini Birgis', titleEn: 'Birgir’s certificate' },
    ]);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
  });
  afterAll(() => api.stop());

  const find = async (sub: string, q: string, language: 'is' | 'en' = 'is'): Promise<SearchResult[]> => {
    const answer = await api.ask(`/api/search/v1?${new URLSearchParams({ q })}`, {
      token: await issuer.token(sub),
      language,
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: SearchResult[] }).items;
  };

  test('policies are found by name, number and insured item, with or without accents', async () => {
    for (const q of ['kasko', 'KASKÓTRYGGING', 'thb x42', 'þb-x42'.replace('-', ' ')]) {
      const [first] = await find('anna', q);
      expect([q, first?.kind, first?.title]).toEqual([q, 'policy', 'Kaskótrygging']);
    }
    expect((await find('anna', 'motor', 'en'))[0]?.title).toBe('Comprehensive motor insurance');
  });

  test('account entries are found newest first, up to the limit of a kind', async () => {
    const items = await find('anna', 'thokkum');
    expect(items).toHaveLength(maxPerKind);
    expect(items[0]).toEqual({
      kind: 'transaction',
      id: 't7',
      title: 'Greitt með þökkum',
      detail: null,
      date: '2026-10-07',
      amount: -7000,
    });
    expect((await find('anna', 'greitt 3000')).map(({ id }) => id)).toEqual(['t3']);
  });

  test('PORT-20: policies, claims, documents and transactions are found in both languages, the subject’s only', async () => {
    const kinds = async (sub: string, q: string, language: 'is' | 'en' = 'is') =>
      (await find(sub, q, language)).map(({ kind, title }) => [kind, title]);
    expect(await kinds('anna', 'thb x42')).toEqual([['policy', 'Kaskótrygging']]);
    expect(await kinds('anna', 'vatnstjon')).toEqual([['claim', 'Vatnstjón']]);
    expect(await kinds('anna', 'water', 'en')).toEqual([['claim', 'Water damage']]);
    expect(await kinds('anna', 't-1')).toEqual([['claim', 'Árekstur á Miklubraut']]);
    expect(await kinds('anna', 'skirteini')).toEqual([['document', 'Skírteini: Kaskótrygging']]);
    expect(await kinds('anna', 'certificate', 'en')).toEqual([
      ['document', 'Certificate: Comprehensive motor insurance'],
    ]);
    expect((await kinds('anna', 'thokkum'))[0]).toEqual(['transaction', 'Greitt með þökkum']);
    expect(await kinds('birgir', 'vatnstjon')).toEqual([['claim', 'Vatnstjón hjá Birgi']]);
    expect(await kinds('birgir', 'skirteini')).toEqual([['document', 'Skírteini Birgis']]);
    for (const q of ['thb x42', 'vatnstjon', 'skirteini', 'thokkum'])
      expect(await find('nyr', q)).toEqual([]);
  });

  test('LIFE-25: a policy is found by what it covers, its benefits, a plate without its space and words that mean the same', async () => {
    const found = async (q: string, language: 'is' | 'en' = 'is') =>
      (await find('anna', q, language))
        .filter(({ kind }) => kind === 'policy')
        .map(({ title, detail }) => `${title}: ${detail}`);
    expect(await found('arekstur')).toEqual(['Kaskótrygging: Árekstur, Toyota RAV4, ÞB X42, 1000001']);
    // A cover that she did not choose.
    expect(await found('erlendis')).toEqual([]);
    expect(await found('thbx42')).toHaveLength(1);
    expect(await found('sprungið dekk')).toEqual([]);
    await database.db
      .update(products)
      .set({ benefits: ['roadside'] })
      .where(eq(products.id, 'kasko'));
    const [roadside] = await found('sprungið dekk');
    expect(roadside).toMatch(/^Kaskótrygging: Bílahjálp þrisvar á ári án aukakostnaðar, /);
    for (const q of ['puncture', 'flat tyre'])
      expect((await found(q, 'en'))[0], q).toMatch(/^Comprehensive motor insurance: /);
    expect(await found('vegaaðstoð')).toHaveLength(1);
    // «flat» alone is a home, and a synonym has to begin a word.
    expect(await found('flat', 'en')).toEqual(['Home insurance: The old flat, 1000003']);
    // A policy that does not cover is found by name alone.
    const inForce = { validFrom: '2026-03-01', validTo: '2027-02-28', lapsedOn: null, suspendedOn: null };
    const notCovering = [
      ...[{ validTo: '2026-11-20' }, { lapsedOn: '2026-11-20' }, { validFrom: '2026-11-22' }],
      { suspendedOn: '2026-11-21' },
    ];
    for (const change of notCovering) {
      await database.db
        .update(policies)
        .set({ ...inForce, ...change })
        .where(eq(policies.customerId, 'anna'));
      expect(await found('sprungið dekk'), JSON.stringify(change)).toEqual([]);
      expect(await found('arekstur'), JSON.stringify(change)).toEqual([]);
      expect(await found('kasko')).toEqual(['Kaskótrygging: Toyota RAV4, ÞB X42, 1000001']);
    }
    // A suspension that lies ahead changes nothing yet.
    await database.db
      .update(policies)
      .set({ ...inForce, suspendedOn: '2026-11-22' })
      .where(eq(policies.customerId, 'anna'));
    expect(await found('sprungið dekk')).toHaveLength(1);
    await database.db.update(policies).set(inForce).where(eq(policies.customerId, 'anna'));
    expect(await found('arekstur')).toHaveLength(1);
  });

  test('LIFE-25: where nothing has every word, what has the longest one is found', async () => {
    const titles = async (q: string) => (await find('anna', q)).map(({ title }) => title);
    expect(await titles('heimilistrygging 1000003')).toEqual(['Heimilistrygging']);
    expect(await titles('banki heimilistrygging')).toEqual(await titles('heimilistrygging'));
    // The amount of another entry: what has both words comes alone.
    expect(await titles('greitt 3000')).toEqual(['Greitt með þökkum']);
    expect(await titles('xyzzyx 1000003')).toEqual(['Heimilistrygging']);
    expect(await titles('xyzzyx plugh')).toEqual([]);
  });

  test('only the subject’s data is found, and no pattern of the database', async () => {
    expect(await find('anna', '%_')).toEqual([]);
    expect(await find('birgir', 'thokkum')).toHaveLength(1);
    expect(await find('nyr', 'greitt')).toEqual([]);
  });

  test('a search that is too short is a validation error that names it', async () => {
    const answer = await api.ask('/api/search/v1?q=%20a%20', { token: await issuer.token('anna') });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('"q"');
  });
});
