import type { FormValues } from '@hofn/domain/forms.ts';
import type { PricedProduct } from '@hofn/domain/price-form.ts';
import { formatMoney } from '@hofn/texts/format.ts';
import type { FormDocument } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { insuredKindOf, readInsured } from './insured.ts';

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
 * the number it was saved under, and the plate or address that the visitor gave.
 * @param hash product, price per year and number, with dots between them, as in the link of `PriceResult`; others are ignored
 */
export const answersFromPrice = (
  hash: string,
  {
    fromPrice = '',
    fromQuote = '',
    fromPlate = '',
    fromAddress = '',
  }: Pick<FormDocument, 'fromPrice' | 'fromQuote' | 'fromPlate' | 'fromAddress'>,
  language: Language,
): FormValues | undefined => {
  const [, product = '', perYear = '', reference = ''] =
    /^#?([a-z-]{1,30})\.(\d{1,9})(?:\.([\dA-Z-]{1,40}))?$/.exec(hash) ?? [];
  if (!Object.hasOwn(kindOf, product)) return undefined;
  const kind = kindOf[product as PricedProduct];
  const insuredKind = insuredKindOf(product);
  const insured = insuredKind ? readInsured(insuredKind).trim() : '';
  const line = insured && (insuredKind === 'plate' ? fromPlate : fromAddress).replace('{text}', insured);
  const message = (reference ? fromQuote : fromPrice)
    .replace('{price}', formatMoney(language, Number(perYear)))
    .replace('{reference}', reference);
  return {
    products: kind ? [kind] : [],
    message: [message, line].filter(Boolean).join('\n'),
  };
};
