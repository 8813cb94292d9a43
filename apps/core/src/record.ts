import type { Facts } from '@hofn/contracts';

/** The types of facts that the core supplies, those that others refer to first. */
export const bookTypes = [
  ...(['customers', 'policies', 'instalments', 'ledger-entries', 'claims'] as const),
  ...(['offers', 'documents-to-sign'] as const),
] as const;
export type BookType = (typeof bookTypes)[number];

/** One fact of the book, in its newest version. */
export type BookRecord<Type extends BookType = BookType> = {
  type: Type;
  key: string;
  version: number;
  facts: Facts<Type>;
};
export type AnyRecord = { [Type in BookType]: BookRecord<Type> }[BookType];
