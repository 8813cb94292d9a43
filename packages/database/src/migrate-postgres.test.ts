import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionOf, type LockTimeout, migratePostgres } from './migrate-postgres.ts';
import { checkFloors, type Migration, parseMigration, readMigrations } from './migrations.ts';
import { openDatabase } from './open.ts';
import { buildIndex } from './repeated-values.ts';
import { findPostgres } from './test-server.ts';
import { emptyDatabase, migratedDatabase, noteForTestReport, serverOfRun } from './testing.ts';

/** The migrations of this code, and those of a later release. */
const withLater = (...later: [name: string, text: string][]): Migration[] => [
  ...readMigrations(),
  ...later.map(([name, text]) => parseMigration(name, text)),
];

describe('the instructions in a migration', () => {
  test('HOLD-9: a floor has to be a migration that code can know by then', () => {
    const first = parseMigration('0001_a', 'select 1');
    const breaking = parseMigration('0002_b', '-- oldest code: 0001_a\nselect 1');
    expect(breaking.floor).toBe('0001_a');
    expect(() => checkFloors([first, breaking])).not.toThrow();
    expect(() => checkFloors([breaking, first])).toThrow('0002_b: its oldest code, 0001_a');
  });

  test('HOLD-9: a migration outside a transaction is one statement that can be repeated', () => {
    const index = 'create index concurrently if not exists some_index on customers (town)';
    expect(parseMigration('0001_a', `-- concurrently\n-- A reason.\n${index};`).isConcurrent).toBe(true);
    for (const statements of [
      index.replace('if not exists ', ''),
      `${index};--> statement-breakpoint\n${index}`,
    ])
      expect(() => parseMigration('0001_a', `-- concurrently\n${statements}`)).toThrow(/^0001_a: .* is one/);
  });
});

