import { customers, type Database } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import { eq } from 'drizzle-orm';
import { createContents } from '../platform/contents.ts';
import { fixedClock } from '../testing.ts';

/** Anna's picture. */
export const picture = Buffer.from('mynd af Önnu');

/** Gives Anna a picture. */
export const fillPicture = async ({ db }: Database, files: FileStore): Promise<void> => {
  const { key } = await createContents({ db, files, clock: fixedClock() }).store(picture);
  await db.update(customers).set({ profilePicture: key }).where(eq(customers.id, 'anna'));
};
