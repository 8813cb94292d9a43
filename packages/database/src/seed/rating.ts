import { createRating, type Tariff } from '@hofn/insurance/rating.ts';
import tariffData from './data/tariff.json' with { type: 'json' };

const { version, validFrom, partTypes, factTypes, ...tables } = tariffData;

/** The demo rating tables: amounts in ISK, factors without unit. Examples, not real prices. */
export const tariff: Tariff = tables as unknown as Tariff;
export { factTypes, partTypes, validFrom as tariffValidFrom, version as tariffVersion };

export const { rate, driveScorePerMonth, sumsOf, coverSumsOf } = createRating(tariff);
