import { isDeepStrictEqual } from 'node:util';
import type { TariffFacts } from '@hofn/contracts';
import { premiumPartTypes, products, putRows, tariffs } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Tariff } from '@hofn/insurance/rating.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FieldFault } from '../platform/fault.ts';
import { codesIn, productCoversIn } from './references.ts';
import { type FactWriter, factFault } from './upsert.ts';

type Codes = {
  products: ReadonlySet<string>;
  /** `product cover`. */
  covers: ReadonlySet<string>;
  parts: ReadonlySet<string>;
};

const unknownCodesOf = ({ tables }: TariffFacts, codes: Codes): FieldFault[] => {
  const fault = (path: string, message: string) => [factFault(`facts.tables.${path}`, message)];
  return [
    ...(codes.products.has(tables.driveScore.product)
      ? []
      : fault('driveScore.product', 'No product has this code.')),
    ...Object.entries(tables.products).flatMap(([product, { extras = [], covers = {} }]) => [
      ...(codes.products.has(product) ? [] : fault(`products.${product}`, 'No product has this code.')),
      ...extras.flatMap(({ part, cover }, index) => [
        ...(codes.parts.has(part)
          ? []
          : fault(`products.${product}.extras.${index}.part`, 'No premium part has this code.')),
        ...(cover === undefined || codes.covers.has(`${product} ${cover}`)
          ? []
          : fault(`products.${product}.extras.${index}.cover`, 'The product has no such cover.')),
      ]),
      ...Object.keys(covers).flatMap((cover) =>
        codes.covers.has(`${product} ${cover}`)
          ? []
          : fault(`products.${product}.covers.${cover}`, 'The product has no such cover.'),
      ),
    ]),
  ];
};

/** Editions of the rating tables. One that has taken effect stays as it is: prices were offered by it. */
export const createTariffWriter = (clock: Clock): FactWriter<TariffFacts> => ({
  type: 'tariffs',
  find: async (tx, _source, arrivals) => {
    const codes = {
      products: await codesIn(tx, products.id),
      covers: await productCoversIn(tx),
      parts: await codesIn(tx, premiumPartTypes.code),
    };
    const onFile = await tx.select().from(tariffs);
    const today = dayOfInstant(clock.now());
    return arrivals.map(({ facts }) => {
      const { edition, validFrom, tables } = facts;
      const before = onFile.find(({ version }) => version === edition);
      const hasChanged =
        before && (before.validFrom !== validFrom || !isDeepStrictEqual(before.tables, tables));
      const isTaken = onFile.some((other) => other.version !== edition && other.validFrom === validFrom);
      const faults = [
        ...(hasChanged && before.validFrom <= today
          ? [factFault('facts.edition', 'This edition has taken effect. Send another.')]
          : []),
        ...(isTaken ? [factFault('facts.validFrom', 'Another edition begins on this day.')] : []),
        ...unknownCodesOf(facts, codes),
      ];
      return faults.length > 0 ? faults : { customerId: null, existingId: edition };
    });
  },
  write: (tx, newer) =>
    putRows(
      tx,
      tariffs,
      newer.map(({ facts: { edition: version, validFrom, tables } }) => ({
        version,
        validFrom,
        tables: tables as Tariff,
      })),
      { key: ['version'] },
    ),
});
