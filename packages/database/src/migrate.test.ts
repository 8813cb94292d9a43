import { hash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  caseEvents,
  cases,
  claims,
  customers,
  documentMarks,
  documentTopic,
  mails,
  policies,
  products,
  submissions,
  transactions,
} from './index.ts';
import { readMigrations } from './migrations.ts';
import { type Database, openDatabase } from './open.ts';
import { findPostgres } from './test-server.ts';
import { describeEachEngine, emptyDatabase, noteForTestReport, serverOfRun } from './testing.ts';

const guest = { id: 'c1', ssn: '0101301429', kind: 'person', fullName: 'Ösp Þórðardóttir' } as const;

describeEachEngine('a migrated database', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test('returns days and instants as strings, on both engines', async () => {
    await database.db.insert(customers).values({
      ...guest,
      contactConfirmedOn: '2026-02-28',
      createdAt: '2026-02-28T12:30:00Z',
    });
    const [row] = await database.db.select().from(customers);
    expect(row).toMatchObject({ contactConfirmedOn: '2026-02-28', createdAt: '2026-02-28 12:30:00+00' });
    const raw = await database.db.execute(sql`select contact_confirmed_on as day from customers`);
    expect(raw.rows).toEqual([{ day: '2026-02-28' }]);
  });

  test('migrating again changes nothing and keeps the rows', async () => {
    await Promise.all([database.migrate(), database.migrate()]);
    expect(await database.db.$count(customers)).toBe(1);
  });

  test('STAFF-6: the migration adds open claims and unanswered forms to the work queue, and nothing else', async () => {
    const { db } = database;
    const form = {
      language: 'en',
      fields: {},
      state: 'received',
      receivedAt: '2026-11-01T10:00:00Z',
      forgetAt: '2028-11-01T10:00:00Z',
    } as const;
    await db.insert(submissions).values([
      { ...form, id: 's1', reference: 'F-1', kind: 'inquiry' },
      { ...form, id: 's2', reference: 'F-2', kind: 'business' },
      { ...form, id: 's3', reference: 'F-3', kind: 'other', state: 'closed' },
      { ...form, id: 's4', reference: 'F-4', kind: 'lottery' },
    ]);
    const claim = {
      customerId: 'c1',
      number: 'T-1',
      titleIs: 'Tjón',
      titleEn: 'Claim',
      dateOfLoss: '2026-10-30',
      changedAt: '2026-11-02T10:00:00Z',
    };
    await db.insert(claims).values([
      { ...claim, id: 'waits', status: 'received' },
      { ...claim, id: 'ended', number: 'T-2', status: 'settled' },
    ]);
    const migration = readMigrations().find(({ name }) => name === '0026_cases');
    const backfill = migration?.statements.filter((statement) => statement.includes('INSERT INTO')) ?? [];
    expect(backfill).toHaveLength(2);
    for (const statement of backfill) await db.execute(sql.raw(statement));
    const rows = await db.select().from(cases).orderBy(cases.matterId);
    expect(rows.map(({ kind, matterId, customerId }) => [kind, matterId, customerId])).toEqual([
      ['inquiry', 's1', null],
      ['form', 's2', null],
      ['claim', 'waits', 'c1'],
    ]);
    expect(rows[0]).toMatchObject({ language: 'en', state: 'open', openedAt: '2026-11-01 10:00:00+00' });
    expect(await db.$count(caseEvents)).toBe(3);
  });

  test('PAY-16: an overlong ledger id of an earlier release is shortened, and no other id changes', async () => {
    const { db } = database;
    const migration = readMigrations().find(({ name }) => name === '0032_ledger_ids');
    const payment = 'f3a1c2d4-0b5e-4f60-8a7b-1c2d3e4f5a6b';
    const instalment = 'a-policy-with-a-long-id-20261201-01';
    const entry = {
      customerId: 'c1',
      bookedOn: '2026-11-01',
      type: 'premium',
      descriptionIs: 'Iðgjald',
      descriptionEn: 'Premium',
      amount: 12_000,
    } as const;
    await db.execute(sql`alter table transactions drop constraint transactions_id`);
    await db.insert(transactions).values([
      { ...entry, id: `premium-${payment}-${instalment}`, sequence: 1 },
      { ...entry, id: `premium-${payment}-1`, sequence: 2 },
      { ...entry, id: `payment-${payment}`, sequence: 3, type: 'payment', amount: -24_000 },
    ]);
    for (const statement of migration?.statements ?? []) await db.execute(sql.raw(statement));
    const rows = await db.select().from(transactions).orderBy(transactions.sequence);
    expect(rows.map(({ id }) => id)).toEqual([
      `premium-${payment}-${hash('sha256', instalment).slice(0, 16)}`,
      `premium-${payment}-1`,
      `payment-${payment}`,
    ]);
    const tooLong = { ...entry, id: 'x'.repeat(65), sequence: 4 };
    await expect(db.insert(transactions).values(tooLong)).rejects.toThrow();
    await db.delete(transactions);
  });

  test('LIFE-40: gaps in cover that ended before they were stored are taken from the e-mails about them', async () => {
    const { db } = database;
    const migration = readMigrations().find(({ name }) => name === '0056_gaps_from_mails');
    await db.insert(products).values({
      ...{ id: 'kasko', group: 'vehicles', ordinal: 1, nameIs: 'Kaskó', nameEn: 'Comprehensive' },
      ...{ mandatory: false, deductibleIs: '', deductibleEn: '' },
    });
    const policy = {
      ...{ customerId: 'c1', productId: 'kasko', premiumPerYear: 1, instalmentsPerYear: 12 },
      ...{ validFrom: '2026-11-27', validTo: '2027-11-26', renews: true, instalmentFeePercent: 0 },
      termsCodes: [],
    };
    const known = [{ from: '2026-05-01', to: '2026-05-31' }];
    await db.insert(policies).values([
      { ...policy, id: 'restored', number: '1' },
      { ...policy, id: 'unbroken', number: '2' },
      { ...policy, id: 'known', number: '3', gaps: known },
    ]);
    const mail = {
      ...{ customerId: 'c1', actorId: 'c1', recipient: 'a@example.is', language: 'is' as const },
      ...{ kind: 'coverRestored', createdAt: '2026-11-27T10:00:00Z' },
    } as const;
    await db.insert(mails).values(
      [
        { policyId: 'restored', lapsedOn: '2026-11-08', from: '2026-11-27' },
        { policyId: 'unbroken', lapsedOn: '2026-11-08', from: '2026-11-08' },
        { policyId: 'known', lapsedOn: '2026-11-08', from: '2026-11-27' },
      ].map((about) => ({ ...mail, id: about.policyId, about })),
    );
    for (const statement of migration?.statements ?? []) await db.execute(sql.raw(statement));
    const rows = await db.select({ id: policies.id, gaps: policies.gaps }).from(policies);
    expect(Object.fromEntries(rows.map(({ id, gaps }) => [id, gaps]))).toEqual({
      ...{ restored: [{ from: '2026-11-08', to: '2026-11-26' }], unbroken: [], known },
    });
    for (const table of [mails, policies, products]) await db.delete(table);
  });

  test('HOLD-6: existing customers are marked for the first run by the migration', async () => {
    const { db } = database;
    await db.delete(documentMarks);
    const migration = readMigrations().find(({ name }) => name.endsWith('_document_facts'));
    const backfill = migration?.statements.filter((statement) => statement.includes('FROM customers')) ?? [];
    expect(backfill).toHaveLength(1);
    for (const statement of backfill) await db.execute(sql.raw(statement));
    const marks = await db.select().from(documentMarks).where(eq(documentMarks.customerId, 'c1'));
    expect(marks.map(({ topic }) => topic)).toEqual(documentTopic.enumValues);
  });

  test('HOLD-6: a role that may only write the ledger marks the customer, whatever its search path', async () => {
    const undone = new Error('rolled back');
    const work = database.db.transaction(async (tx) => {
      await tx.delete(documentMarks);
      const role = sql.identifier(`core_${hash('sha256', String(process.hrtime.bigint())).slice(0, 16)}`);
      await tx.execute(sql`create role ${role}`);
      await tx.execute(sql`grant insert on transactions to ${role}`);
      await tx.execute(sql`set local role ${role}`);
      await tx.execute(sql`set local search_path = pg_catalog`);
      await tx.execute(
        sql`insert into public.transactions (customer_id, id, sequence, booked_on, type, description_is, description_en, amount)
          values ('c1', 'from-core', 1, '2020-01-01', 'premium', 'Iðgjald', 'Premium', 1)`,
      );
      await tx.execute(sql`reset role`);
      await tx.execute(sql`set local search_path = public`);
      const marks = await tx.select().from(documentMarks);
      expect(marks).toMatchObject([{ customerId: 'c1', topic: 'transactions' }]);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });

  test('a failed transaction leaves nothing behind', async () => {
    const failing = database.db.transaction(async (tx) => {
      await tx.insert(customers).values({ ...guest, id: 'c2', ssn: '0101301509' });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await database.db.$count(customers)).toBe(1);
  });

  test('a kennitala that is not ten digits is refused', async () => {
    const dashed = database.db.insert(customers).values({ ...guest, id: 'c3', ssn: '010130-1509' });
    await expect(dashed).rejects.toThrow(/customers/);
  });

  test('a migration edited after it was applied is reported by name', async () => {
    await database.db.execute(
      sql`update schema_migrations set hash = 'other' where name like '0000%' returning name`,
    );
    await expect(database.migrate()).rejects.toThrow(/0000_customers_policies_claims was changed/);
  });
});

const installation = findPostgres();
if (typeof installation === 'string') noteForTestReport(`Database tests on PostgreSQL: ${installation}.`);
else {
  let server: Awaited<ReturnType<typeof serverOfRun>>;
  beforeAll(async () => {
    server = await serverOfRun();
  });

  test('processes that start at the same time migrate once', async () => {
    const url = await emptyDatabase(server);
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url })));
    await Promise.all(databases.map((database) => database.migrate()));
    const [first] = databases;
    const { rows } = await (first as Database).db.execute(
      sql`select count(distinct applied_at)::int as moments
          from (select applied_at from schema_migrations union all select applied_at from schema_history) as every`,
    );
    expect(rows[0]).toEqual({ moments: readMigrations().length });
    await Promise.all(databases.map((database) => database.close()));
  });

  test('a missing database is reported without the password', async () => {
    const url = server.url.replace('hofn@', 'hofn:leyndarmal@').replace(/postgres$/, 'missing');
    const failure = await openDatabase({ url }).catch((error: Error) => error.message);
    expect(failure).toMatch(/cannot be reached: no such database/);
    expect(failure).not.toContain('leyndarmal');
  });

  test('an idle connection cut by the server is logged and the next query works', async () => {
    const url = await emptyDatabase(server);
    const lost = Promise.withResolvers<string>();
    const logger = { warn: () => {}, error: (_: object, message: string) => lost.resolve(message) };
    const database = await openDatabase({ url, logger });
    await database.ping();
    const other = await openDatabase({ url });
    await other.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(await lost.promise).toBe('an idle database connection was lost');
    await database.ping();
    await Promise.all([database.close(), other.close()]);
  });
}
