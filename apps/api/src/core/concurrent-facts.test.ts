import { customerFacts } from '@hofn/contracts';
import { type Database, type Db, policies } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { fixedClock } from '@hofn/service/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillDatabase } from '../testing.ts';
import { carPolicy, ragnar } from './testing.ts';
import { startCore } from './testing-core.ts';
import { upsertFacts } from './upsert.ts';
import { createImportWriters } from './writers.ts';

const scopes = ['core.customers.write', 'core.policies.write'] as const;

// The embedded engine has one connection: there, what is done at once is done one after the other.
describeEachEngine('facts that arrive at the same moment', (open) => {
  let database: Database;
  let core: Awaited<ReturnType<typeof startCore>>;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    core = await startCore(database);
  });
  afterAll(() => core.api.stop());

  /** Resolves when so many transactions wait for locks. */
  const untilWaiting = async (tx: Db, count: number): Promise<void> => {
    if (database.engine === 'embedded') return;
    await vi.waitFor(
      async () => {
        // Otherwise a transaction sees the activity as it was at its first look.
        await tx.execute(sql`select pg_stat_clear_snapshot()`);
        const { rows } = await tx.execute<{ waiting: number }>(sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        expect(rows[0]?.waiting).toBe(count);
      },
      { timeout: patience(10_000), interval: 20 },
    );
  };
  const write = (tx: Db, source: string, type: 'customers' | 'policies', key: string, facts: object) =>
    upsertFacts(
      tx,
      createImportWriters({ db: tx, clock: fixedClock() })[type],
      { source, at: '2026-11-20T12:00:00Z' },
      [{ key, version: 1, facts: { companies: [], ...facts }, quiet: true }],
    );

  test('CORE-2: two first versions, each begun before the other was stored, end in the newer one', async () => {
    await core.put('customers/c1', { version: 1, facts: ragnar }, { scopes });
    // An index that is filled before the others, and for which a transaction waits: so both have looked for the key
    // before either has stored it.
    await database.db.execute(
      sql.raw(`
      create function held_back(key text) returns text immutable language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(7); return key; end $$`),
    );
    for (const statement of [
      'alter table core_records drop constraint core_records_source_type_key_pk',
      'drop index core_records_of_aggregate',
      'create index core_records_held on core_records (held_back(key))',
      'alter table core_records add constraint core_records_source_type_key_pk primary key (source, type, key)',
      'create unique index core_records_of_aggregate on core_records (type, id)',
    ])
      await database.db.execute(sql.raw(statement));
    const answers = await database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(7)`);
      const sent = [1, 2].map((version) =>
        core.put('policies/p1', { version, facts: { ...carPolicy, number: `700000${version}` } }, { scopes }),
      );
      await untilWaiting(tx, 2);
      return { sent };
    });
    const done = await Promise.all(answers.sent);
    await database.db.execute(sql`drop index core_records_held`);
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await database.db
      .select()
      .from(policies)
      .where(eq(policies.id, done[0]?.id ?? ''));
    expect(rows.map(({ number }) => number)).toEqual(['7000002']);
  });

  test('CORE-2: of two systems that send a new customer at the same moment, the second is refused by name', async () => {
    const facts = { ...ragnar, ssn: '1212851459' };
    const { second } = await database.db.transaction(async (tx) => {
      const [first] = await write(tx, 'annad', 'customers', 'a1', customerFacts.parse(facts));
      expect(first).toMatchObject({ outcome: 'created' });
      const answer = core.put('customers/k1', { version: 1, facts }, { scopes });
      await untilWaiting(tx, 1);
      return { second: answer };
    });
    expect(await second).toMatchObject({ status: 400, errors: { key: ['Another system supplies it.'] } });
  });

  test('CORE-2: a call that a deadlock with an import ends is run again', async () => {
    await core.put('policies/p2', { version: 1, facts: carPolicy }, { scopes });
    const { call } = await database.db.transaction(async (tx) => {
      await tx.execute(sql`select from customers where ssn = ${ragnar.ssn} for update`);
      const answer = core.put(
        'policies/p2',
        { version: 3, facts: { ...carPolicy, premiumPerYear: 1, premiumParts: [{ id: 'base', amount: 1 }] } },
        { scopes },
      );
      await untilWaiting(tx, 1);
      if (database.engine === 'postgres') {
        // PostgreSQL ends the transaction that looks for deadlocks first.
        await tx.execute(sql`set local deadlock_timeout = '60s'`);
        await tx.execute(sql`update core_records set received_at = received_at where key = 'p2'`);
      }
      return { call: answer };
    });
    expect(await call).toMatchObject({ status: 200, outcome: 'updated', version: 3 });
  });
});
