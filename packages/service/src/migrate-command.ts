// `npm run migrate`: migrates PostgreSQL and grants the services' roles their rights, before a release is started.
import { parseArgs } from 'node:util';
import {
  applyRoles,
  defaultMigrationLimits,
  describeRoles,
  migrateJobs,
  migratePostgres,
  readMigrationStatus,
  type Service,
} from '@hofn/database/migration.ts';
import { z } from 'zod';
import { runCommand } from './command.ts';
import { describeSettings, readSettings, SettingsError } from './settings.ts';

const address = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be as postgres://user:password@host:5432/name' })
  .optional();
const milliseconds = (defaultMs: number) =>
  z.coerce.number().int().min(100).max(3_600_000).default(defaultMs);
const password = (service: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more letters, digits and signs of ASCII')
    .optional()
    .describe(`password to set for the role hofn_${service}, with --roles`);

const settingsSchema = z.object({
  MIGRATION_DATABASE_URL: address.describe('PostgreSQL, as the owner of the tables and not through a pooler'),
  DATABASE_DIRECT_URL: address.describe('used without MIGRATION_DATABASE_URL'),
  DATABASE_URL: address.describe('used without the other two'),
  MIGRATION_LOCK_MS: milliseconds(defaultMigrationLimits.lockMs).describe(
    'maximum time a migration waits for a lock, and other queries behind it',
  ),
  MIGRATION_STATEMENT_MS: milliseconds(defaultMigrationLimits.statementMs).describe(
    'maximum run time of a statement, except concurrent index builds',
  ),
  MIGRATION_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(defaultMigrationLimits.attempts)
    .describe('attempts for each migration that cannot get a lock'),
  API_DATABASE_PASSWORD: password('api'),
  IDENTITY_DATABASE_PASSWORD: password('identity'),
  CHAT_DATABASE_PASSWORD: password('chat'),
  CONTENT_DATABASE_PASSWORD: password('content'),
  CORE_DATABASE_PASSWORD: password('core'),
});
type Settings = z.output<typeof settingsSchema>;

const help = `npm run migrate                  applies the pending migrations, and updates the rights of existing roles
npm run migrate -- --roles       also creates a database role per service, and sets the passwords below
npm run migrate -- --status      shows what is pending; exit code 3 if something is
npm run migrate -- --dry-run     prints the SQL of what is pending, and with --roles that of the rights

settings by environment:
${describeSettings(settingsSchema)}`;

/** Exit code of `--status` when migrations are pending. */
const pendingCode = 3;

const readOptions = () => {
  return parseArgs({
    options: {
      roles: { type: 'boolean', default: false },
      status: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
};

const passwordsOf = (settings: Settings): Partial<Record<Service, string>> =>
  Object.fromEntries(
    Object.entries({
      api: settings.API_DATABASE_PASSWORD,
      identity: settings.IDENTITY_DATABASE_PASSWORD,
      chat: settings.CHAT_DATABASE_PASSWORD,
      content: settings.CONTENT_DATABASE_PASSWORD,
      core: settings.CORE_DATABASE_PASSWORD,
    }).filter(([, value]) => value !== undefined),
  );

/** Prints what is applied and pending. */
const showStatus = async (url: string): Promise<void> => {
  const { applied, pending, unknown, floor, areJobsCurrent } = await readMigrationStatus(url);
  console.log(`${applied.length} migrations applied, ${pending.length} pending.`);
  for (const { name, isConcurrent } of pending)
    console.log(`  ${name}${isConcurrent ? ' (concurrent)' : ''}`);
  if (unknown.length > 0) console.log(`Applied by a newer release: ${unknown.join(', ')}.`);
  console.log(areJobsCurrent ? 'The job queue is up to date.' : 'The job queue is pending.');
  console.log(`Releases that know ${floor} work with this database.`);
  if (pending.length > 0 || !areJobsCurrent) process.exitCode = pendingCode;
};

/** Prints the SQL that would be run. */
const showSql = async (url: string, roles: boolean): Promise<void> => {
  const { pending } = await readMigrationStatus(url);
  for (const { name, statements } of pending) console.log(`-- ${name}\n${statements.join('\n')}\n`);
  if (roles) console.log(`${(await describeRoles(url, { create: true })).join(';\n')};`);
};

const migrate = async (url: string, settings: Settings, roles: boolean): Promise<void> => {
  const applied = await migratePostgres(url, {
    lockMs: settings.MIGRATION_LOCK_MS,
    statementMs: settings.MIGRATION_STATEMENT_MS,
    attempts: settings.MIGRATION_ATTEMPTS,
    onApplied: ({ name }) => console.log(`applied ${name}`),
    onLockTimeout: ({ migration, attempt, attempts, holder }) =>
      console.log(
        `${migration} could not lock its tables (attempt ${attempt} of ${attempts})${holder ? `: ${holder}` : ''}`,
      ),
  });
  await migrateJobs(url);
  const granted = await applyRoles(url, { create: roles, passwords: roles ? passwordsOf(settings) : {} });
  console.log(
    `${applied.length} migrations applied. ${granted.length > 0 ? `Rights granted to ${granted.map((service) => `hofn_${service}`).join(', ')}.` : 'There are no roles of services.'}`,
  );
};

const run = async (): Promise<void> => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return;
  }
  const settings = readSettings(settingsSchema, process.env);
  const url = settings.MIGRATION_DATABASE_URL ?? settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
  if (!url)
    throw new SettingsError(
      'MIGRATION_DATABASE_URL: is required. The embedded database migrates when an app opens it.',
    );
  if (options.status) await showStatus(url);
  else if (options['dry-run']) await showSql(url, options.roles);
  else await migrate(url, settings, options.roles);
};

await runCommand(run);
