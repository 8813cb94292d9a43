import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '@hofn/database';
import { contentPublished } from '@hofn/database/schema/content.ts';
import { type DemoSignIn, demoSignInsOf, isEmpty, seedDemo } from '@hofn/database/seed/demo.ts';
import { type DemoAgent, demoAgents } from '@hofn/database/seed/staff.ts';
import { dayOf } from '@hofn/domain';
import { systemClock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { inMemory } from '@hofn/service/database.ts';
import { seedContent } from '../../apps/content/src/seed/seed.ts';
import { createPasswords, seedCredentials, seedEmployees } from '../../apps/identity/src/index.ts';
import { defaultFolders, projectRoot } from '../../apps/web/build/folders.ts';
import { hashOfInputs } from '../../apps/web/build/hash-inputs.ts';
import type { SystemSettings } from './settings.ts';

/** Demo customers and staff who can sign in, with their password. */
export type Demo = { signIns: DemoSignIn[]; agents: readonly DemoAgent[]; password: string };

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

/**
 * Seeds an empty database with demo customers, and gives them and the staff their passwords.
 * @param onSeeded called when the customers have just been created, with the day
 */
export const seedCustomers = async (
  { db, engine }: Database,
  settings: SystemSettings,
  logger: Logger,
  onSeeded: (today: string) => Promise<void>,
): Promise<Demo | undefined> => {
  const shouldSeed = settings.SEED_DEMO ? settings.SEED_DEMO === 'true' : engine === 'embedded';
  if (!shouldSeed) return undefined;
  const password = demoPassword(settings);
  const now = systemClock.now();
  if (await isEmpty(db)) {
    logger.info('seeding demo customers');
    const today = dayOf(now);
    await seedDemo(db, { today });
    await onSeeded(today);
  }
  const signIns = await demoSignInsOf(db);
  // Safe at every start: existing passwords are kept.
  const customerIds = signIns.map(({ customerId }) => customerId);
  await seedCredentials({ db, passwords: createPasswords(randomBytes), now }, { customerIds, password });
  await seedEmployees({ db, passwords: createPasswords(randomBytes) }, { staff: [...demoAgents], password });
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
