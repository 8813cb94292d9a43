import { customers, transactions } from '@hofn/database';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { expect, test } from 'vitest';
import { createIssuer, fillDatabase, startApi } from '../testing.ts';

const readers = Array.from({ length: 60 }, (_, index) => `c${index}`);

describeWithDatabase('the plan of the account', (open) => {
  test('PostgreSQL plans the accounts of many customers once, not at each read', async () => {
    const database = await open();
    await fillDatabase(database);
    await database.db.insert(customers).values(
      readers.map((id, index) => ({
        id,
        ssn: `8${String(index).padStart(9, '0')}`,
        kind: 'person' as const,
        fullName: `Prófun ${id}`,
      })),
    );
    await database.db.insert(transactions).values(
      readers.flatMap((customerId, index) =>
        Array.from({ length: 10 + index }, (_, entry) => ({
          customerId,
          id: `t${entry}`,
          sequence: entry + 1,
          bookedOn: addDays('2026-01-01', entry),
          type: 'premium' as const,
          amount: 9_000,
          descriptionIs: 'Iðgjald',
          descriptionEn: 'Premium',
        })),
      ),
    );
    await database.db.execute('analyze');

    const issuer = await createIssuer();
    const api = await startApi(database, issuer);
    try {
      for (const [index, id] of readers.entries()) {
        const answer = await api.ask('/api/account/v1', { token: await issuer.token(id) });
        expect(await answer.json()).toMatchObject({ sums: { count: 10 + index } });
      }
      if (database.engine === 'embedded') return;
      const { db } = await inRoleOf('api', database);
      const { rows } = await db.execute<{ readsByKeptPlan: number }>(
        `select sum(generic_plans)::int as "readsByKeptPlan"
         from pg_prepared_statements where statement like 'with "entries"%'`,
      );
      // The first five reads of a session are always planned.
      expect(rows[0]?.readsByKeptPlan).toBeGreaterThan(readers.length / 2);
    } finally {
      await api.stop();
    }
  });
});
