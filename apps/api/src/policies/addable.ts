import type { AddableCover } from '@hofn/contracts';
import {
  type Db,
  type ItemFacts,
  policies,
  policyCovers,
  policyItems,
  productCovers,
  products,
} from '@hofn/database';
import { countsInTotals } from '@hofn/domain';
import { comesWithLevel } from '@hofn/domain/home-levels.ts';
import { createRating, type Tariff, totalOf } from '@hofn/insurance/rating.ts';
import { priceOfCover } from '@hofn/insurance/repricing.ts';
import type { Language } from '@hofn/texts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { findTariff } from '../platform/tariffs.ts';

/** Products that go with another one on the same thing. */
const companions: Partial<Record<string, readonly string[]>> = {
  'motor-liability': ['windscreen', 'kasko'],
  okuvisir: ['windscreen'],
  kasko: ['windscreen'],
  home: ['contents-allrisk'],
  'property-fire': ['homeowners'],
};

/** The factor that nobody can choose with a cover: a trailer, a small car and a truck are far apart in price. */
const vehicleClass = 'vehicleClass';

/**
 * The lowest price of a product by the tariff for the insured items: by what their facts say of its factors, else by the
 * cheapest choice. Null when the tariff does not have the product, or the class of the vehicle is not known.
 */
const priceFrom = (tariff: Tariff, product: string, items: readonly ItemFacts[]): number | null => {
  const rates = tariff.products[product];
  if (!rates) return null;
  const choices: Record<string, string> = {};
  for (const name of rates.factors) {
    const factors = Object.entries(tariff.factors[name] ?? {});
    const known = factors.filter(([choice]) => items.some((facts) => facts[name] === choice));
    const possible = known.length > 0 || name === vehicleClass ? known : factors;
    const [cheapest] = possible.toSorted(([, a], [, b]) => a - b);
    if (!cheapest) return null;
    choices[name] = cheapest[0];
  }
  return totalOf(createRating(tariff).rate(product, { choices, instalments: 1 }));
};

/** The optional covers of a product that a policy does not have and that are sold alone. */
const missingCovers = async (
  db: Db,
  { customerId, id, productId }: typeof policies.$inferSelect,
  language: Language,
) => {
  const included = db
    .select({ id: policyCovers.id })
    .from(policyCovers)
    .where(and(eq(policyCovers.customerId, customerId), eq(policyCovers.policyId, id)));
  const rows = await db
    .select({
      id: productCovers.id,
      name: pick(language, productCovers.nameIs, productCovers.nameEn),
      description: pick(language, productCovers.descriptionIs, productCovers.descriptionEn),
    })
    .from(productCovers)
    .where(and(eq(productCovers.productId, productId), eq(productCovers.optional, true)))
    .orderBy(asc(productCovers.ordinal));
  const has = new Set((await included).map((row) => row.id));
  return rows.filter((row) => !has.has(row.id) && !comesWithLevel(row.id));
};

/** Names of covers as one line of text; they have commas of their own, and only the first begins it. */
const inOneSentence = (names: readonly string[]): string =>
  names.map((name, index) => (index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1))).join('; ');

/** The companions of a product that the customer does not have for the same thing. */
const missingProducts = async (
  db: Db,
  { customerId, productId, insuredIs }: typeof policies.$inferSelect,
  { language, today }: { language: Language; today: string },
) => {
  const wanted = companions[productId] ?? [];
  if (wanted.length === 0) return [];
  const held = await db
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, customerId), inArray(policies.productId, [...wanted])));
  const has = new Set(
    held
      .filter((other) => countsInTotals(other, today) && other.insuredIs === insuredIs)
      .map((other) => other.productId),
  );
  const rows = await db
    .select({
      id: products.id,
      name: pick(language, products.nameIs, products.nameEn),
      cover: pick(language, productCovers.nameIs, productCovers.nameEn),
    })
    .from(products)
    .innerJoin(productCovers, eq(productCovers.productId, products.id))
    .where(and(inArray(products.id, [...wanted]), eq(productCovers.kind, 'cover')))
    .orderBy(asc(productCovers.ordinal));
  return wanted.flatMap((id) => {
    const ofProduct = rows.filter((row) => row.id === id && !has.has(id));
    const [first] = ofProduct;
    return first
      ? [{ id, name: first.name, description: inOneSentence(ofProduct.map((row) => row.cover)) }]
      : [];
  });
};

/** Covers that a policy lacks, with their lowest prices. */
export const addableTo = async (
  db: Db,
  policy: typeof policies.$inferSelect,
  occasion: { language: Language; today: string },
): Promise<AddableCover[]> => {
  const missing = [
    ...(await missingCovers(db, policy, occasion.language)).map(({ id, ...texts }) => ({
      cover: id,
      product: null,
      ...texts,
    })),
    ...(await missingProducts(db, policy, occasion)).map(({ id, ...texts }) => ({
      cover: null,
      product: id,
      ...texts,
    })),
  ];
  if (missing.length === 0) return [];
  const tables = (await findTariff(db, occasion.today))?.tables;
  const items = await db
    .select({ facts: policyItems.facts })
    .from(policyItems)
    .where(and(eq(policyItems.customerId, policy.customerId), eq(policyItems.policyId, policy.id)));
  const priceOf = (tariff: Tariff, { cover, product }: Pick<AddableCover, 'cover' | 'product'>) =>
    cover === null
      ? priceFrom(
          tariff,
          product ?? '',
          items.map(({ facts }) => facts),
        )
      : priceOfCover(tariff, policy.productId, cover);
  return missing.map((each) => ({ ...each, pricePerYear: (tables && priceOf(tables, each)) ?? null }));
};
