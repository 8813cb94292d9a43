import type { FormValues } from '@hofn/domain/forms.ts';
import type { PricedProduct } from '@hofn/domain/price-form.ts';
import { formatMoney } from '@hofn/texts/format.ts';
import type { FormDocument } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';

/** What the form that requests a price calls each priced product; it has no kind for sickness. */
const kindOf: Record<PricedProduct, string | undefined> = {
  'motor-liability': 'vehicle',
  kasko: 'vehicle',
  windscreen: 'vehicle',
  okuvisir: 'vehicle',
  home: 'home',
  'contents-allrisk': 'home',
  'property-fire': 'property',
  homeowners: 'property',
  summerhouse: 'property',
  child: 'child',
  accident: 'accident',
  life: 'life',
  'critical-illness': 'criticalIllness',
  sickness: undefined,
  travel: 'travel',
  cancellation: 'travel',
};

/**
 * The answers that a price already gives to the form that requests one (rule LIFE-39): what to insure, and the price with
 * the number it was saved under.
 * @param hash product, price per year and number, with dots between them, as in the link of `PriceResult`; others are ignored
 */
export const answersFromPrice = (
  hash: string,
  { fromPrice = '', fromQuote = '' }: Pick<FormDocument, 'fromPrice' | 'fromQuote'>,
  language: Language,
): FormValues | undefined => {
  const [, product = '', perYear = '', reference = ''] =
    /^#?([a-z-]{1,30})\.(\d{1,9})(?:\.([\dA-Z-]{1,40}))?$/.exec(hash) ?? [];
  if (!Object.hasOwn(kindOf, product)) return undefined;
  const kind = kindOf[product as PricedProduct];
  return {
    products: kind ? [kind] : [],
    message: (reference ? fromQuote : fromPrice)
      .replace('{price}', formatMoney(language, Number(perYear)))
      .replace('{reference}', reference),
  };
};
