import { claimNotices, claims, coreRecords, type Db, policies } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';
import { type Arrival, type Found, factFault } from './upsert.ts';

type Numbered = { number: string };

/** What is on file with some numbers: its id, and the key of the source's fact that it came from, if it did. */
type Holder = { number: string; id: string; key: string | null };

const holdersOf = async (
  tx: Db,
  type: 'policies' | 'claims',
  source: string,
  numbers: readonly string[],
): Promise<Holder[]> => {
  const table = type === 'policies' ? policies : claims;
  const rows: Holder[] = await tx
    .select({ number: table.number, id: table.id, key: coreRecords.key })
    .from(table)
    .leftJoin(
      coreRecords,
      and(
        eq(coreRecords.type, type),
        eq(coreRecords.id, table.id),
        eq(coreRecords.source, source),
        eq(coreRecords.customerId, table.customerId),
      ),
    )
    .where(anyOf(table.number, numbers));
  if (type === 'policies') return rows;
  // A visitor's report has its number already, and becomes the claim with the same id.
  const notices = await tx
    .select({ number: claimNotices.number, id: claimNotices.id })
    .from(claimNotices)
    .where(anyOf(claimNotices.number, numbers));
  return [...rows, ...notices.map((notice) => ({ ...notice, key: null }))];
};

/**
 * Refuses facts whose number something else has (rule INS-7): a number alone names a policy or claim, whichever system
 * supplies it. Facts that are refused already stay as they are.
 */
export const refuseTakenNumbers = async <Facts extends Numbered, More>(
  tx: Db,
  { type, source }: { type: 'policies' | 'claims'; source: string },
  arrivals: readonly Arrival<Facts>[],
  found: ReadonlyArray<Found<More> | FieldFault[]>,
): Promise<Array<Found<More> | FieldFault[]>> => {
  if (arrivals.length === 0) return [...found];
  const numbers = arrivals.map(({ facts }) => facts.number);
  const holders = Map.groupBy(await holdersOf(tx, type, source, numbers), ({ number }) => number);
  const what = type === 'policies' ? 'policy' : 'claim';
  const given = new Set<string>();
  return arrivals.map(({ key, facts: { number } }, index) => {
    const one = found[index] ?? [];
    if (Array.isArray(one)) return one;
    const isTaken = (holders.get(number) ?? []).some(
      (holder) => holder.key !== key && holder.id !== one.existingId,
    );
    if (isTaken || given.has(number))
      return [factFault('facts.number', `Another ${what} has the number ${number}.`)];
    given.add(number);
    return one;
  });
};
