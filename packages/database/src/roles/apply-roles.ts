import pg from 'pg';
import { DatabaseFault } from '../database-fault.ts';
import { withConnection } from '../migrate-postgres.ts';
import { grantStatements, type TableColumns } from './grants.ts';
import { scramVerifier } from './scram.ts';
import { roleOf, type Service, schemas, services } from './table-access.ts';

export type RoleOptions = {
  /** Creates the roles that do not exist. */
  create?: boolean;
  /** Passwords to set. */
  passwords?: Partial<Record<Service, string>>;
};

const readColumns = async (client: pg.Client): Promise<TableColumns> => {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as table,
        array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      group by nspname, relname`,
    [schemas],
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
};

const existingRoles = async (client: pg.Client): Promise<Service[]> => {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles');
  const names = new Set(rows.map(({ rolname }) => rolname));
  return services.filter((service) => names.has(roleOf(service)));
};

/** Attributes of a role that may sign in and do nothing else: all rights come from grants. */
const attributes = 'login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls';

/** Roles belong to the whole server: another database of it may be creating them at the same time. */
const createRole = (service: Service): string => `do $$ begin
  create role ${pg.escapeIdentifier(roleOf(service))} ${attributes};
exception when duplicate_object or unique_violation then null;
end $$`;

/** The statements that `applyRoles` would run, without passwords. */
export const describeRoles = (url: string, { create = false }: RoleOptions): Promise<string[]> =>
  withConnection(url, async (client) => {
    const existing = await existingRoles(client);
    const missing = create ? services.filter((service) => !existing.includes(service)) : [];
    return [
      ...missing.map((service) => `create role ${pg.escapeIdentifier(roleOf(service))} ${attributes}`),
      ...grantStatements(await readColumns(client), [...existing, ...missing]),
    ];
  });

/**
 * Gives the services' roles exactly the rights in the list of table access (rules HOLD-9 and HOLD-16), in one
 * transaction, so that running services are never without them. Roles that do not exist are left out unless `create`.
 * @returns the services whose roles exist now
 * @throws DatabaseFault if this connection may not create roles or grant
 */
export const applyRoles = (
  url: string,
  { create = false, passwords = {} }: RoleOptions = {},
): Promise<Service[]> =>
  withConnection(url, async (client) => {
    try {
      const before = await existingRoles(client);
      if (create)
        for (const service of services.filter((each) => !before.includes(each)))
          await client.query(createRole(service));
      const existing = create ? await existingRoles(client) : before;
      for (const service of existing) {
        const password = passwords[service];
        if (password !== undefined)
          await client.query(
            `alter role ${pg.escapeIdentifier(roleOf(service))} password ${pg.escapeLiteral(scramVerifier(password))}`,
          );
      }
      if (existing.length > 0)
        await client.query(
          ['begin', ...grantStatements(await readColumns(client), existing), 'commit'].join(';\n'),
        );
      return existing;
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error;
      throw new DatabaseFault(
        `This database role may not create roles or grant rights (${(error as Error).message}). Run the command as the owner of the tables, with CREATEROLE.`,
        { cause: error },
      );
    }
  });
