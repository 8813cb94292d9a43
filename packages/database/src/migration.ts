import { isJobsSchemaCurrent } from './jobs-schema.ts';
import { checkCompatible, lastInFirstTable, pendingMigrations, readSchemaState } from './migrate.ts';
import { connectionOf, withConnection } from './migrate-postgres.ts';
import { type Migration, readMigrations } from './migrations.ts';

// What the migrate command needs; the services do not load it.
export { DatabaseFault } from './database-fault.ts';
export { migrateJobs } from './jobs-schema.ts';
export { defaultMigrationLimits, migratePostgres } from './migrate-postgres.ts';
export { applyRoles, describeRoles } from './roles/apply-roles.ts';
export type { Service } from './roles/table-access.ts';

export type MigrationStatus = {
  applied: string[];
  pending: Migration[];
  /** Migrations that this code does not know. */
  unknown: string[];
  /** The newest migration that code must know to work with the database. */
  floor: string;
  areJobsCurrent: boolean;
};

/** Reads which migrations PostgreSQL has and lacks. @throws DatabaseFault as `migratePostgres` does */
export const readMigrationStatus = (url: string): Promise<MigrationStatus> =>
  withConnection(url, async (client) => {
    const connection = connectionOf(client);
    const migrations = readMigrations();
    const state = await readSchemaState(connection);
    checkCompatible(state, migrations);
    const known = new Set(migrations.map(({ name }) => name));
    return {
      applied: [...state.applied.keys()],
      pending: pendingMigrations(state, migrations),
      unknown: [...state.applied.keys()].filter((name) => !known.has(name)),
      floor: [lastInFirstTable, ...state.floors.map(({ floor }) => floor)].toSorted().at(-1) ?? '',
      areJobsCurrent: await isJobsSchemaCurrent(connection),
    };
  });
