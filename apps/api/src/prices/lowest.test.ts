import { readFileSync } from 'node:fs';
import { tariff } from '@hofn/database/seed/rating.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import { type PricedProduct, pricedProducts, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { expect, test } from 'vitest';
import { figuresOf } from './prices.ts';

/** Every combination of choices, with the lowest amounts and no extra cover; for a score, the best. */
const answersOf = (product: PricedProduct): FormValues[] =>
  priceFieldsOf(product).reduce<FormValues[]>(
    (before, { name, type, options, min, max }) => {
      const answers = type === 'checkboxes' ? [[]] : (options ?? [String(name === 'score' ? max : min)]);
      return before.flatMap((values) => answers.map((answer) => ({ ...values, [name]: answer })));
    },
    [{}],
  );

test.each(pricedProducts)(
  'the lowest monthly price that the page of %s states is the tariff’s',
  (product) => {
    const file = new URL(`../../../../content/product/${product}.json`, import.meta.url);
    const { priceFrom } = JSON.parse(readFileSync(file, 'utf8'));
    const lowest = Math.min(
      ...answersOf(product).map((answers) => figuresOf(tariff, product, answers, []).monthly.perMonth),
    );
    expect(priceFrom.perMonthIsk).toBe(lowest);
  },
);
