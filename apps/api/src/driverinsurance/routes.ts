import type { driverInsuranceCalls } from '@hofn/contracts';
import { type Database, products, terms } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { eq, inArray } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import type { Handlers } from '../platform/registrar.ts';
import { tariffOn } from '../platform/tariffs.ts';

/** Data of the public Ökuvísir calculator: today's tariff and the terms it is sold with. */
export const driverInsuranceHandlers = ({
  database: { db },
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof driverInsuranceCalls> => {
  const today = () => dayOfInstant(clock.now());
  return {
    driverInsuranceData: async () => {
      const { version, validFrom, tables } = await tariffOn(db, today());
      const { monthly, floor, exponent, kilometreFloor, kilometreKnee } = tables.driveScore;
      return {
        version,
        validFrom,
        monthly,
        scoreFloor: floor,
        scoreExponent: exponent,
        kilometreFloor,
        kilometreKnee,
        score: { min: 0, max: 100 },
        kilometres: { min: 0, max: 2000 },
        roundTo: 10,
      };
    },
    driverInsuranceTerms: async ({ language }) => {
      const { tables } = await tariffOn(db, today());
      const [product] = await db
        .select({ codes: products.termsCodes })
        .from(products)
        .where(eq(products.id, tables.driveScore.product));
      const codes = product?.codes ?? [];
      const rows = await db.select().from(terms).where(inArray(terms.code, codes));
      return {
        items: codes.flatMap((code) => {
          const row = rows.find((edition) => edition.code === code);
          if (!row) return [];
          const shown = pick(language, row.code, row.codeEn ?? row.code);
          return {
            code: shown,
            title: pick(language, row.titleIs, row.titleEn),
            path: pathOf('termsByCode', language, { code: shown }),
            validFrom: row.validFrom,
          };
        }),
      };
    },
  };
};
