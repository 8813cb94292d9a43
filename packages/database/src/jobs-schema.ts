import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { DatabaseFault } from './database-fault.ts';
import type { Connection } from './migrations.ts';

/** Schema of the job queue. */
export const jobsSchema = 'jobs';

const required = bossPackage.pgboss.schema;
const buildPollMs = 500;

const versionOf = async (connection: Connection): Promise<number> => {
  const { rows } = await connection.query(
    `select to_regclass('${jobsSchema}.version') is not null as present`,
  );
  if (!rows[0]?.present) return 0;
  const version = await connection.query(`select version from ${jobsSchema}.version`);
  return Number(version.rows[0]?.version ?? 0);
};

/** Whether the job queue's tables exist and are those of this release or a later one. */
export const isJobsSchemaCurrent = async (connection: Connection): Promise<boolean> =>
  (await versionOf(connection)) >= required;

/** @throws DatabaseFault naming the command to run if the job queue's tables are missing or old */
export const checkJobsSchema = async (connection: Connection): Promise<void> => {
  if (!(await isJobsSchemaCurrent(connection)))
    throw new DatabaseFault(
      'The database lacks the job queue of this release. Run "npm run migrate" of this release first.',
    );
};

/** Creates or upgrades the job queue's tables on PostgreSQL, and waits for index builds that an upgrade starts. */
export const migrateJobs = async (url: string): Promise<void> => {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobsSchema,
    application_name: 'hofn-migrate',
    max: 2,
    supervise: false,
    schedule: false,
  });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    const isBuilding = async () =>
      (await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress');
    while (failures.length === 0 && (await isBuilding())) await pause(buildPollMs);
    if (failures.length > 0) throw failures[0];
  } finally {
    await boss.stop({ graceful: false });
  }
};
