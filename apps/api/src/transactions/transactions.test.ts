import { type TransactionOverview, transactionOverview } from '@hofn/contracts';
import { type Database, transactions } from '@hofn/database';
import { describeEachEngine, inRoleOf } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../platform/pdf/testing.ts';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';

const path = '/api/account/v1';

describeEachEngine('transactions', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  const queries: string[] = [];

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const entry = (
      sequence: number,
      bookedOn: string,
      type: 'premium' | 'payment' | 'fee' | 'refund' | 'claim',
      amount: number,
      policyId: string | null,
      [descriptionIs, descriptionEn]: [string, string],
    ) => ({
      customerId: 'anna',
      id: `t${sequence}`,
      sequence,
      bookedOn,
      type,
      amount,
      policyId,
      descriptionIs,
      descriptionEn,
    });
    await database.db.insert(transactions).values([
      entry(1, '2026-10-01', 'premium', 9_000, 'p1', ['Iðgjald', 'Premium']),
      entry(2, '2026-10-01', 'premium', 3_000, 'p2', ['Iðgjald', 'Premium']),
      entry(3, '2026-10-01', 'payment', -12_000, null, ['Greitt með korti', 'Paid by card']),
      entry(4, '2026-11-01', 'premium', 9_000, 'p1', ['Iðgjald', 'Premium']),
      entry(5, '2026-11-01', 'premium', 3_000, 'p2', ['Iðgjald', 'Premium']),
      entry(6, '2026-11-16', 'fee', 510, null, ['Dráttarvextir', 'Penalty interest']),
      { ...entry(1, '2026-11-01', 'premium', 7_000, 'b1', ['Iðgjald', 'Premium']), customerId: 'birgir' },
      ...Array.from({ length: 1000 }, (_, n) => ({
        ...entry(n + 1, addDays('2024-01-01', n), n % 2 ? 'payment' : 'premium', n % 2 ? -50 : 50, 'p1', [
          '=Færsla',
          '=Entry',
        ]),
        customerId: 'felag',
      })),
    ]);
    // Drizzle's session logs every query.
    const { db } = await inRoleOf('api', database);
    const { logger } = Reflect.get(db, 'session') as { logger: object };
    Object.assign(logger, { logQuery: (query: string) => queries.push(query) });
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());

  const get = async (query = '', token = anna, language: 'is' | 'en' = 'is') => {
    const answer = await api.ask(`${path}${query}`, { token, language });
    expect(answer.status, query).toBe(200);
    return (await answer.json()) as TransactionOverview;
  };
  const ids = async (query: string) => (await get(query)).items.map(({ id }) => id);
  const file = (type: string, query = '', token = anna) =>
    api.ask(`${path}${query}`, { token, headers: { accept: type } });

  test('DATA-5: entries are listed newest first with a running balance, their policy and matching totals', async () => {
    const overview = await get();
    expect(transactionOverview.parse(overview)).toEqual(overview);
    expect(overview.items.map(({ id, amount, balance }) => [id, amount, balance])).toEqual([
      ['t6', 510, 12_510],
      ['t5', 3_000, 12_510 - 510],
      ['t4', 9_000, 9_000],
      ['t3', -12_000, 0],
      ['t2', 3_000, 12_000],
      ['t1', 9_000, 9_000],
    ]);
    expect(overview.sums).toEqual({
      count: 6,
      charges: 24_510,
      payments: -12_000,
      openingBalance: 0,
      closingBalance: 12_510,
    });
    expect(overview.items[1]?.policy).toEqual({ id: 'p2', number: '1000002', name: 'Heimilistrygging' });
    expect(overview.items[0]?.policy).toBeNull();
    expect(overview.policies.map(({ id }) => id)).toEqual(['p2', 'p1']);
  });

  test('LANG-6: descriptions and policies are in the reader’s language', async () => {
    const { items } = await get('', anna, 'en');
    expect(items[0]?.description).toBe('Penalty interest');
    expect(items[2]?.policy?.name).toBe('Comprehensive motor insurance');
  });

  test('DATA-5, PORT-19: filtered by period, type, policy and search; balances remain those of the account', async () => {
    expect(await ids('?from=2026-11-01')).toEqual(['t6', 't5', 't4']);
    expect(await ids('?to=2026-10-01')).toEqual(['t3', 't2', 't1']);
    expect(await ids('?type=payment')).toEqual(['t3']);
    expect(await ids('?policy=p1')).toEqual(['t4', 't1']);
    expect(await ids('?search=drattar')).toEqual(['t6']);
    expect(await ids('?search=HEIMILIS')).toEqual(['t5', 't2']);
    expect(await ids('?search=12000')).toEqual(['t3']);
    expect(await ids('?search=%25')).toEqual([]);
    const { items, sums } = await get('?from=2026-11-01&to=2026-11-01&policy=p2');
    expect(items.map(({ balance }) => balance)).toEqual([12_000]);
    expect(sums).toEqual({
      count: 1,
      charges: 3_000,
      payments: 0,
      openingBalance: 0,
      closingBalance: 12_000,
    });
    expect((await get('?from=2026-11-02')).sums.openingBalance).toBe(12_000);
  });

  test('PORT-19: paged in every order, each entry once', async () => {
    const expected = {
      newest: ['t6', 't5', 't4', 't3', 't2', 't1'],
      oldest: ['t1', 't2', 't3', 't4', 't5', 't6'],
      largest: ['t4', 't1', 't5', 't2', 't6', 't3'],
      smallest: ['t3', 't6', 't5', 't2', 't4', 't1'],
    };
    for (const [sort, order] of Object.entries(expected)) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: TransactionOverview = await get(
          `?sort=${sort}&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
        );
        expect(page.sums.count).toBe(6);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(found, sort).toEqual(order);
    }
  });

  test('ACC-5: nobody reads another customer’s entries, and another customer’s policy is not found', async () => {
    const birgir = await issuer.token('birgir');
    const theirs = await get('', birgir);
    expect(theirs.items.map(({ amount }) => amount)).toEqual([7_000]);
    expect(theirs.sums.closingBalance).toBe(7_000);
    expect((await api.ask(`${path}?policy=b1`, { token: anna })).status).toBe(404);
    expect((await file('text/csv', '?policy=b1')).status).toBe(404);
    expect((await api.ask(path)).status).toBe(401);
  });

  test('the account of a new customer is empty', async () => {
    expect(await get('', await issuer.token('nyr'))).toEqual({
      items: [],
      nextCursor: null,
      sums: { count: 0, charges: 0, payments: 0, openingBalance: 0, closingBalance: 0 },
      policies: [],
    });
  });

  test('a tampered cursor, one of another list, and reversed days are validation errors that name the field', async () => {
    const { nextCursor } = await get('?limit=1');
    const expectRefused = async (query: string, errors: object, token = anna) => {
      const answer = await api.ask(`${path}?${query}`, { token });
      expect(answer.status, query).toBe(400);
      expect(((await answer.json()) as { errors: object }).errors).toEqual(errors);
    };
    const cursor = { cursor: ['Þessi síða listans er ekki til. Byrjaðu aftur á fyrstu síðu.'] };
    await expectRefused(`limit=1&cursor=${nextCursor?.slice(0, -2)}AA`, cursor);
    await expectRefused(`limit=1&sort=oldest&cursor=${nextCursor}`, cursor);
    await expectRefused(`limit=1&cursor=${nextCursor}`, cursor, await issuer.token('birgir'));
    await expectRefused('from=2026-11-02&to=2026-11-01', {
      to: ['Seinni dagurinn má ekki vera á undan þeim fyrri'],
    });
    await expectRefused('from=2026-02-30', { from: ['Hér á að vera dagur á forminu 2026-11-21'] });
  });

  test('a thousand entries are paged with one query a page, with totals of all', async () => {
    const felag = await issuer.token('felag');
    await get('', felag);
    queries.length = 0;
    const answer = await api.ask(`${path}?limit=100`, { token: felag, headers: { 'acting-for': 'felag' } });
    const first = (await answer.json()) as TransactionOverview;
    expect(queries).toHaveLength(1);
    expect(first.sums).toMatchObject({ count: 1000, charges: 25_000, payments: -25_000, closingBalance: 0 });
    const found = new Set(first.items.map(({ id }) => id));
    let cursor = first.nextCursor;
    while (cursor) {
      const page = await get(`?limit=100&cursor=${cursor}`, felag);
      for (const { id } of page.items) found.add(id);
      cursor = page.nextCursor;
    }
    expect(found.size).toBe(1000);
  });

  test.each([
    ['', 'hreyfingar-2026-11-21', 'transactions-2026-11-21'],
    ['?from=2025-01-01&to=2025-12-31', 'hreyfingar-2025', 'transactions-2025'],
    [
      '?from=2026-01-01&to=2026-03-31',
      'hreyfingar-2026-01-01-til-2026-03-31',
      'transactions-2026-01-01-to-2026-03-31',
    ],
    ['?to=2026-03-31', 'hreyfingar-til-2026-03-31', 'transactions-until-2026-03-31'],
  ])('PORT-19: the file of %s is named by its period', async (query, icelandic, english) => {
    for (const [language, name] of [
      ['is', icelandic],
      ['en', english],
    ] as const) {
      const answer = await api.ask(`${path}${query}`, {
        token: anna,
        headers: { accept: 'text/csv' },
        language,
      });
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${name}.csv`);
    }
  });

  test('PORT-19: CSV or PDF by the Accept header, with all entries', async () => {
    const csv = await file('text/csv', '?from=2026-11-01&limit=1');
    expect(csv.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''hreyfingar-fra-2026-11-01.csv",
    );
    expect((await csv.text()).replace('\ufeff', '').split('\r\n')).toEqual([
      'Dagsetning;Tegund;Skýring;Trygging;Tryggingarnúmer;Fjárhæð;Staða',
      '2026-11-16;Gjald;Dráttarvextir;;;510;12510',
      '2026-11-01;Iðgjald;Iðgjald;Heimilistrygging;1000002;3000;12000',
      '2026-11-01;Iðgjald;Iðgjald;Kaskótrygging;1000001;9000;9000',
      '',
    ]);
    const felag = await issuer.token('felag');
    const many = await file('text/csv', '', felag);
    expect((await many.text()).match(/'=Færsla/g)).toHaveLength(1000);
    const pdf = await readPdf(new Uint8Array(await (await file('application/pdf', '', felag)).arrayBuffer()));
    expect(pdf.marked).toBe(true);
    expect(pdf.pages.join('\n').match(/=Færsla/g)).toHaveLength(1000);
    const mine = await readPdf(
      new Uint8Array(await (await file('application/pdf', '?from=2026-11-01&to=2026-11-30')).arrayBuffer()),
    );
    const text = mine.pages.join('\n').replaceAll('\u00a0', ' ');
    for (const part of ['Hreyfingayfirlit', 'Anna Prófdóttir', '140285-1489', 'Dráttarvextir', '12.510 kr.'])
      expect(text).toContain(part);
    const none = await readPdf(
      new Uint8Array(await (await file('application/pdf', '?to=2020-01-01')).arrayBuffer()),
    );
    expect(none.pages.join('')).toContain('Engar hreyfingar eru á tímabilinu.');
  });
});
