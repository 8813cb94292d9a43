import { applyActs, customers, type Database, resetCustomers, seedReference } from '@hofn/database';
import { type DemoSignIn, demoFacts, demoSignIns, demoSource } from '@hofn/demo';
import type { Clock } from '@hofn/domain/clock.ts';
import { inArray } from 'drizzle-orm';
import { importFacts } from './import-facts.ts';

/** A demo customer in a database. */
export type DemoCustomer = DemoSignIn & { customerId: string };

/** The demo customers present in a database. */
export const demoCustomersOf = async ({ db }: Pick<Database, 'db'>): Promise<DemoCustomer[]> => {
  const all = demoSignIns();
  const ssns = all.map(({ ssn }) => ssn);
  const rows = await db
    .select({ id: customers.id, ssn: customers.ssn })
    .from(customers)
    .where(inArray(customers.ssn, ssns));
  const ids = new Map(rows.map(({ id, ssn }) => [ssn, id]));
  return all.flatMap((signIn) => {
    const customerId = ids.get(signIn.ssn);
    return customerId === undefined ? [] : [{ ...signIn, customerId }];
  });
};

/**
 * Loads the demo without its core: reference data, the core's facts by the import of the core connection, and what the
 * customers did here. Running it again restores the demo on the new day and touches no other customer.
 * @param today `YYYY-MM-DD`; days of the stories are relative to it
 * @returns the demo customers
 */
export const loadDemo = async (
  database: Database,
  today: string,
  clock: Clock = { now: () => new Date(`${today}T12:00:00Z`) },
): Promise<DemoCustomer[]> => {
  const ssns = demoSignIns().map(({ ssn }) => ssn);
  await database.db.transaction(async (tx) => {
    await seedReference(tx);
    await resetCustomers(tx, { ssns, source: demoSource });
  });
  await importFacts({ database, clock }, demoSource, demoFacts(today));
  await applyActs(database.db, { today, ssns });
  return demoCustomersOf(database);
};
