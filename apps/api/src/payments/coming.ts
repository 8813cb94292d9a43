import { type Db, instalments } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { isUnpaidBy } from './unpaid.ts';

/** What a customer has not paid of the instalments on file, in ISK. */
export const unpaidTotal = async (db: Db, customerId: string): Promise<number> => {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${instalments.amount}), 0)` })
    .from(instalments)
    .where(isUnpaidBy(customerId));
  return Number(row?.total ?? 0);
};
