import { setImmediate as pause } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import type { TableRows } from '../../copy-rows.ts';
import type { Database } from '../../open.ts';
import { claims } from '../../schema/claims.ts';
import { companyInvolvement, customers } from '../../schema/customers.ts';
import { instalments, transactions } from '../../schema/payments.ts';
import { policies, policyCovers, policyItems, premiumParts } from '../../schema/policies.ts';
import { noRows, type Rows } from '../policy.ts';
import { seedReference } from '../reference.ts';
import { addBulkRows } from './customers.ts';
import { addHistory } from './history.ts';
import { bulkCustomerId } from './identifiers.ts';

export type BulkOptions = {
  /** Total number of customers of this seed, up to a million. */
  customers: number;
  /** 0 to 1999; each has its own customers. */
  seed: number;
  /** `YYYY-MM-DD` */
  today: string;
  /** Adds ledger entries: ten years of them for one customer in twenty, the current year for the others. */
  history?: boolean;
  /** Called after each batch with the number of customers so far. */
  onProgress?: (done: number) => void;
};

const batch = 1000;
const slice = 40;

const tablesOf = (rows: Rows): TableRows[] => [
  { table: customers, rows: rows.customers },
  { table: companyInvolvement, rows: rows.companyInvolvement },
  { table: policies, rows: rows.policies },
  { table: policyItems, rows: rows.policyItems },
  { table: policyCovers, rows: rows.policyCovers },
  { table: premiumParts, rows: rows.premiumParts },
  { table: instalments, rows: rows.instalments },
  { table: transactions, rows: rows.transactions },
  { table: claims, rows: rows.claims },
];

const withoutCustomers = (tables: TableRows[], present: ReadonlySet<unknown>): TableRows[] =>
  tables.map(({ table, rows }) => {
    const owner = table === customers ? 'id' : table === companyInvolvement ? 'companyId' : 'customerId';
    return { table, rows: rows.filter((row) => !present.has(row[owner])) };
  });

/**
 * Fills a database with plausible customers, a thousand per transaction. Existing ones are not touched, so an
 * interrupted run can be continued, and a larger number adds only the missing ones. It is the one second writer of facts
 * (rule CORE-14): a generator of load, which writes millions of rows by COPY.
 * @returns the number of customers added
 */
export const seedCustomers = async (database: Database, options: BulkOptions): Promise<number> => {
  const { customers: count, seed, today, history = false, onProgress } = options;
  await database.db.transaction((tx) => seedReference(tx));
  let added = 0;

  const make = async (from: number, to: number): Promise<TableRows[]> => {
    const ids = Array.from({ length: to - from }, (_, index) => bulkCustomerId(seed, from + index));
    const found = await database.db
      .select({ id: customers.id })
      .from(customers)
      .where(inArray(customers.id, ids));
    const present = new Set<unknown>(found.map(({ id }) => id));
    added += ids.length - present.size;
    if (present.size === ids.length) return [];
    const rows = noRows();
    for (let at = from; at < to; at += slice) {
      addBulkRows(rows, seed, { from: at, to: Math.min(at + slice, to) }, today);
      // Lets the previous batch proceed to the server.
      await pause();
    }
    if (history) addHistory(rows, today);
    return withoutCustomers(tablesOf(rows), present);
  };

  // One batch is generated while the previous one is stored. Two stored concurrently would block each other on the
  // rows of the few products that all policies reference.
  let storing: Promise<void> = Promise.resolve();
  for (let from = 0; from < count; from += batch) {
    const to = Math.min(from + batch, count);
    const tables = await make(from, to);
    await storing;
    storing = database.load(tables).then(() => onProgress?.(to));
    storing.catch(() => {});
  }
  await storing;
  // Without fresh statistics the first queries after so many rows are planned badly.
  await database.db.execute('analyze');
  return added;
};
