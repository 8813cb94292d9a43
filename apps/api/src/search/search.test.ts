import type { Found } from '@hofn/contracts';
import { type Database, transactions } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { mostOfKind } from './store.ts';

describeEachEngine('the search of what one has', (open) => {
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    const database: Database = await open();
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
        ...Array.from({ length: mostOfKind + 2 }, (_, n) => entry('anna', n + 1, 'Greitt með þökkum')),
        entry('birgir', 1, 'Greitt með þökkum'),
      ]);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
  });
  afterAll(() => api.stop());

  const find = async (sub: string, q: string, language: 'is' | 'en' = 'is'): Promise<Found[]> => {
    const answer = await api.ask(`/api/search/v1?${new URLSearchParams({ q })}`, {
      token: await issuer.token(sub),
      language,
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: Found[] }).items;
  };

  test('policies are found by name, number and what is insured, with accents or without', async () => {
    for (const q of ['kasko', 'KASKÓTRYGGING', 'thb x42', 'þb-x42'.replace('-', ' ')]) {
      const [first] = await find('anna', q);
      expect([q, first?.kind, first?.title]).toEqual([q, 'policy', 'Kaskótrygging']);
    }
    expect((await find('anna', 'motor', 'en'))[0]?.title).toBe('Comprehensive motor insurance');
  });

  test('entries of the account are found newest first, at most so many of a kind', async () => {
    const items = await find('anna', 'thokkum');
    expect(items).toHaveLength(mostOfKind);
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

  test('every word must be there, and what is found is the subject’s alone', async () => {
    expect(await find('anna', 'kasko heimilis')).toEqual([]);
    expect(await find('anna', '%_')).toEqual([]);
    expect(await find('birgir', 'thokkum')).toHaveLength(1);
    expect(await find('nyr', 'greitt')).toEqual([]);
  });

  test('too short a question is refused, naming it', async () => {
    const answer = await api.ask('/api/search/v1?q=%20a%20', { token: await issuer.token('anna') });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('"q"');
  });
});