const installation = findPostgres();
if (typeof installation === 'string') noteForTestReport(`Database tests on PostgreSQL: ${installation}.`);
else
  describe('migrating PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof serverOfRun>>;
    beforeAll(async () => {
      server = await serverOfRun();
    });

    const clients: pg.Client[] = [];
    afterAll(() => Promise.all(clients.map((client) => client.end())));
    const connect = async (url: string, name = 'test'): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: url, application_name: name });
      clients.push(client);
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    const isThere = async (client: pg.Client, what: string): Promise<boolean> =>
      (await client.query('select to_regclass($1) is not null as present', [what])).rows[0].present;

    test('HOLD-9: code that does not know a migration starts, unless that migration needs newer code', async () => {
      const url = await migratedDatabase(server);
      const client = await connect(url);
      await client.query(
        `insert into schema_history (name, hash, floor)
          values ('9998_added', 'x', null), ('9999_changed', 'x', '0001_identity')`,
      );
      const database = await openDatabase({ url });
      await database.migrate();
      await database.checkMigrated();
      await database.close();
      await client.query(
        `insert into schema_history (name, hash, floor) values ('9999_removed', 'x', '9998_added')`,
      );
      const refused = `This release is too old for the database: since 9999_removed it needs a release with 9998_added. Start a newer release.`;
      await expect(openDatabase({ url })).rejects.toThrow(refused);
      await expect(migratePostgres(url)).rejects.toThrow(refused);
    });

    test('HOLD-9: each migration has its own transaction, so that a failed one keeps those before it', async () => {
      const url = await migratedDatabase(server);
      const client = await connect(url);
      const migrations = withLater(
        ['9998_one', '-- oldest code: 0001_identity\ncreate table one (id int)'],
        ['9999_two', 'create table two (id int);--> statement-breakpoint\nselect 1 / 0'],
      );
      await expect(migratePostgres(url, { migrations })).rejects.toThrow(/division by zero/);
      expect(await isThere(client, 'one')).toBe(true);
      expect(await isThere(client, 'two')).toBe(false);
      expect(
        (await client.query('select name, floor from schema_history where name > $1', ['9'])).rows,
      ).toEqual([{ name: '9998_one', floor: '0001_identity' }]);
    });

    const addColumn: [string, string] = ['9999_column', 'alter table customers add column later text'];

    test('HOLD-9: a migration behind a long read delays other queries only as long as its lock timeout, and tries again', async () => {
      const url = await migratedDatabase(server);
      const [reader, other] = [await connect(url, 'long-report'), await connect(url)];
      await reader.query('begin');
      await reader.query('select count(*) from customers');
      const waits: LockTimeout[] = [];
      let longest = 0;
      const applied = migratePostgres(url, {
        migrations: withLater(addColumn),
        lockMs: 300,
        onLockTimeout: (timeout) => {
          waits.push(timeout);
          if (waits.length === 2) void reader.query('commit');
        },
      });
      while (waits.length < 2) {
        const started = performance.now();
        await other.query('select count(*) from customers');
        longest = Math.max(longest, performance.now() - started);
      }
      expect((await applied).map(({ name }) => name)).toEqual(['9999_column']);
      expect(waits[0]).toMatchObject({ migration: '9999_column', attempt: 1 });
      expect(waits[0]?.holder).toMatch(/^process \d+ of hofn \(long-report\), open for \d+ s$/);
      // The other query did have to wait behind the migration; without a lock timeout it would have waited for the reader.
      expect(longest).toBeGreaterThan(50);
      expect((await other.query('select later from customers')).rows).toEqual([]);
    });

    test('HOLD-9: a migration that never gets its lock is given up and named, with the session in its way', async () => {
      const url = await migratedDatabase(server);
      const reader = await connect(url, 'long-report');
      await reader.query('begin');
      await reader.query('select count(*) from customers');
      const migrations = withLater(addColumn);
      await expect(migratePostgres(url, { migrations, lockMs: 100, attempts: 2 })).rejects.toThrow(
        /^Migration 9999_column could not lock its tables in 2 attempts: process \d+ of hofn \(long-report\)/,
      );
      await reader.query('commit');
      expect(await migratePostgres(url, { migrations })).toHaveLength(1);
    });

    test('HOLD-9: an index is built concurrently, also after an interrupted build', async () => {
      const url = await migratedDatabase(server);
      const client = await connect(url);
      await client.query(
        `insert into customers (id, ssn, kind, full_name, town) values
          ('c1', '0101301429', 'person', 'Ösp', 'Höfn'), ('c2', '0101301509', 'person', 'Una', 'Höfn')`,
      );
      // Fails on the duplicate, and leaves an invalid index of that name.
      await expect(
        client.query('create unique index concurrently customers_town on customers (town)'),
      ).rejects.toThrow(/could not create unique index/);
      const migrations = withLater([
        '9999_index',
        '-- concurrently\ncreate index concurrently if not exists customers_town on customers (town);',
      ]);
      expect(await migratePostgres(url, { migrations })).toHaveLength(1);
      const { rows } = await client.query(
        `select indisvalid as valid, indisunique as unique from pg_index where indexrelid = 'customers_town'::regclass`,
      );
      expect(rows).toEqual([{ valid: true, unique: false }]);
      expect(await migratePostgres(url, { migrations })).toEqual([]);
    });

    describe('a database that has a number twice', () => {
      const upTo = (last: string) => readMigrations().filter(({ name }) => name < last);
      const addTwins = async (client: pg.Client): Promise<void> => {
        await client.query(
          `insert into customers (id, ssn, kind, full_name) values ('c1', '0101301429', 'person', 'Ösp')`,
        );
        await client.query(
          `insert into products (id, "group", ordinal, name_is, name_en, mandatory, deductible_is, deductible_en)
            values ('home', 'home', 1, 'Heimili', 'Home', false, '', '')`,
        );
        await client.query(
          `insert into policies (customer_id, id, number, product_id, premium_per_year, valid_from, valid_to,
              instalments_per_year, instalment_fee_percent, terms_codes)
            select 'c1', id, number, 'home', 1, '2026-01-01', '2026-12-31', 1, 0, '{}'
            from (values ('a', '700'), ('b', '700'), ('c', '701'), ('d', '702'), ('e', '702'), ('f', '702')) as twin (id, number)`,
        );
      };
      const refusal =
        'Migration 0071_policy_numbers_once makes number unique in policies, which has more than once: 700 (2 times), 702 (3 times). Change or delete all but one of each, then run the command again.';

      test('INS-7, HOLD-9: it is refused with a list before anything is migrated, and migrates once they differ', async () => {
        const url = await emptyDatabase(server);
        await migratePostgres(url, { migrations: upTo('0068_claims_64_bit') });
        const client = await connect(url);
        await addTwins(client);
        await expect(migratePostgres(url)).rejects.toThrow(refusal);
        const { rows } = await client.query(
          `select data_type as type from information_schema.columns where table_schema = 'public' and table_name = 'claims' and column_name = 'loss_amount'`,
        );
        expect(rows).toEqual([{ type: 'integer' }]);
        await client.query(`update policies set number = number || id where id in ('b', 'e', 'f')`);
        const applied = await migratePostgres(url);
        expect(applied.map(({ name }) => name)).toContain('0072_claim_numbers_once');
        await expect(client.query(`update policies set number = '700' where id = 'c'`)).rejects.toThrow(
          /policies_by_number/,
        );
      });

      test('INS-7: an index that fails because of a number added meanwhile is dropped, and refuses no row', async () => {
        const url = await emptyDatabase(server);
        await migratePostgres(url, { migrations: upTo('0071_policy_numbers_once') });
        const client = await connect(url);
        await addTwins(client);
        const migration = readMigrations().find(({ name }) => name === '0071_policy_numbers_once');
        if (!migration) throw new Error('no such migration');
        await expect(buildIndex(connectionOf(client), migration)).rejects.toThrow(refusal);
        expect(await isThere(client, 'policies_by_number')).toBe(false);
        await client.query(`update policies set number = '700' where id = 'c'`);
      });
    });

    test('HOLD-9: a process that dies while migrating leaves its work to the next', async () => {
      const url = await emptyDatabase(server);
      const [holder, watcher] = [await connect(url), await connect(url)];
      await holder.query('select pg_advisory_lock(4817190121)');
      const { rows } = await holder.query('select pg_backend_pid() as pid');
      const migrating = migratePostgres(url);
      const gone = new Promise((resolve) => holder.once('end', resolve));
      await watcher.query('select pg_terminate_backend($1)', [rows[0].pid]);
      await gone;
      expect(await migrating).toHaveLength(readMigrations().length);
    });
  });
