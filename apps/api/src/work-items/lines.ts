import type { CaseLine } from '@hofn/contracts';
import { cases, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and } from 'drizzle-orm';
import { anyOf } from '../platform/sql.ts';
import { workItemLines } from './lines-query.ts';
import { mayOpen } from './may-open.ts';
import { absenceOf, type Moment } from './whose.ts';
import { type LineRow, lineOf } from './work-items.ts';

/** Who stands in for the owners of work items, by the item's id. A deputy who may not open an item is none, as in the lists. */
const deputiesOf = async (
  db: Db,
  rows: readonly LineRow[],
  { away }: Moment,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const absence of away) {
    const { deputy } = absence;
    const ids = rows.filter(({ row }) => absenceOf(row, away) === absence).map(({ row }) => row.id);
    if (deputy === null || ids.length === 0) continue;
    const opened = await workItemLines(db, 'is').where(and(anyOf(cases.id, ids), mayOpen(deputy)));
    for (const { row } of opened) found.set(row.id, deputy.name);
  }
  return found;
};

/** Work items as lines of the queue, for the employee who reads them. */
export const linesOf = async (
  db: Db,
  rows: readonly LineRow[],
  reader: { language: Language; employeeId: string; moment: Moment },
): Promise<CaseLine[]> => {
  const deputies = await deputiesOf(db, rows, reader.moment);
  return rows.map((line) => lineOf(line, { ...reader, deputy: deputies.get(line.row.id) ?? null }));
};
