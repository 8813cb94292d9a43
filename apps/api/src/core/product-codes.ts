import { type Db, premiumPartTypes, products, terms } from '@hofn/database';
import type { FieldFault } from '../platform/fault.ts';
import { codesIn, productCoversIn } from './references.ts';
import { factFault } from './upsert.ts';

/** The codes that policies and offers refer to. */
export type ProductCodes = {
  products: ReadonlySet<string>;
  /** `product cover`. */
  covers: ReadonlySet<string>;
  terms: ReadonlySet<string>;
  parts: ReadonlySet<string>;
};

export const productCodesOf = async (tx: Db): Promise<ProductCodes> => ({
  products: await codesIn(tx, products.id),
  covers: await productCoversIn(tx),
  terms: await codesIn(tx, terms.code),
  parts: await codesIn(tx, premiumPartTypes.code),
});

/** Names the fields of a policy or offer that refer to nothing. */
export const productCodeFaults = (
  facts: {
    product: string;
    covers: readonly { id: string }[];
    terms: readonly string[];
    premiumParts: readonly { id: string }[];
  },
  codes: ProductCodes,
): FieldFault[] => [
  ...(codes.products.has(facts.product) ? [] : [factFault('facts.product', 'No product has this code.')]),
  ...facts.covers.flatMap(({ id }, index) =>
    codes.covers.has(`${facts.product} ${id}`)
      ? []
      : [factFault(`facts.covers.${index}.id`, 'The product has no such cover.')],
  ),
  ...facts.terms.flatMap((code, index) =>
    codes.terms.has(code) ? [] : [factFault(`facts.terms.${index}`, 'No terms have this code.')],
  ),
  ...facts.premiumParts.flatMap(({ id }, index) =>
    codes.parts.has(id)
      ? []
      : [factFault(`facts.premiumParts.${index}.id`, 'No premium part has this code.')],
  ),
];
