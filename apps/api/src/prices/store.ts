import {
  type Db,
  premiumPartTypes,
  priceOffers,
  productCovers,
  products,
  tariffs,
  terms,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { asc, eq, gt, inArray, lte, min } from 'drizzle-orm';
import { pricesUnavailable } from '../platform/fault.ts';
import { pick } from '../platform/language.ts';
import { sweep } from '../platform/sweep.ts';

export type OfferRow = typeof priceOffers.$inferSelect;

/** Products with covers and terms, and the prices that visitors saved. Those belong to nobody: queries name the reference. */
export const createPriceStore = (db: Db) => {
  return {
    /**
     * A product with its covers, the parts that a premium may have, and its terms, product terms first.
     * @throws Fault `pricesUnavailable` when the database has no such product: it is reference data
     */
    product: async (id: string, language: Language) => {
      const [row] = await db
        .select({
          name: pick(language, products.nameIs, products.nameEn),
          deductibleText: pick(language, products.deductibleIs, products.deductibleEn),
          termsCodes: products.termsCodes,
        })
        .from(products)
        .where(eq(products.id, id));
      if (!row) throw pricesUnavailable(`The database has no product ${id}`);
      const { termsCodes, ...about } = row;
      const covers = await db
        .select({
          id: productCovers.id,
          kind: productCovers.kind,
          optional: productCovers.optional,
          name: pick(language, productCovers.nameIs, productCovers.nameEn),
          description: pick(language, productCovers.descriptionIs, productCovers.descriptionEn),
        })
        .from(productCovers)
        .where(eq(productCovers.productId, id))
        .orderBy(asc(productCovers.ordinal));
      const parts = await db
        .select({
          code: premiumPartTypes.code,
          kind: premiumPartTypes.kind,
          name: pick(language, premiumPartTypes.nameIs, premiumPartTypes.nameEn),
        })
        .from(premiumPartTypes);
      const editions = await db
        .select({
          code: terms.code,
          codeEn: terms.codeEn,
          title: pick(language, terms.titleIs, terms.titleEn),
        })
        .from(terms)
        .where(inArray(terms.code, termsCodes));
      return {
        ...about,
        covers,
        parts,
        terms: termsCodes.flatMap((code) =>
          editions
            .filter((edition) => edition.code === code)
            .map(({ codeEn, title }) => ({ shown: pick(language, code, codeEn ?? code), title })),
        ),
      };
    },

    /** First day of the next edition of the tariff after a day; null when none is known. */
    nextEdition: async (day: string): Promise<string | null> => {
      const [row] = await db
        .select({ from: min(tariffs.validFrom) })
        .from(tariffs)
        .where(gt(tariffs.validFrom, day));
      return row?.from ?? null;
    },

    save: async (tx: Db, row: typeof priceOffers.$inferInsert): Promise<void> => {
      await tx.insert(priceOffers).values(row);
    },
    find: async (reference: string): Promise<OfferRow | undefined> =>
      (await db.select().from(priceOffers).where(eq(priceOffers.reference, reference)))[0],
    /** Deletes the address, which is no longer needed. */
    mailed: async (reference: string): Promise<void> => {
      await db.update(priceOffers).set({ email: null }).where(eq(priceOffers.reference, reference));
    },
    /** Deletes expired prices. */
    forget: async (now: Date): Promise<void> => {
      await sweep(db, priceOffers, lte(priceOffers.forgetAt, now.toISOString()));
    },
  };
};
export type PriceStore = ReturnType<typeof createPriceStore>;
export type SoldProduct = Awaited<ReturnType<PriceStore['product']>>;
