import { type Database, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, startApi } from '../testing.ts';

describeWithDatabase('the list of policies as a file', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let tokens: Record<'anna' | 'nyr' | 'felag', string>;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await database.db.insert(policies).values(
      Array.from({ length: 1000 }, (_, n) => ({
        customerId: 'felag',
        id: `bill-${n}`,
        number: String(4_000_000 + n),
        productId: 'kasko',
        insuredIs: `Bíll ${n}`,
        insuredEn: `Car ${n}`,
        premiumPerYear: 1000,
        validFrom: '2026-03-01',
        validTo: '2027-02-28',
        instalmentsPerYear: 12,
        instalmentFeePercent: 0,
        termsCodes: [],
      })),
    );
    const issuer = await createIssuer();
    tokens = {
      anna: await issuer.token('anna'),
      nyr: await issuer.token('nyr'),
      felag: await issuer.token('felag'),
    };
    api = await startApi(database, issuer, { settings: { ...defaultSettings(), RATE_COSTLY: 10 } });
  });
  afterAll(() => api.stop());

  const ask = (who: keyof typeof tokens, accept: string, query = '', language: 'is' | 'en' = 'is') =>
    api.ask(`/api/policy/v2${query}`, { token: tokens[who], language, headers: { accept } });

  test('PORT-19, LIFE-41: the list is exported as CSV with the same filters, in both languages', async () => {
    const answer = await ask('anna', 'text/csv', '?status=active');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''tryggingar-2026-11-21.csv",
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toBe(
      'Tryggingarnúmer;Trygging;Hið tryggða;Staða;Gildir frá;Gildir til;Ársiðgjald;Eigin áhætta;Nánar um eigin áhættu;Tryggingarfjárhæð;Hvað staðan þýðir',
    );
    expect(lines.slice(1)).toEqual([
      '1000001;Kaskótrygging;"Toyota RAV4, ÞB X42";Í gildi;2026-03-01;2027-02-28;90000;140000;Valin fjárhæð;;Gildir til og með 28.\u00a0febrúar 2027 og endurnýjast sjálfkrafa.',
      '',
    ]);
    const english = await (await ask('anna', 'text/csv', '', 'en')).text();
    expect(english.split('\r\n')).toHaveLength(1 + 3 + 1);
    expect(english).toContain('Comprehensive motor insurance');
  });

  test('LIFE-1: policies that were cancelled or have ended are last in both files, in the PDF below their heading', async () => {
    const isOver = eq(policies.id, 'p1');
    await database.db.update(policies).set({ cancelledOn: '2026-11-10' }).where(isOver);
    const csv = (await (await ask('anna', 'text/csv')).text()).split('\r\n').slice(1, -1);
    expect(csv.map((line) => [line.split(';')[0], line.split(';')[3]])).toEqual([
      ['1000002', 'Endurnýjast brátt'],
      ['1000001', 'Sagt upp'],
      ['1000003', 'Fallin úr gildi'],
    ]);
    const sentence = 'Tryggingin gildir til og með 28. febrúar 2027. Henni var sagt upp.';
    expect(csv[1]?.replaceAll('\u00a0', ' ')).toContain(sentence);
    const pdf = await readPdf(new Uint8Array(await (await ask('anna', 'application/pdf')).arrayBuffer()));
    await database.db.update(policies).set({ cancelledOn: null }).where(isOver);
    const text = pdf.pages.join('\n');
    const places = ['1000002', 'Sagt upp eða úr gildi', '1000001', '1000003'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('LIFE-40: files name no premium or deductible of a policy that is over, and both of one that still covers', async () => {
    const change = (id: string, days: Partial<typeof policies.$inferInsert>) =>
      database.db.update(policies).set(days).where(eq(policies.id, id));
    await change('p1', { cancelledOn: '2026-11-10' });
    await change('p2', { cancelledOn: '2026-11-10', validTo: '2026-11-20' });
    await change('p3', { premiumPerYear: 61_234, deductible: 43_210 });
    const csv = (await (await ask('anna', 'text/csv')).text()).split('\r\n').slice(1, -1);
    const pdf = await readPdf(new Uint8Array(await (await ask('anna', 'application/pdf')).arrayBuffer()));
    await change('p1', { cancelledOn: null });
    await change('p2', { cancelledOn: null, validTo: '2026-12-15' });
    const columns = csv.map((line) => line.replace(/"[^"]*"/, '').split(';'));
    expect(columns.map((cells) => [cells[0], ...cells.slice(6, 10)])).toEqual([
      ['1000001', '90000', '140000', 'Valin fjárhæð', ''],
      ['1000002', '', '', '', '12000000'],
      ['1000003', '', '', '', ''],
    ]);
    const text = pdf.pages.join('\n');
    expect(text).toContain('90.000');
    for (const amount of ['54.000', '61.234']) expect(text).not.toContain(amount);
  });

  test('PORT-19: the PDF has all policies, or says that there are emptyAnswer', async () => {
    const answer = await ask('felag', 'application/pdf', '?limit=10');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const { pages, marked } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(marked).toBe(true);
    const text = pages.join('\n');
    expect(text).toContain('Prófunarfélagið ehf.');
    expect(text.match(/Bíll \d+/g)).toHaveLength(1000);
    const emptyAnswer = await ask('nyr', 'application/pdf', '', 'en');
    const empty = await readPdf(new Uint8Array(await emptyAnswer.arrayBuffer()));
    expect(empty.pages.join('')).toContain('No policy is in force.');
  });

  test('files count as costly calls, and JSON does not', async () => {
    let last = await ask('anna', 'text/csv');
    for (let n = 0; n < 10 && last.status === 200; n += 1) last = await ask('anna', 'text/csv');
    expect(last.status).toBe(429);
    expect((await ask('anna', 'application/json')).status).toBe(200);
  });
});
