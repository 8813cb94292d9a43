import pg from 'pg';
import { jobsSchema } from '../jobs-schema.ts';
import {
  type Access,
  functionAccess,
  jobServices,
  roleOf,
  type Service,
  schemas,
  sequenceAccess,
  services,
  tableAccess,
} from './table-access.ts';

/** Columns of each table, by its name in the list of table access. */
export type TableColumns = ReadonlyMap<string, readonly string[]>;

const verbs = ['select', 'insert', 'update', 'delete'];
const quote = (name: string): string => pg.escapeIdentifier(name);

/** `public.customers` or `insurance.customers`, quoted. */
const inSchema = (name: string): string =>
  (name.includes('.') ? name.split('.') : ['public', name]).map(quote).join('.');

/** Columns that a list in brackets means: those listed, or all but those listed with a minus. */
const columnsOf = (table: string, list: string, all: readonly string[]): string[] => {
  const listed = list.split(',').map((column) => column.trim());
  const excluded = listed.filter((column) => column.startsWith('-')).map((column) => column.slice(1));
  const missing = [...excluded, ...listed.filter((column) => !column.startsWith('-'))].find(
    (column) => !all.includes(column),
  );
  if (missing) throw new Error(`The list of table access names ${table}.${missing}, which does not exist`);
  return excluded.length > 0 ? all.filter((column) => !excluded.includes(column)) : listed;
};

/** The privileges of a GRANT: `select("id", "full_name"), delete`. */
const privilegesOf = (table: string, access: Access, all: readonly string[]): string =>
  [...access.matchAll(/(\w+)(?:\(([^)]*)\))?/g)]
    .map(([, verb = '', list]) => {
      if (!verbs.includes(verb)) throw new Error(`The list of table access has "${verb}" for ${table}`);
      return list ? `${verb}(${columnsOf(table, list, all).map(quote).join(', ')})` : verb;
    })
    .join(', ');

const grantsOf = (service: Service, columns: TableColumns): string[] => {
  const role = quote(roleOf(service));
  const tables = Object.entries(tableAccess).flatMap(([table, access]) => {
    const all = columns.get(table);
    return access[service] && all
      ? [`grant ${privilegesOf(table, access[service], all)} on ${inSchema(table)} to ${role}`]
      : [];
  });
  const usesJobs = jobServices.includes(service);
  const named = (list: Readonly<Record<string, readonly Service[]>>) =>
    Object.entries(list).flatMap(([name, allowed]) => (allowed.includes(service) ? [name] : []));
  return [
    ...schemas.flatMap((schema) => [
      `revoke all on schema ${schema} from ${role}`,
      `revoke all on all tables in schema ${schema} from ${role}`,
      `revoke all on all sequences in schema ${schema} from ${role}`,
    ]),
    `grant usage on schema public to ${role}`,
    ...(service === 'core' ? [`grant usage on schema insurance to ${role}`] : []),
    ...tables,
    ...named(sequenceAccess).map((name) => `grant usage on sequence ${inSchema(name)} to ${role}`),
    ...named(functionAccess).map((name) => `grant execute on function public.${name} to ${role}`),
    `revoke all on all tables in schema ${jobsSchema} from ${role}`,
    // Every service checks at its start that the job queue's tables are those of its release.
    `grant usage on schema ${jobsSchema} to ${role}`,
    usesJobs
      ? `grant select, insert, update, delete on all tables in schema ${jobsSchema} to ${role}`
      : `grant select on ${jobsSchema}.version to ${role}`,
  ];
};

/** Statements that give `existing` roles exactly the rights in the list of table access, and take all others away. */
export const grantStatements = (columns: TableColumns, existing: readonly Service[] = services): string[] => [
  ...Object.keys(functionAccess).map((name) => `revoke execute on function public.${name} from public`),
  'revoke create on schema public from public',
  ...existing.flatMap((service) => grantsOf(service, columns)),
];
