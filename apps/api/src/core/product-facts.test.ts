import type { Policy } from '@hofn/contracts';
import {
  auditEvents,
  coreRecords,
  type Database,
  itemFactTypes,
  premiumPartTypes,
  productCovers,
  products,
  tariffs,
  terms,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDatabase } from '../testing.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  core = await startCore(database);
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const scopes = ['core.products.write'] as const;
const put = (path: string, version: number, facts: object) => core.put(path, { version, facts }, { scopes });
const both = (is: string, en: string) => ({ is, en });

const cover = (id: string, name: string) => ({
  id,
  kind: 'cover',
  name: both(name, `${name} in English`),
  description: both(`${name}.`, `${name} in English.`),
});
const kasko = {
  code: 'kasko',
  group: 'vehicles',
  ordinal: 2,
  name: both('Alkaskó', 'Full motor insurance'),
  deductible: both('Valin fjárhæð', 'A chosen amount'),
  terms: ['BK10'],
  benefits: ['roadside'],
  covers: [
    cover('theft', 'Þjófnaður'),
    cover('collision', 'Árekstur'),
    { ...cover('rental', 'Bíll'), optional: true },
  ],
};
const bk10 = {
  code: 'BK10',
  codeEn: 'BK10E',
  title: both('Skilmálar kaskó', 'Terms of motor'),
  validFrom: '2024-01-01',
};
const base = { code: 'base', kind: 'base', ordinal: 1, name: both('Grunnur', 'Base') };
const plate = { code: 'plate', ordinal: 1, format: 'text', label: both('Númer', 'Number plate') };
const tables = {
  instalmentFeePercent: { 1: 0, 12: 3 },
  discountPercent: { 'loyalty-gold': 6 },
  publicChargePermille: { catastrophe: 0.25 },
  travelDayWeights: { nordic: 0.8 },
  factors: { area: { capital: 1, town: 0.88 } },
  products: {
    kasko: {
      measure: 'value',
      permille: 15.2,
      factors: ['area'],
      publicCharges: ['catastrophe'],
      extras: [{ part: 'base', flat: 1000, cover: 'rental' }],
      covers: { rental: { sumInsured: 150_000 } },
    },
  },
  driveScore: {
    product: 'kasko',
    monthly: { liability: 7000, liabilityAndKasko: 11_000 },
    floor: 0.4,
    exponent: 2,
    kilometreFloor: 0.5,
    kilometreKnee: 1000,
  },
};
const tariff = { edition: '2026-1', validFrom: '2026-01-01', tables };
const next = { edition: '2027-1', validFrom: '2027-01-01', tables };

test('CORE-2: products, covers, terms, premium parts and item facts arrive and are read in both languages', async () => {
  const facts = [
    ['terms/T-1', bk10],
    ['products/V-1', kasko],
    ['premium-part-types/I-1', base],
    ['item-fact-types/U-1', plate],
    ['tariffs/G-1', tariff],
  ] as const;
  for (const [path, fact] of facts) {
    expect(await put(path, 2, fact), path).toMatchObject({ outcome: 'created', version: 2 });
    expect(await put(path, 2, fact), path).toMatchObject({ outcome: 'unchanged', version: 2 });
    expect(await put(path, 1, fact), path).toMatchObject({ outcome: 'outdated', version: 2 });
    expect(await put(path, 3, fact), path).toMatchObject({ outcome: 'updated', version: 3 });
  }
  const icelandic = await core.read<Policy>('anna', '/api/policy/v2/p1');
  const english = await core.read<Policy>('anna', '/api/policy/v2/p1', 'en');
  expect([icelandic.name, english.name]).toEqual(['Alkaskó', 'Full motor insurance']);
  expect(icelandic.covers.map(({ name }) => name)).toEqual(['Þjófnaður', 'Árekstur', 'Bíll']);
  expect(english.covers[0]).toMatchObject({
    name: 'Þjófnaður in English',
    description: 'Þjófnaður in English.',
  });
  expect(english.terms).toMatchObject([{ code: 'BK10E', title: 'Terms of motor' }]);
  expect(icelandic.benefits).toEqual(['roadside']);
  expect(english.insuredItems[0]?.facts[0]).toMatchObject({ label: 'Number plate' });
  expect(english.premiumParts).toContainEqual(expect.objectContaining({ name: 'Base' }));
  const events = await database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'core.putProduct'));
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({ subjectId: null, authorityDetail: 'core.products.write' });
});

