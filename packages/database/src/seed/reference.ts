import { sql } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { itemFactTypes, premiumPartTypes, productCovers, products, terms } from '../schema/products.ts';
import { tariffs } from '../schema/tariffs.ts';
import productData from './data/products.json' with { type: 'json' };
import termsData from './data/terms.json' with { type: 'json' };
import { factTypes, partTypes, tariff, tariffValidFrom, tariffVersion } from './rating.ts';

type CoverRow = Omit<typeof productCovers.$inferInsert, 'productId' | 'ordinal'>;
type ProductRow = Omit<typeof products.$inferInsert, 'ordinal'> & { covers: CoverRow[] };

const productRows = productData as ProductRow[];

/** A product of the reference data, with its covers. */
export const referenceProducts: ReadonlyMap<string, ProductRow> = new Map(
  productRows.map((product) => [product.id, product]),
);

const excluded = (column: string) => sql.raw(`excluded.${column}`);

/** Writes products, covers, terms, the tariff and names of premium parts and item facts, updating existing rows. */
export const seedReference = async (db: Db): Promise<void> => {
  await db
    .insert(products)
    .values(productRows.map(({ covers: _, ...product }, ordinal) => ({ ...product, ordinal })))
    .onConflictDoUpdate({
      target: products.id,
      set: {
        group: excluded('"group"'),
        ordinal: excluded('ordinal'),
        nameIs: excluded('name_is'),
        nameEn: excluded('name_en'),
        deductibleIs: excluded('deductible_is'),
        deductibleEn: excluded('deductible_en'),
        mandatory: excluded('mandatory'),
        termsCodes: excluded('terms_codes'),
        benefits: excluded('benefits'),
      },
    });
  await db
    .insert(productCovers)
    .values(
      productRows.flatMap(({ id: productId, covers }) =>
        covers.map((cover, ordinal) => ({ ...cover, productId, ordinal })),
      ),
    )
    .onConflictDoUpdate({
      target: [productCovers.productId, productCovers.id],
      set: {
        kind: excluded('kind'),
        optional: excluded('optional'),
        ordinal: excluded('ordinal'),
        nameIs: excluded('name_is'),
        nameEn: excluded('name_en'),
        descriptionIs: excluded('description_is'),
        descriptionEn: excluded('description_en'),
      },
    });
  await db
    .insert(terms)
    .values(termsData)
    .onConflictDoUpdate({
      target: terms.code,
      set: {
        codeEn: excluded('code_en'),
        titleIs: excluded('title_is'),
        titleEn: excluded('title_en'),
        validFrom: excluded('valid_from'),
      },
    });
  await db
    .insert(tariffs)
    .values({ version: tariffVersion, validFrom: tariffValidFrom, tables: tariff })
    .onConflictDoUpdate({
      target: tariffs.version,
      set: { validFrom: excluded('valid_from'), tables: excluded('tables') },
    });
  const namedParts = partTypes as Omit<typeof premiumPartTypes.$inferInsert, 'ordinal'>[];
  await db
    .insert(premiumPartTypes)
    .values(namedParts.map((type, ordinal) => ({ ...type, ordinal })))
    .onConflictDoUpdate({
      target: premiumPartTypes.code,
      set: {
        kind: excluded('kind'),
        ordinal: excluded('ordinal'),
        nameIs: excluded('name_is'),
        nameEn: excluded('name_en'),
      },
    });
  const namedFacts = factTypes as Omit<typeof itemFactTypes.$inferInsert, 'ordinal'>[];
  await db
    .insert(itemFactTypes)
    .values(namedFacts.map((type, ordinal) => ({ ...type, ordinal })))
    .onConflictDoUpdate({
      target: itemFactTypes.key,
      set: {
        format: excluded('format'),
        ordinal: excluded('ordinal'),
        labelIs: excluded('label_is'),
        labelEn: excluded('label_en'),
      },
    });
};
