import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyActs, type Database, type Db, hasActs, isEmpty, seedReference } from '@hofn/database';
import { contentPublished } from '@hofn/database/schema/content.ts';
import { seedAuthority } from '@hofn/database/seed/authority.ts';
import { type DemoAgent, demoAgents } from '@hofn/database/seed/staff.ts';
import { demoSignIns } from '@hofn/demo';
import { dayOf } from '@hofn/domain';
import { systemClock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { inMemory } from '@hofn/service/database.ts';
import { type DemoCustomer, demoCustomersOf, loadDemo } from '../../apps/api/src/core/import/load-demo.ts';
import { seedContent } from '../../apps/content/src/seed/seed.ts';
import { createPasswords, seedCredentials, seedEmployees } from '../../apps/identity/src/index.ts';
import { defaultFolders, projectRoot } from '../../apps/web/build/folders.ts';
import { hashOfInputs } from '../../apps/web/build/hash-inputs.ts';
import type { SystemSettings } from './settings.ts';

/** Demo customers and staff who can sign in, with their password. */
export type Demo = { signIns: DemoCustomer[]; agents: readonly DemoAgent[]; password: string };

/**
 * The demo password: the one stored next to the database folder at the first start, otherwise the setting's or a generated
 * one. Existing accounts keep their password, so a setting changed later must not be shown.
 */
const demoPassword = (settings: SystemSettings): string => {
  const newPassword = () => settings.DEMO_PASSWORD ?? randomBytes(9).toString('base64url');
  if (settings.DATABASE_FOLDER === inMemory || settings.DATABASE_URL) return newPassword();
  const folder = dirname(settings.DATABASE_FOLDER);
  const file = join(folder, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = newPassword();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return password;
};

const hasDemo = (settings: SystemSettings, { engine }: Database): boolean =>
  settings.SEED_DEMO ? settings.SEED_DEMO === 'true' : engine === 'embedded';

/**
 * Prepares an empty database for the demo: with reference data, and the stories in the insurance core, which sends
 * them when it starts. Without that core they are loaded at once.
 * @param openCore fills the core with the stories of a day; undefined without a core of our own
 * @returns whether this installation has the demo
 */
export const prepareDemo = async (
  database: Database,
  settings: SystemSettings,
  logger: Logger,
  openCore: ((tx: Db, today: string) => Promise<void>) | undefined,
): Promise<boolean> => {
  if (!hasDemo(settings, database)) return false;
  if (!(await isEmpty(database.db))) return true;
  logger.info('loading demo customers');
  const today = dayOf(systemClock.now());
  if (openCore)
    await database.db.transaction(async (tx) => {
      await seedReference(tx);
      await openCore(tx, today);
    });
  else await loadDemo(database, today, systemClock);
  return true;
};

/**
 * Completes the demo once its core has sent the stories: what the customers did here, and passwords for them and the staff.
 * @param isLoaded whether all facts have arrived; otherwise the next start adds what the customers did
 * @returns undefined when the database has none of the customers
 */
export const completeDemo = async (
  database: Database,
  settings: SystemSettings,
  isLoaded: boolean,
): Promise<Demo | undefined> => {
  const { db } = database;
  const password = demoPassword(settings);
  const now = systemClock.now();
  const signIns = await demoCustomersOf(database);
  const ssns = demoSignIns().map(({ ssn }) => ssn);
  // A start that was killed between the two is completed by the next one.
  if (isLoaded && signIns.length > 0 && !(await hasActs(db)))
    await applyActs(db, { today: dayOf(now), ssns });
  // Safe at every start: existing passwords are kept.
  const customerIds = signIns.map(({ customerId }) => customerId);
  await seedCredentials({ db, passwords: createPasswords(randomBytes), now }, { customerIds, password });
  await seedEmployees(
    { db, passwords: createPasswords(randomBytes), now },
    { staff: [...demoAgents], password },
  );
  await seedAuthority(db, dayOf(now));
  return signIns.length > 0 ? { signIns, agents: demoAgents, password } : undefined;
};

/**
 * Seeds the content service with the repository's documents. With a persistent embedded database, stores a hash of them
 * next to it so that the next start can skip the comparison.
 */
export const seedSite = async ({ db }: Database, settings: SystemSettings, logger: Logger): Promise<void> => {
  const folder = defaultFolders.contentDir;
  const isPersistent = settings.DATABASE_FOLDER !== inMemory && settings.DATABASE_URL === undefined;
  const hashFile = join(dirname(settings.DATABASE_FOLDER), 'content-seed');
  const inputHash = await hashOfInputs(projectRoot, [
    'content',
    'packages/content-types/src',
    'apps/content/src/seed',
  ]);
  const [document] = await db.select().from(contentPublished).limit(1);
  if (isPersistent && document && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === inputHash)
    return;
  logger.info(await seedContent(db, { folder, clock: systemClock }), 'seeded content');
  if (isPersistent) writeFileSync(hashFile, inputHash);
};
