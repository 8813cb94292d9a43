import type { Price } from '@hofn/contracts';
import type { PriceFigures } from '@hofn/database';
import { addDays, splitIsk } from '@hofn/domain';
import type { FormValues } from '@hofn/domain/forms.ts';
import { type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { insuredThing } from '@hofn/domain/purchase.ts';
import { createRating, type InstalmentsPerYear, type Tariff, totalOf } from '@hofn/insurance/rating.ts';
import { riskOfAnswers } from '@hofn/insurance/risks.ts';
import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { SoldProduct } from './store.ts';

/** Days that a price is valid, not counting the day it is given. */
const validDays = 30;
/** Days after it expired that a saved price can still be read. */
const readableDays = 90;

/** The last day of a price given today; a new edition of the tariff ends it earlier. */
export const validToOf = (today: string, nextEdition: string | null): string => {
  const last = addDays(today, validDays);
  return nextEdition !== null && nextEdition <= last ? addDays(nextEdition, -1) : last;
};

/** When a saved price is deleted. */
export const forgetAtOf = (validTo: string): string => `${addDays(validTo, readableDays + 1)}T00:00:00.000Z`;

const isCovered = (cover: SoldProduct['covers'][number], chosen: readonly string[]): boolean =>
  cover.kind === 'cover' && (!cover.optional || chosen.includes(cover.id));

/**
 * Prices a customer's answers by a tariff.
 * @param answers valid, as `cleanPriceForm` returns them
 * @param covers of the product
 */
export const figuresOf = (
  tariff: Tariff,
  product: PricedProduct,
  answers: FormValues,
  covers: SoldProduct['covers'],
): PriceFigures => {
  const rating = createRating(tariff);
  const riskOf = (answers: FormValues, instalments: InstalmentsPerYear) =>
    riskOfAnswers(tariff, product, answers, instalments);
  const annualRisk = riskOf(answers, 1);
  const parts = rating.rate(product, annualRisk);
  const perYear = totalOf(parts);
  const inTwelve = totalOf(rating.rate(product, riskOf(answers, 12)));
  const [highest = 0] = splitIsk(inTwelve, Array<number>(12).fill(1));
  const { sumInsured, deductible } = rating.sumsOf(product, annualRisk);
  const byChoice = tariff.products[product]?.deductible;
  const field = typeof byChoice === 'object' ? byChoice.choice : undefined;
  const options = priceFieldsOf(product).find(({ name }) => name === field)?.options ?? [];
  return {
    parts,
    perYear,
    isMinimum: rating.isMinimum(product, annualRisk),
    monthly: { perMonth: highest, fee: inTwelve - perYear, perYear: inTwelve },
    sumInsured,
    // With two insurances in one, each has its own deductible, stated in its text.
    deductible: annualRisk.driving?.cover === 'liabilityAndKasko' ? null : deductible,
    choices:
      field === undefined
        ? null
        : {
            field,
            options: options.map((value) => {
              const risk = riskOf({ ...answers, [field]: value }, 1);
              return {
                value,
                deductible: rating.sumsOf(product, risk).deductible ?? 0,
                perYear: totalOf(rating.rate(product, risk)),
              };
            }),
          },
    covers: covers
      .filter((cover) => isCovered(cover, annualRisk.covers ?? []))
      .map(({ id }) => ({ id, ...rating.coverSumsOf(product, id, sumInsured) })),
  };
};

/** A price as its reader sees it, with the names of parts, covers and terms in the language. */
export const priceOf = (
  sold: SoldProduct,
  saved: {
    product: PricedProduct;
    answers: FormValues;
    tariff: string;
    validTo: string;
    figures: PriceFigures;
  },
  language: Language,
): Price => {
  const { figures, ...about } = saved;
  const coverSums = new Map(figures.covers.map(({ id, ...sums }) => [id, sums]));
  return {
    ...about,
    // The questions of a price have only texts and lists of texts as answers.
    answers: about.answers as Price['answers'],
    name: sold.name,
    isSoldOnline: insuredThing(about.product) !== undefined,
    deductibleText: sold.deductibleText,
    perYear: figures.perYear,
    isMinimum: figures.isMinimum ?? false,
    parts: figures.parts.map(({ id, amount }) => {
      const named = sold.parts.find(({ code }) => code === id);
      // Leaving it out would show a total that differs from the sum of its parts.
      if (!named) throw new Error(`Premium part ${id} has no name`);
      return { id, name: named.name, kind: named.kind, amount };
    }),
    monthly: figures.monthly,
    sumInsured: figures.sumInsured,
    deductible: figures.deductible,
    choices: figures.choices,
    covers: sold.covers.flatMap(({ id, name, description }) => {
      const sums = coverSums.get(id);
      return sums ? [{ id, name, description, ...sums }] : [];
    }),
    notCovered: sold.covers
      .filter(({ id }) => !coverSums.has(id))
      .map(({ id, name, description }) => ({ id, name, description })),
    terms: sold.terms.map(({ shown, title }) => ({
      code: shown,
      title,
      path: pathOf('termsByCode', language, { code: shown }),
    })),
  };
};
