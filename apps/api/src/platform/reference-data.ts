import { type Db, premiumPartTypes, products, terms } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { isPriced } from '@hofn/domain/price-form.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import { Gauge, type Registry } from 'prom-client';
import { findTariff } from './tariffs.ts';

/** What the insurer sells by, which an installation loads before it opens. */
const kinds = ['products', 'terms', 'premiumParts', 'tariffs'] as const;
export type ReferenceKind = (typeof kinds)[number];

/** Reference data without which nothing can be priced: products, terms, names of premium parts, a tariff in force. */
export const missingReference = async (db: Db, clock: Clock): Promise<ReferenceKind[]> => {
  const sold = await db.select({ id: products.id }).from(products);
  const hasAny: Record<ReferenceKind, boolean> = {
    products: sold.some(({ id }) => isPriced(id)),
    terms: (await db.$count(terms)) > 0,
    premiumParts: (await db.$count(premiumPartTypes)) > 0,
    tariffs: (await findTariff(db, dayOfInstant(clock.now()))) !== undefined,
  };
  return kinds.filter((kind) => !hasAny[kind]);
};

/** Logs a warning at the start of an API that cannot price anything. */
export const warnOfMissingReference = async (db: Db, clock: Clock, logger: Logger): Promise<void> => {
  const missing = await missingReference(db, clock);
  if (missing.length > 0)
    logger.warn({ missing }, 'reference data is missing: prices are not available (docs/core/import.md)');
};

/** Adds `reference_data_missing` for each kind of reference data to the metrics. */
export const exposeReference = (metrics: Registry, db: Db, clock: Clock): void => {
  new Gauge({
    name: 'reference_data_missing',
    help: 'Whether reference data is missing, without which nothing can be priced.',
    labelNames: ['kind'],
    registers: [metrics],
    async collect() {
      const missing = await missingReference(db, clock).catch(() => undefined);
      // While the database does not answer, the last figures are repeated.
      if (missing) for (const kind of kinds) this.set({ kind }, missing.includes(kind) ? 1 : 0);
    },
  });
};
