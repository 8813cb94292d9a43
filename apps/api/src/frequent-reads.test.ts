// Lists that most visits to the portal read: each in one query, whose plan PostgreSQL keeps.
import { customers, type Database, documents, transactions } from '@hofn/database';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from './testing.ts';

const readers = Array.from({ length: 60 }, (_, index) => `c${index}`);

/** How many entries and documents a reader has. */
const entriesOf = (index: number): number => 4 * (10 + index);

/** Entries and documents of the readers, in two years. */
const fillReaders = async ({ db }: Database) => {
  await db.insert(customers).values(
    readers.map((id, index) => ({
      id,
      ssn: `8${String(index).padStart(9, '0')}`,
      kind: 'person' as const,
      fullName: `Prófun ${id}`,
    })),
  );
  for (const [index, customerId] of readers.entries()) {
    const days = Array.from({ length: entriesOf(index) }, (_, ordinal) => addDays('2025-07-01', ordinal));
    await db.insert(transactions).values(
      days.map((bookedOn, ordinal) => ({
        customerId,
        id: `t${ordinal}`,
        sequence: ordinal + 1,
        bookedOn,
        type: 'premium' as const,
        amount: 9_000,
        descriptionIs: 'Iðgjald',
        descriptionEn: 'Premium',
      })),
    );
    await db.insert(documents).values(
      days.map((issuedOn, ordinal) => ({
        customerId,
        id: `d${ordinal}`,
        kind: 'invoice' as const,
        titleIs: 'Reikningur',
        titleEn: 'Invoice',
        issuedOn,
      })),
    );
  }
  await db.execute('analyze');
};

describeWithDatabase('frequent reads', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  const queries: string[] = [];

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillReaders(database);
    const { db } = await inRoleOf('api', database);
    // Drizzle's session logs every query.
    const { logger } = Reflect.get(db, 'session') as { logger: object };
    Object.assign(logger, { logQuery: (query: string) => queries.push(query) });
    issuer = await createIssuer();
    api = await startApi(database, issuer);
  });
  afterAll(() => api.stop());

  // The portal names the customer it shows; without the header, the subject is looked up.
  const read = async (path: string, id: string): Promise<unknown> =>
    (await api.ask(path, { token: await issuer.token(id), headers: { 'acting-for': id } })).json();

  test.each(['/api/account/v1', '/api/document/v1/edocuments', '/api/user/v1/waiting'])(
    '%s is one query, besides one a minute for the caller',
    async (path) => {
      await read(path, 'anna');
      queries.length = 0;
      await read(path, 'anna');
      expect(queries).toHaveLength(1);
    },
  );

  test.each([
    ['/api/account/v1', 'sums.count'],
    ['/api/document/v1/edocuments', 'total'],
  ])('PostgreSQL plans %s once for all customers, not at each read', async (path, count) => {
    for (const [index, id] of readers.entries())
      expect(await read(path, id)).toHaveProperty(count, entriesOf(index));
    // The driver of the embedded engine prepares nothing.
    if (database.engine === 'embedded') return;
    const { db } = await inRoleOf('api', database);
    const keptPlans = async (): Promise<number> => {
      const { rows } = await db.execute<{ readsByKeptPlan: number }>(
        sql`select generic_plans::int as "readsByKeptPlan" from pg_prepared_statements where statement = ${queries.at(-1)}`,
      );
      return rows[0]?.readsByKeptPlan ?? 0;
    };
    // Each session keeps plans of its own, and queries made at once are in sessions of their own.
    const kept = await Promise.all(Array.from({ length: 4 }, keptPlans));
    // The first five reads of a session are always planned.
    expect(kept.reduce((sum, reads) => sum + reads, 0)).toBeGreaterThan(readers.length / 2);
  });
});
