import type { FactType } from '@hofn/contracts';
import { coreRecords, type Db } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../platform/sql.ts';

/** The keys that a source has sent facts of a customer with, by our ids. Ids that it did not send are absent. */
export const keysOf = async (
  tx: Db,
  { source, type, customerId, ids }: { source: string; type: FactType; customerId: string; ids: string[] },
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx
    .select({ id: coreRecords.id, key: coreRecords.key })
    .from(coreRecords)
    .where(
      and(
        eq(coreRecords.source, source),
        eq(coreRecords.type, type),
        eq(coreRecords.customerId, customerId),
        anyOf(coreRecords.id, ids),
      ),
    );
  return new Map(rows.map(({ id, key }) => [id, key]));
};

/** The key of one, or null. */
export const keyOf = async (
  tx: Db,
  { id, ...rest }: { source: string; type: FactType; customerId: string; id: string },
): Promise<string | null> => (await keysOf(tx, { ...rest, ids: [id] })).get(id) ?? null;
