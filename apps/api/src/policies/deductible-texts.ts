import { type Db, products } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { inArray } from 'drizzle-orm';
import { pick } from '../platform/language.ts';

/** How each product states its deductible, by product id. */
export const deductibleTexts = async (
  db: Db,
  productIds: readonly string[],
  language: Language,
): Promise<Map<string, string>> => {
  const text = pick(language, products.deductibleIs, products.deductibleEn);
  const rows = await db
    .select({ id: products.id, text })
    .from(products)
    .where(inArray(products.id, [...productIds]));
  return new Map(rows.map(({ id, text: words }) => [id, words]));
};
