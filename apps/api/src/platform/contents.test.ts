import { hash } from 'node:crypto';
import { contents, contentsLeaving, type Database, documents, uploads } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import type { FileStore } from '@hofn/files';
import { createLogger } from '@hofn/service';
import { eq, getTableName, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fillDatabase, fixedClock, temporaryFiles } from '../testing.ts';
import { referencingColumns } from './content-references.ts';
import { createContents } from './contents.ts';

const logger = createLogger('api', 'silent');
const photo = Buffer.from('ein og sama myndin');

describeWithDatabase('contents in the file store', (open) => {
  let database: Database;
  let files: FileStore;
  let clock: ReturnType<typeof fixedClock>;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
  });
  beforeEach(async () => {
    await database.db.delete(uploads);
    await database.db.delete(contents);
    await database.db.delete(contentsLeaving);
    files = temporaryFiles();
    clock = fixedClock('2026-11-21T12:00:00Z');
  });
  const make = (store = files) => createContents({ db: database.db, files: store, clock });
  const upload = (id: string, key: string) => ({
    ownerId: 'anna',
    id,
    holder: 'claim',
    holderId: 'c1',
    name: 'mynd.jpg',
    sender: 'Anna',
    bytes: photo.length,
    key,
    createdAt: '2026-11-21T12:00:00Z',
  });
  const isStored = async (key: string) => (await files.head(key)) !== undefined;

  test('a content that two rows refer to stays until neither does, and then a day longer', async () => {
    const { store, collectGarbage } = make();
    const { key } = await store(photo);
    expect((await store(photo)).key).toBe(key);
    await database.db.insert(uploads).values([upload('a', key), upload('b', key)]);
    clock.set('2026-11-23T12:00:00Z');
    await database.db.delete(uploads).where(eq(uploads.id, 'a'));
    await collectGarbage(logger);
    expect(await isStored(key)).toBe(true);
    await store(photo);
    await database.db.delete(uploads).where(eq(uploads.id, 'b'));
    await collectGarbage(logger);
    expect(await isStored(key)).toBe(true);
    clock.set('2026-11-24T12:00:01Z');
    await collectGarbage(logger);
    expect(await isStored(key)).toBe(false);
    expect(await database.db.$count(contents)).toBe(0);
  });

  test('a content that is stored again while being deleted exists afterwards', async () => {
    const { key } = await make().store(photo);
    clock.set('2026-11-23T12:00:00Z');
    let again: Promise<unknown> | undefined;
    const slow: FileStore = {
      ...files,
      delete: async (gone) => {
        again = make().store(photo);
        await files.delete(gone);
      },
    };
    await make(slow).collectGarbage(logger);
    await again;
    expect(await isStored(key)).toBe(true);
    await database.db.insert(uploads).values(upload('a', key));
  });

  test('a row that comes to refer to a content while it is being deleted keeps it', async () => {
    const { key } = await make().store(photo);
    clock.set('2026-11-23T12:00:00Z');
    if (database.engine === 'postgres') {
      let sweep: Promise<void> | undefined;
      await database.db.transaction(async (tx) => {
        await tx.insert(uploads).values(upload('a', key));
        sweep = make().collectGarbage(logger);
        // It waits for this transaction; queried on another connection, since a transaction sees one snapshot of the locks.
        await expect
          .poll(async () => {
            const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from "contents"%'`;
            return (await database.db.execute(waiting)).rows.length;
          })
          .toBe(1);
      });
      await sweep;
    } else {
      await database.db.insert(uploads).values(upload('a', key));
      await make().collectGarbage(logger);
    }
    expect(await isStored(key)).toBe(true);
    expect(await database.db.$count(contents)).toBe(1);
  });

  test('when the store fails to delete, the content is remembered and deleted another night', async () => {
    const { key } = await make().store(photo);
    clock.set('2026-11-23T12:00:00Z');
    const away: FileStore = { ...files, delete: () => Promise.reject(new Error('the store is away')) };
    await expect(make(away).collectGarbage(logger)).rejects.toThrow('away');
    expect(await database.db.$count(contentsLeaving)).toBe(1);
    expect(await isStored(key)).toBe(true);
    clock.set('2026-11-24T12:00:00Z');
    await make().collectGarbage(logger);
    expect(await isStored(key)).toBe(false);
    expect(await database.db.$count(contentsLeaving)).toBe(0);
  });

  test('while the file store deletes a content, the database serves everybody else', async () => {
    await make().store(photo);
    clock.set('2026-11-23T12:00:00Z');
    let answered = 0;
    const slow: FileStore = {
      ...files,
      delete: async (key) => {
        // The embedded database has one connection: a transaction waiting for this would wait forever.
        answered = (await database.db.select().from(uploads)).length + 1;
        await files.delete(key);
      },
    };
    await make(slow).collectGarbage(logger);
    expect(answered).toBe(1);
  });

  test('a content stored again after a deletion that died with its process stays, and any other is deleted', async () => {
    const { store, collectGarbage } = make();
    const other = Buffer.from('önnur mynd');
    const keys = [await store(photo), await store(other)].map(({ key }) => key);
    await database.db.delete(contents);
    await database.db
      .insert(contentsLeaving)
      .values(keys.map((key) => ({ key, since: '2026-11-21T11:00:00Z' })));
    await store(photo);
    await collectGarbage(logger);
    expect(await Promise.all(keys.map(isStored))).toEqual([true, false]);
    expect(await database.db.$count(contentsLeaving)).toBe(0);
  });

  test('a night checks the contents of 35 days and a sixteenth of the older ones, and sixteen nights check all', async () => {
    const { store, collectGarbage } = make();
    const old = Array.from({ length: 120 }, (_, n) => ({
      key: hash('sha256', String(n)),
      putAt: '2026-11-21T12:00:00Z',
    }));
    await database.db.insert(contents).values(old);
    clock.set('2027-01-24T12:00:00Z');
    const { key: young } = await store(photo);
    const left = async () =>
      (await database.db.select({ key: contents.key }).from(contents)).map(({ key }) => key);
    const digitsOfOld = new Set(old.map(({ key: [digit] }) => digit));
    for (let night = 0; night < 16; night += 1) {
      clock.set(new Date(Date.UTC(2027, 0, 26 + night)).toISOString());
      await collectGarbage(logger);
      const keys = await left();
      // The young one is deleted the first night; of the old ones each night takes those of one digit.
      expect(keys).not.toContain(young);
      expect(new Set(keys.map(([digit]) => digit)).size).toBe(Math.max(0, digitsOfOld.size - night - 1));
    }
    expect(await left()).toEqual([]);
  });

  test('every column that refers to a content is checked before one is deleted', async () => {
    const { rows } = await database.db.execute<{ name: string }>(sql`
      select constrained.relname || '.' || attribute.attname as name
      from pg_constraint
      join pg_class as constrained on constrained.oid = pg_constraint.conrelid
      join pg_attribute as attribute on attribute.attrelid = constrained.oid and attribute.attnum = pg_constraint.conkey[1]
      where pg_constraint.contype = 'f' and pg_constraint.confrelid = 'contents'::regclass`);
    const checked = referencingColumns.map((column) => `${getTableName(column.table)}.${column.name}`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(checked.toSorted());
    expect(checked).toContain(`${getTableName(documents)}.file_is`);
  });
});