test('CORE-2: an edition of the tariff may change until it takes effect, and not after', async () => {
  expect(await put('tariffs/G-2', 1, next)).toMatchObject({ outcome: 'created' });
  const dearer = { ...tables, factors: { area: { capital: 1, town: 0.9 } } };
  expect(await put('tariffs/G-2', 2, { ...next, tables: dearer })).toMatchObject({ outcome: 'updated' });
  const [stored] = await database.db.select().from(tariffs).where(eq(tariffs.version, '2027-1'));
  expect(stored?.tables.factors).toEqual(dearer.factors);
  expect(await put('tariffs/G-1', 9, { ...tariff, tables: dearer })).toMatchObject({
    status: 400,
    errors: { 'facts.edition': ['This edition has taken effect. Send another.'] },
  });
});

test('CORE-2: a code belongs to the key and source that sent it first', async () => {
  await put('terms/T-1', 10, bk10);
  expect((await put('terms/T-9', 1, bk10)).errors).toEqual({ key: ['It has the key T-1.'] });
  expect((await put('terms/T-1', 11, { ...bk10, code: 'BK11' })).errors).toHaveProperty('key');
  const other = await core.put('terms/T-1', { version: 1, facts: bk10 }, { scopes, source: 'annad' });
  expect(other.errors).toEqual({ key: ['Another system supplies it.'] });
});

const bad: Array<[field: string, path: string, facts: object]> = [
  ['facts.name.en', 'products', { ...kasko, name: { is: 'Alkaskó' } }],
  ['facts.name.en', 'products', { ...kasko, name: both('Alkaskó', ' ') }],
  ['facts.deductible', 'products', { ...kasko, deductible: 'Valin fjárhæð' }],
  ['facts.group', 'products', { ...kasko, group: 'boats' }],
  ['facts.terms.1', 'products', { ...kasko, terms: ['BK10', 'XX10'] }],
  ['facts.benefits.0', 'products', { ...kasko, benefits: ['cake'] }],
  ['facts.covers', 'products', { ...kasko, covers: [cover('rental', 'Bíll'), cover('rental', 'Bíll')] }],
  // A policy has it.
  ['facts.covers', 'products', { ...kasko, covers: [cover('theft', 'Þjófnaður')] }],
  [
    'facts.covers.0.description.is',
    'products',
    { ...kasko, covers: [{ ...cover('rental', 'Bíll'), description: { en: 'A car.' } }] },
  ],
  ['facts.colour', 'products', { ...kasko, colour: 'red' }],
  ['facts.title.is', 'terms', { ...bk10, title: { en: 'Terms' } }],
  ['facts.validFrom', 'terms', { ...bk10, validFrom: '1. janúar' }],
  ['facts.kind', 'premium-part-types', { ...base, kind: 'tip' }],
  ['facts.name.en', 'premium-part-types', { ...base, name: { is: 'Grunnur' } }],
  ['facts.format', 'item-fact-types', { ...plate, format: 'colour' }],
  ['facts.label.en', 'item-fact-types', { ...plate, label: { is: 'Númer' } }],
  ['facts.validFrom', 'tariffs', { ...next, edition: '2027-2' }],
  [
    'facts.tables.products.boat',
    'tariffs',
    { ...next, tables: { ...tables, products: { boat: { factors: [] } } } },
  ],
  ['facts.tables.products.kasko.factors.0', 'tariffs', { ...next, tables: { ...tables, factors: {} } }],
  [
    'facts.tables.products.kasko.publicCharges.0',
    'tariffs',
    { ...next, tables: { ...tables, publicChargePermille: {} } },
  ],
  [
    'facts.tables.products.kasko.extras.0.part',
    'tariffs',
    {
      ...next,
      tables: { ...tables, products: { kasko: { factors: [], extras: [{ part: 'gold', flat: 1 }] } } },
    },
  ],
  [
    'facts.tables.products.kasko.covers.skiing',
    'tariffs',
    { ...next, tables: { ...tables, products: { kasko: { factors: [], covers: { skiing: {} } } } } },
  ],
  [
    'facts.tables.driveScore.product',
    'tariffs',
    { ...next, tables: { ...tables, driveScore: { ...tables.driveScore, product: 'boat' } } },
  ],
  ['facts.tables.discountPercent', 'tariffs', { ...next, tables: { ...tables, discountPercent: 6 } }],
];
test.each(bad)(
  'CORE-5: a wrong %s of %s is refused by name, and nothing of it is stored',
  async (field, path, facts) => {
    const { db } = database;
    const stored = async () => [
      await db.select().from(products),
      await db.select().from(productCovers),
      await db.select().from(terms),
      await db.select().from(premiumPartTypes),
      await db.select().from(itemFactTypes),
      await db.select().from(tariffs),
      await db.$count(coreRecords),
    ];
    const before = await stored();
    const answer = await put(`${path}/bad`, 1, facts);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toContain(field);
    expect(await stored()).toEqual(before);
  },
);

test('CORE-1: products need the scope of products', async () => {
  const answer = await core.put(
    'products/V-1',
    { version: 99, facts: kasko },
    { scopes: ['core.policies.write'] },
  );
  expect(answer.status).toBe(403);
});
