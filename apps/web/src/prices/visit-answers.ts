import type { FormValues } from '@hofn/domain/forms.ts';
import { emptyPriceForm, type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { visitStorage } from '../engine/visit-storage.ts';

const keyOf = (product: PricedProduct): string => `hofn.priceAnswers.${product}`;

/** The answers of this visit to the questions of a product, as a reload left them; undefined when there are none. */
export const readVisitAnswers = (product: PricedProduct): FormValues | undefined => {
  try {
    const stored: unknown = JSON.parse(visitStorage().getItem(keyOf(product)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const isAnswer = (value: unknown, type: string): value is FormValues[string] =>
      type === 'checkboxes'
        ? Array.isArray(value) && value.every((each) => typeof each === 'string')
        : typeof value === 'string';
    const kept = priceFieldsOf(product).flatMap(({ name, type }) => {
      const value = (stored as Record<string, unknown>)[name];
      return isAnswer(value, type) ? [[name, value] as const] : [];
    });
    return { ...emptyPriceForm(product), ...Object.fromEntries(kept) };
  } catch {
    return undefined;
  }
};

/** Keeps the answers until the tab is closed. */
export const keepVisitAnswers = (product: PricedProduct, answers: FormValues): void => {
  try {
    visitStorage().setItem(keyOf(product), JSON.stringify(answers));
  } catch {
    // Storage is denied or full: the answers are on the screen.
  }
};
