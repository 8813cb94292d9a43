import type { FactType } from '@hofn/contracts';
import { instalmentWriter, ledgerWriter } from './billing-writers.ts';
import { customerWriter } from './customer-writer.ts';
import { policyWriter } from './policy-writer.ts';
import type { FactWriter } from './upsert.ts';

/** A writer whose facts are known to be of its type: its schema has checked them. */
export type AnyWriter = FactWriter<unknown, object>;

/** The writer of each type, first those that others refer to. */
export const factWriters: Readonly<Record<FactType, AnyWriter>> = {
  customers: customerWriter as unknown as AnyWriter,
  policies: policyWriter as unknown as AnyWriter,
  instalments: instalmentWriter as unknown as AnyWriter,
  'ledger-entries': ledgerWriter as unknown as AnyWriter,
};
