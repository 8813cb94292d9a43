import { coreRecords, customers, type Database, products } from '@hofn/database';
import { demoSource } from '@hofn/demo';
import { CommandError } from '@hofn/service/command.ts';
import { demoSetting } from '@hofn/service/production.ts';
import { and, eq, ne, sql } from 'drizzle-orm';

/** Asks for invented customers in a database that has others, such as a copy for a load test. */
export const confirmation = 'yes-add-invented-customers';

type Environment = Record<string, string | undefined>;

/** @throws CommandError where invented data must not be written: production, unless it is a demo of its layout */
export const refuseProduction = (environment: Environment): void => {
  if (environment.NODE_ENV !== 'production' || environment[demoSetting] === 'true') return;
  throw new CommandError(
    'NODE_ENV is production: invented data is never written there. Nothing was changed.',
  );
};

/** Whether a person has a kennitala that is neither of the test set nor temporary, so may exist. */
const hasRealPerson = async ({ db }: Pick<Database, 'db'>): Promise<boolean> => {
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.kind, 'person'),
        sql`${customers.ssn} < '8'`,
        sql`substr(${customers.ssn}, 7, 2) not in ('14', '15')`,
      ),
    )
    .limit(1);
  return row !== undefined;
};

/** A source of facts other than the demo's core: a core system of an insurer. */
const otherSource = async ({ db }: Pick<Database, 'db'>): Promise<string | undefined> => {
  const [row] = await db
    .select({ source: coreRecords.source })
    .from(coreRecords)
    .where(ne(coreRecords.source, demoSource))
    .limit(1);
  return row?.source;
};

/** @throws CommandError when the database has customers who may be real, unless the user has confirmed */
export const refuseRealCustomers = async (
  database: Pick<Database, 'db'>,
  isConfirmed: boolean,
): Promise<void> => {
  if (isConfirmed) return;
  const source = await otherSource(database);
  const reason = source
    ? `has facts of the core system ${source}`
    : (await hasRealPerson(database)) && 'has customers whose kennitala is not of the test set';
  if (!reason) return;
  throw new CommandError(
    `The database ${reason}, so they may be real. Nothing was changed. In a copy for tests, add --${confirmation}.`,
  );
};

/** @throws CommandError when there are products already, which the demo's would overwrite */
export const refuseOtherProducts = async ({ db }: Pick<Database, 'db'>): Promise<void> => {
  if ((await db.$count(products)) === 0) return;
  throw new CommandError('The database has products already. Nothing was changed.');
};
