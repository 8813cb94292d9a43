// `node apps/api/src/backup/command.ts backup|restore|verify`: backs up the product, restores a backup, and compares every
// content with its hash.
import { parseArgs } from 'node:util';
import { openDatabase } from '@hofn/database';
import { postgresTools } from '@hofn/database/backup/postgres-tools.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import { createLogger, describeSettings, readSettings } from '@hofn/service';
import { runCommand } from '@hofn/service/command.ts';
import { openFiles } from '../platform/file-store.ts';
import { createBackup } from './create.ts';
import { BackupFault } from './manifest.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { type Faults, verifyBackup, verifyContents } from './verify.ts';

const help = `npm run backup -- <folder>              backs up database and files into a new folder
npm run restore -- <folder> [--replace]  restores a backup; --replace replaces a database that is not empty
npm run verify                           compares every content that the database refers to with its hash
npm run verify -- <folder>               does the same inside a backup

Settings by environment, the same as those of the API:`;

const dayMs = 86_400_000;
/** A backup may take hours, and its statements run alone. */
const pool = { connections: 4, statementMs: dayMs, idleInTransactionMs: dayMs };

const openOwn = ({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_FOLDER }: Settings) =>
  openDatabase({ url: DATABASE_DIRECT_URL ?? DATABASE_URL, folder: DATABASE_FOLDER, pool });

/** Reports progress at most every ten seconds. */
const progress = () => {
  let last = performance.now();
  return (done: number): void => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    console.error(`${done} contents …`);
  };
};

const mostFaultsPrinted = 100;

/** Prints what is wrong, and lets the process exit with 1. */
const report = (faults: Faults): void => {
  if (faults.length === 0) return;
  for (const { key, fault, references } of faults.slice(0, mostFaultsPrinted))
    console.error(`${fault}: ${key}${references.length > 0 ? ` (${references.join(', ')})` : ''}`);
  console.error(`${faults.length} contents are missing or altered.`);
  process.exitCode = 1;
};

const backup = async (settings: Settings, folder: string): Promise<void> => {
  const database = await openOwn(settings);
  try {
    const files = await openFiles(settings);
    const tools = postgresTools(settings.POSTGRES_TOOLS);
    const made = await createBackup({ database, files, clock: systemClock, tools }, folder, progress());
    const { contents } = made.manifest;
    console.log(
      `Backed up to ${made.folder}: ${contents.count - contents.faulty.length} contents, ${contents.bytes} bytes.`,
    );
    if (contents.faulty.length > 0) {
      console.error(`${contents.faulty.length} contents could not be backed up: run npm run verify.`);
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
};

const restore = async (settings: Settings, folder: string, replace: boolean): Promise<void> => {
  // It repeats erasures, and so loads every feature of the API; without them the other commands start twice as fast.
  const { restoreBackup } = await import('./restore.ts');
  const url = settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL;
  const database = url ? { url } : { folder: settings.DATABASE_FOLDER };
  const { manifest, erasures } = await restoreBackup(
    {
      target: { database, files: await openFiles(settings) },
      clock: systemClock,
      logger: createLogger('restore', 'warn'),
      tools: postgresTools(settings.POSTGRES_TOOLS),
    },
    folder,
    { replace },
  );
  console.log(
    `Restored the backup of ${manifest.madeAt}: ${manifest.contents.count} contents. Erasures repeated: ${erasures}.`,
  );
  if (manifest.contents.faulty.length > 0)
    console.error(
      `${manifest.contents.faulty.length} contents were faulty when it was made, and are not in it.`,
    );
};

const verify = async (settings: Settings, folder: string | undefined): Promise<void> => {
  if (folder !== undefined) {
    const { manifest, checked, faults } = await verifyBackup(folder, progress());
    console.log(`Backup of ${manifest.madeAt}, release ${manifest.release}: ${checked} contents read.`);
    report(faults);
    return;
  }
  const database = await openOwn(settings);
  try {
    const { checked, faults } = await verifyContents(
      { db: database.db, files: await openFiles(settings) },
      progress(),
    );
    console.log(`${checked} contents read.`);
    report(faults);
  } finally {
    await database.close();
  }
};

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  const [command, folder, ...rest] = positionals;
  const known =
    command === 'verify' || ((command === 'backup' || command === 'restore') && folder !== undefined);
  if (values.help || !known || rest.length > 0 || (values.replace && command !== 'restore')) {
    console.log(`${help}\n${describeSettings(settingsSchema)}`);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const settings = readSettings(settingsSchema, process.env);
  if (command === 'verify') await verify(settings, folder);
  else if (command === 'backup') await backup(settings, folder ?? '');
  else await restore(settings, folder ?? '', values.replace);
};

await runCommand(run, [BackupFault]);
