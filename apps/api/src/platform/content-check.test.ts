import { contents, type Database, uploads } from '@hofn/database';
import { withoutCollection } from '@hofn/database/backup/dump.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { FileFault, type FileStore } from '@hofn/files';
import { createLogger } from '@hofn/service';
import { getTableName, sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import { fillDatabase, fixedClock, temporaryFiles } from '../testing.ts';
import { createContentCheck, exposeContentFaults } from './content-check.ts';
import { contentColumns } from './content-columns.ts';
import { referencingColumns } from './content-references.ts';
import { createContents } from './contents.ts';

const logger = createLogger('api', 'silent');

describeWithDatabase('the nightly check of the file store', (open) => {
  let database: Database;
  let files: FileStore;
  const clock = fixedClock();
  beforeEach(async () => {
    clock.set('2026-11-21T12:00:00Z');
    database = await open();
    await fillDatabase(database);
    files = temporaryFiles();
  });

  /** Stores a photo with a claim. @returns its key */
  const upload = async (id: string): Promise<string> => {
    const { key } = await createContents({ db: database.db, files, clock }).store(Buffer.from(`photo ${id}`));
    const row = {
      ownerId: 'anna',
      holder: 'claim',
      holderId: 'c1',
      name: 'mynd.jpg',
      sender: 'Anna',
      bytes: 7,
    };
    await database.db.insert(uploads).values({ ...row, id, key, createdAt: clock.now().toISOString() });
    return key;
  };
  /** Runs the check for some nights. */
  const check = async (nights: number) => {
    for (let night = 0; night < nights; night += 1) {
      clock.set(new Date(clock.now().getTime() + 86_400_000).toISOString());
      await createContentCheck({ db: database.db, files, clock }).checkPortion(logger);
    }
  };
  const figures = async () => {
    const metrics = new Registry();
    exposeContentFaults(metrics, database.db);
    const values = (await metrics.metrics()).split('\n').filter((line) => /^contents_\w+ \d/.test(line));
    return values.map((line) => Number(line.split(' ')[1]));
  };

  test('HOLD-7: a new content that is missing is found the next night, an old one within sixteen, and the metric says so', async () => {
    const [lost, old] = [await upload('lost'), await upload('old')];
    await files.delete(lost);
    await check(1);
    expect(await figures()).toEqual([1, 0]);
    await check(20);
    await files.delete(old);
    await check(16);
    expect(await figures()).toEqual([2, 0]);
    // Brought back from a backup, or no longer needed.
    await createContents({ db: database.db, files, clock }).store(Buffer.from('photo lost'));
    await database.db.delete(uploads).where(sql`id = 'old'`);
    await check(1);
    expect(await figures()).toEqual([0, 0]);
  });

  test('HOLD-7: an altered content is found within sixteen nights', async () => {
    await upload('a');
    await check(20);
    files = { ...files, get: () => Promise.reject(new FileFault('damaged', 'other bytes')) };
    await check(16);
    expect(await figures()).toEqual([0, 1]);
  });

  test('HOLD-7: backup and verification find every column that refers to a content', async () => {
    const known = referencingColumns.map((column) => `${getTableName(column.table)}.${column.name}`);
    const found = (await contentColumns(database.db)).map(({ table, column }) => `${table}.${column}`);
    expect(found.toSorted()).toEqual(known.toSorted());
  });

  test('HOLD-7: nothing is collected while a backup copies the contents', async () => {
    // The embedded engine has one connection, and is backed up while the product is stopped.
    if (database.engine === 'embedded') return;
    const store = createContents({ db: database.db, files, clock });
    const { key } = await store.store(Buffer.from('unreferenced'));
    clock.set('2026-11-24T12:00:00Z');
    await withoutCollection(database, () => store.collectGarbage(logger));
    expect(await files.head(key)).toBeDefined();
    await store.collectGarbage(logger);
    expect(await files.head(key)).toBeUndefined();
    expect(await database.db.$count(contents)).toBe(0);
  });
});
