import { customers, type Db } from '@hofn/database';
import { eq, sql } from 'drizzle-orm';
import type { Customer } from './access.ts';

export type ActorStore = { customer(id: string): Promise<Customer | undefined> };

/** The customer behind a token. */
export const createActorStore = (db: Db): ActorStore => {
  const byId = db
    .select({
      id: customers.id,
      kind: customers.kind,
      ssn: customers.ssn,
      fullName: customers.fullName,
    })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .prepare('actor_by_id');
  return {
    customer: async (id) => (await byId.execute({ id }))[0],
  };
};
