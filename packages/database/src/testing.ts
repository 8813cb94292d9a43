import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openInMemory } from './embedded.ts';
import { readMigrations } from './migrate.ts';
import type { Database } from './open.ts';

const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));

const buildImage = async (file: string): Promise<Blob> => {
  const database = await openInMemory();
  await database.migrate();
  const image = await database.client.dumpDataDir('none');
  await database.close();
  mkdirSync(cache, { recursive: true });
  // Several workers may build it at once: each renames a whole file into place, and any of them will do.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()));
  renameSync(draft, file);
  return image;
};

const migratedImage = async (): Promise<Blob> => {
  const hash = createHash('sha256');
  for (const migration of readMigrations()) hash.update(migration.hash);
  const file = join(cache, `database-${hash.digest('hex').slice(0, 16)}.tar`);
  return existsSync(file) ? new Blob([readFileSync(file)]) : buildImage(file);
};

/** A database in memory with the newest schema and no rows, from a cached image. The test closes it. */
export const testDatabase = async (): Promise<Database> => openInMemory(await migratedImage());
