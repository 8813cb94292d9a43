import { type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { insuredKindOf, readInsured } from './insured.ts';

/**
 * Whether an address is in the capital area, by its postal code; undefined without one of those codes.
 * Source: Iceland Post, postal codes 101 to 276 are the capital area's, except 190 and 191 (Vogar) and 230 to 262 (Suðurnes).
 */
const isInCapital = (text: string): true | undefined => {
  const code = Number(/(?:^|[\s,])(\d{3})\s+\p{L}{3}/u.exec(text)?.[1]);
  const isOther = code === 190 || code === 191 || (code >= 230 && code <= 262);
  return (code >= 101 && code <= 276 && !isOther) || undefined;
};

/** Answers to the questions of a product that an address already gives. */
export const answersFromInsured = (product: PricedProduct): { area?: 'capital' } =>
  insuredKindOf(product) === 'address' &&
  priceFieldsOf(product).some(({ name }) => name === 'area') &&
  isInCapital(readInsured('address'))
    ? { area: 'capital' }
    : {};
