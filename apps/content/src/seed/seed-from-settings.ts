import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db } from '@hofn/database';
import { systemClock } from '@hofn/domain';
import { type Logger, SettingsError } from '@hofn/service';
import type { Settings } from '../settings.ts';
import { SeedError } from './content-files.ts';
import { type SeedResult, seedContent } from './seed.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const folders = [fromRoot('content'), fromRoot('apps/content/seed')];

/**
 * Seeds the content of CONTENT_FOLDER, or of the repository, and logs the result; what an editor has to add is a warning.
 * @returns undefined if there is no folder
 * @throws SettingsError with each invalid file and field
 */
export const seedFromSettings = async (
  db: Db,
  settings: Pick<Settings, 'CONTENT_FOLDER'>,
  logger: Logger,
): Promise<SeedResult | undefined> => {
  const folder = settings.CONTENT_FOLDER ?? folders.find((candidate) => existsSync(candidate));
  if (folder === undefined) return undefined;
  const result = await seedContent(db, { folder, clock: systemClock }).catch((error: unknown) => {
    throw error instanceof SeedError
      ? new SettingsError(`seeding the content failed:\n${error.message}`)
      : error;
  });
  const { incomplete, ...seeded } = result;
  logger.info(seeded, 'seeded');
  if (incomplete.length > 0) logger.warn({ incomplete }, 'documents changed by editors lack texts');
  return result;
};
