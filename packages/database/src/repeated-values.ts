import { DatabaseFault } from './database-fault.ts';
import type { Connection, Migration } from './migrations.ts';

/** A unique index over whole columns, as a migration creates it while the database is in use. */
const uniqueIndex =
  /^create unique index concurrently if not exists "(\w+)" on "(\w+)" using btree \(("\w+"(?:, "\w+")*)\);?$/i;

type UniqueIndex = { index: string; table: string; columns: string[] };

const withoutComments = (statement: string): string => statement.replace(/^\s*--.*$/gm, '').trim();

/** The unique index that a migration builds; undefined for every other migration. */
const uniqueIndexOf = ({ isConcurrent, statements }: Migration): UniqueIndex | undefined => {
  const [, index, table, columns] = uniqueIndex.exec(withoutComments(statements[0] ?? '')) ?? [];
  if (!isConcurrent || !index || !table || !columns) return undefined;
  return { index, table, columns: columns.split(', ').map((column) => column.slice(1, -1)) };
};

/** How many repeated values an error names. */
const mostNamed = 20;

/** Values that a table has more than once, with how often; the first ones. */
const findRepeated = async (connection: Connection, { table, columns }: UniqueIndex): Promise<string[]> => {
  const { rows: tables } = await connection.query('select to_regclass($1) is not null as present', [
    `public.${table}`,
  ]);
  // A new database gets its tables by earlier migrations.
  if (tables[0]?.present !== true) return [];
  const list = columns.map((column) => `"${column}"`).join(', ');
  const { rows } = await connection.query(
    `select concat_ws(', ', ${list}) as value, count(*)::int as times from "${table}"
      where num_nulls(${list}) = 0 group by ${list} having count(*) > 1 order by ${list} limit ${mostNamed + 1}`,
  );
  return rows.map(({ value, times }) => `${String(value)} (${String(times)} times)`);
};

const faultOf = ({ name }: Migration, { table, columns }: UniqueIndex, repeated: readonly string[]) => {
  const more = repeated.length > mostNamed ? ', and others' : '';
  return new DatabaseFault(
    `Migration ${name} makes ${columns.join(', ')} unique in ${table}, which has more than once: ${repeated.slice(0, mostNamed).join(', ')}${more}. Change or delete all but one of each, then run the command again.`,
  );
};

/**
 * Checks, before anything is migrated, that no pending migration makes values unique that the database has more than once.
 * Building the index would stop there with half of a release applied.
 * @throws DatabaseFault naming the migration and the values
 */
export const expectUniqueValues = async (
  connection: Connection,
  pending: readonly Migration[],
): Promise<void> => {
  for (const migration of pending) {
    const index = uniqueIndexOf(migration);
    const repeated = index ? await findRepeated(connection, index) : [];
    if (index && repeated.length > 0) throw faultOf(migration, index, repeated);
  }
};

const uniqueViolation = '23505';

/**
 * Builds the index of a concurrent migration. One that fails because a value was added a second time meanwhile is dropped:
 * PostgreSQL leaves it invalid, but it would still refuse rows of the release that is running.
 * @throws DatabaseFault naming the values
 */
export const buildIndex = async (connection: Connection, migration: Migration): Promise<void> => {
  const [statement = ''] = migration.statements;
  try {
    await connection.run(statement);
  } catch (error) {
    const index = uniqueIndexOf(migration);
    if (!index || (error as { code?: string }).code !== uniqueViolation) throw error;
    await connection.run(`drop index concurrently if exists "${index.index}"`);
    const repeated = await findRepeated(connection, index);
    throw repeated.length > 0 ? faultOf(migration, index, repeated) : error;
  }
};
