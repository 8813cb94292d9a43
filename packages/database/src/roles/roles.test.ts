import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres } from '../test-server.ts';
import { migratedDatabase, noteForTestReport, serverOfRun, urlOfRole } from '../testing.ts';
import { applyRoles } from './apply-roles.ts';
import { scramVerifier } from './scram.ts';
import { appendOnlyTables, roleOf, type Service, schemas, services, tableAccess } from './table-access.ts';

test('HOLD-16: passwords of roles are sent as PostgreSQL stores them, not in clear text', () => {
  // The example of RFC 7677.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

const installation = findPostgres();
if (typeof installation === 'string') noteForTestReport(`Database tests on PostgreSQL: ${installation}.`);
else
  describe('roles of the services', () => {
    let owner: pg.Client;
    let url: string;
    const clients: pg.Client[] = [];
    const connect = async (address: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: address });
      clients.push(client);
      await client.connect();
      return client;
    };
    beforeAll(async () => {
      url = await migratedDatabase(await serverOfRun());
      owner = await connect(url);
      await owner.query(`
        insert into customers (id, ssn, kind, full_name) values ('anna', '1402851489', 'person', 'Anna Prófdóttir');
        insert into credentials values ('anna', '$argon2id$secret', now());
        insert into employees (id, username, full_name, email, password_hash)
          values ('employee|katrin', 'katrin', 'Katrín', 'k@example.is', '$argon2id$secret');
        insert into staff_views (customer_id, id, employee_id, employee_name, reason, opened_at, ends_at, ended_at) values
          ('anna', 'old', 'employee|katrin', 'Katrín', 'service', now() - interval '731 days', now(), now()),
          ('anna', 'new', 'employee|katrin', 'Katrín', 'service', now() - interval '729 days', now(), null);
        insert into staff_reads values ('anna', 'r1', 'new', 'policies', null, now());`);
    });
    afterAll(() => Promise.all(clients.map((client) => client.end())));

    const refusal = (table: string) => `permission denied for table ${table}`;
    const as = (service: Service) => connect(urlOfRole(url, service));

    test('HOLD-16: every table has a line in the list of table access, and every line a table', async () => {
      const { rows } = await owner.query<{ name: string }>(
        `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
          from information_schema.tables where table_schema = any($1)`,
        [schemas],
      );
      expect(rows.length).toBeGreaterThan(80);
      expect(Object.keys(tableAccess).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
      expect(appendOnlyTables.filter((table) => !(table in tableAccess))).toEqual([]);
    });

    test('HOLD-16: the API knows no password and no key', async () => {
      const api = await as('api');
      expect((await api.query('select customer_id from credentials')).rows).toEqual([
        { customer_id: 'anna' },
      ]);
      expect((await api.query('select id, active from employees')).rowCount).toBe(1);
      for (const statement of [
        'select password_hash from credentials',
        'select * from credentials',
        'update credentials set password_hash = customer_id',
        'select password_hash from employees',
        'update employees set active = true',
        'select public_key from passkeys',
        'select * from identity_keys',
        'select * from sign_in_attempts',
      ])
        await expect(api.query(statement), statement).rejects.toThrow(/^permission denied for table/);
    });

    test('HOLD-16: chat and content cannot read what customers have, and identity not more than it needs to sign them in', async () => {
      const [chat, content, identity] = [await as('chat'), await as('content'), await as('identity')];
      expect((await chat.query('select full_name from customers')).rowCount).toBe(1);
      expect((await identity.query('select ssn, email from customers')).rowCount).toBe(1);
      await expect(chat.query('select bank_account from customers')).rejects.toThrow(refusal('customers'));
      await expect(identity.query('select bank_account from customers')).rejects.toThrow(
        refusal('customers'),
      );
      await expect(content.query('select id from customers')).rejects.toThrow(refusal('customers'));
      await expect(content.query('select * from jobs.job')).rejects.toThrow(refusal('job'));
      for (const table of ['transactions', 'policies', 'claims', 'documents', 'credentials', 'oidc_records'])
        await expect(chat.query(`select * from ${table}`), table).rejects.toThrow(refusal(table));
      for (const table of ['transactions', 'policies', 'claims', 'documents', 'chats', 'staff_views'])
        await expect(identity.query(`select * from ${table}`), table).rejects.toThrow(refusal(table));
    });

    test('HOLD-16, INS-9, INS-5: the insurance core reads and writes its own schema and nothing else, and nobody else reads that', async () => {
      const core = await as('core');
      await core.query(
        `insert into insurance.customers (customer, key, version, full_name, details, worked_on)
          values ('1402851489', 'c1', 1, 'Anna Prófdóttir', '{}', '2026-11-23')`,
      );
      await core.query(
        `insert into insurance.ledger_entries values ('1402851489', 'l1', 1, null, '2026-11-23', 1, 5000000000, '{}')`,
      );
      expect((await core.query('select amount from insurance.ledger_entries')).rows).toEqual([
        { amount: '5000000000' },
      ]);
      await core.query(
        `insert into insurance.posting_groups (customer, key, booked_on, cause) values ('1402851489', 'l1', '2026-11-23', 'premium')`,
      );
      const posted = `insert into insurance.postings values ('1402851489', 'l1', 'receivable', 5000000000)`;
      await expect(core.query(posted)).rejects.toThrow('the postings of a group do not add up to zero');
      await core.query(`${posted}, ('1402851489', 'l1', 'premium', -5000000000)`);
      for (const statement of [
        'update insurance.ledger_entries set amount = 1',
        'delete from insurance.ledger_entries',
        'update insurance.postings set amount = amount',
        'delete from insurance.postings',
        'update insurance.posting_groups set reverses = key',
        'delete from insurance.posting_groups',
        'truncate insurance.postings',
        'delete from insurance.customers',
      ])
        await expect(core.query(statement), statement).rejects.toThrow(/^permission denied for table/);
      for (const table of ['customers', 'policies', 'credentials', 'core_events', 'mails'])
        await expect(core.query(`select * from public.${table}`), table).rejects.toThrow(refusal(table));
      for (const service of services.filter((each) => each !== 'core'))
        await expect((await as(service)).query('select * from insurance.policies'), service).rejects.toThrow(
          'permission denied for schema insurance',
        );
    });

    test('ACT-4, HOLD-9: the core changes and deletes no edition of the rules and no switch, and approves an edition once', async () => {
      const core = await as('core');
      await core.query(
        `insert into insurance.rule_editions (id, first_day, rules, author, written_at)
          values ('own-1', '2027-01-01', '[]', 'Ragna', now())`,
      );
      await core.query(
        `insert into insurance.referral_switches (is_on, name, at) values (true, 'Ragna', now())`,
      );
      for (const statement of [
        `update insurance.rule_editions set rules = '[{}]'`,
        `update insurance.rule_editions set author = 'Birta'`,
        'delete from insurance.rule_editions',
        'update insurance.referral_switches set is_on = false',
        'delete from insurance.referral_switches',
      ])
        await expect(core.query(statement), statement).rejects.toThrow(/^permission denied for table/);
      const approve = `update insurance.rule_editions set approver = 'Birta', approved_at = now()`;
      await core.query(approve);
      await expect(core.query(approve)).rejects.toThrow('never changed, and approved once');
    });

    test('HOLD-9: no service changes, deletes or empties an append-only table, or owns anything', async () => {
      /** Columns that triggers let be set once. */
      const setOnce: Partial<Record<Service, string[]>> = {
        api: ['ended_at'],
        core: ['approved_at', 'approver'],
      };
      for (const service of services) {
        const { rows } = await owner.query(
          `select name, privilege from unnest($2::text[]) as name,
              unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as privilege
            where has_table_privilege($1, case when name like '%.%' then name else 'public.' || name end, privilege)`,
          [roleOf(service), appendOnlyTables],
        );
        expect(rows).toEqual([]);
        const { rows: columns } = await owner.query(
          `select column_name as name from information_schema.column_privileges
            where grantee = $1 and privilege_type = 'UPDATE'
              and case table_schema when 'public' then table_name else table_schema || '.' || table_name end = any($2::text[])`,
          [roleOf(service), appendOnlyTables],
        );
        const names = columns.map(({ name }) => name).toSorted();
        expect([service, names]).toEqual([service, setOnce[service] ?? []]);
      }
      const { rows: owned } = await owner.query(
        `select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = any($1::text[])`,
        [services.map(roleOf)],
      );
      expect(owned).toEqual([]);
      const api = await as('api');
      await expect(api.query('delete from staff_reads')).rejects.toThrow(refusal('staff_reads'));
      await expect(api.query('update claim_events set name = null')).rejects.toThrow(refusal('claim_events'));
      await expect(api.query('create table left_behind (id int)')).rejects.toThrow(/permission denied/);
      await expect(api.query('alter table staff_views disable trigger all')).rejects.toThrow(/must be owner/);
    });

    test('HOLD-9: a view by staff ends once, and is deleted only when it has been kept for two years', async () => {
      const api = await as('api');
      const end = `update staff_views set ended_at = now() where id = 'new'`;
      await api.query(end);
      await expect(api.query(end)).rejects.toThrow('a view by staff that has ended cannot be changed');
      const { rows } = await api.query(
        `select delete_old_staff_views(now() + interval '1 year', 100) as gone`,
      );
      expect(rows).toEqual([{ gone: 1 }]);
      expect((await api.query('select id from staff_views')).rows).toEqual([{ id: 'new' }]);
      await expect((await as('chat')).query('select delete_old_staff_views(now(), 1)')).rejects.toThrow(
        /permission denied for function/,
      );
    });

    test('HOLD-16: granting again takes away what the list does not have', async () => {
      await owner.query('grant select on identity_keys to hofn_api');
      const api = await as('api');
      await api.query('select * from identity_keys');
      const password = randomUUID();
      expect(await applyRoles(url, { passwords: { api: password } })).toEqual([...services]);
      await expect(api.query('select * from identity_keys')).rejects.toThrow(refusal('identity_keys'));
      const { rows } = await owner.query(
        `select rolpassword like 'SCRAM-SHA-256$%' as ok from pg_authid where rolname = 'hofn_api'`,
      );
      expect(rows).toEqual([{ ok: true }]);
    });
  });
