import { type Db, tariffs } from '@hofn/database';
import type { Tariff } from '@hofn/insurance/rating.ts';
import { desc, lte } from 'drizzle-orm';
import { pricesUnavailable } from './fault.ts';

/** An edition of the rating tables. */
export type TariffEdition = { version: string; validFrom: string; tables: Tariff };

/** The tariff in force on a day, `YYYY-MM-DD`; undefined when there is none. */
export const findTariff = async (db: Db, day: string): Promise<TariffEdition | undefined> =>
  (
    await db
      .select()
      .from(tariffs)
      .where(lte(tariffs.validFrom, day))
      .orderBy(desc(tariffs.validFrom))
      .limit(1)
  )[0];

/**
 * The tariff in force on a day, `YYYY-MM-DD`.
 * @throws Fault `pricesUnavailable` when there is none: it is reference data, without which nothing can be priced
 */
export const tariffOn = async (db: Db, day: string): Promise<TariffEdition> => {
  const edition = await findTariff(db, day);
  if (!edition) throw pricesUnavailable(`No tariff is in force on ${day}`);
  return edition;
};
