import type { Db, PriceFigures } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import {
  cleanPriceForm,
  type PricedProduct,
  priceFaults,
  priceFieldsOf,
  retiredAnswers,
} from '@hofn/domain/price-form.ts';
import { dayOfInstant, formatNumber, type Language } from '@hofn/texts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import { tariffOn } from '../platform/tariffs.ts';
import { figuresOf, validToOf } from './prices.ts';
import { createPriceStore } from './store.ts';

/**
 * Validates answers and returns them as they are stored.
 * @throws Fault `validation` naming every answer that is invalid or unexpected
 */
const answersOf = (product: PricedProduct, input: FormValues, language: Language): FormValues => {
  const fields = priceFieldsOf(product);
  const faults: FieldFault[] = Object.keys(input)
    .filter(
      (name) => !fields.some((field) => field.name === name) && !retiredAnswers[product]?.includes(name),
    )
    .map((name) => ({ path: `answers.${name}`, reason: 'unknown', params: { name } }));
  for (const { path, reason, params = {} } of priceFaults(product, input)) {
    const bounds = Object.entries(params).map(([name, bound]) => [name, formatNumber(language, bound)]);
    faults.push({ path: `answers.${path}`, reason, params: Object.fromEntries(bounds) });
  }
  if (faults.length > 0) throw new Fault('validation', { fields: faults });
  return cleanPriceForm(product, input);
};

/** Prices answers by the tariff in force today. */
export const createPriceToday = ({ db, clock }: { db: Db; clock: Clock }) => {
  const store = createPriceStore(db);
  /** @throws Fault `validation` naming an answer, `pricesUnavailable` */
  return async (product: PricedProduct, input: FormValues, language: Language) => {
    const answers = answersOf(product, input, language);
    const today = dayOfInstant(clock.now());
    const { version, tables } = await tariffOn(db, today);
    const validTo = validToOf(today, await store.nextEdition(today));
    const sold = await store.product(product, language);
    const figures: PriceFigures = figuresOf(tables, product, answers, sold.covers);
    return { sold, priced: { product, answers, tariff: version, validTo, figures } };
  };
};
