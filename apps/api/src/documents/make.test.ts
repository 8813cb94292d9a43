import { type Database, type Db, documents, memos } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createContents } from '../platform/contents.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { fillDatabase, fixedClock, noon, temporaryFiles } from '../testing.ts';
import { createMaker } from './make.ts';
import { createDocumentStore } from './store.ts';

/** Wraps a query so that it runs only after `first`, whatever methods build it. */
const after = <Value extends object>(value: Value, first: () => Promise<unknown>): Value =>
  new Proxy(value, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== 'function') return part;
      if (name === 'then')
        return (...callbacks: unknown[]) => first().then(() => Reflect.apply(part, target, callbacks));
      return (...args: unknown[]) => after(Reflect.apply(part, target, args), first);
    },
  });

/** The database, which runs `first` before a transaction reads a document in English. */
const interrupted = (db: Db, first: () => Promise<unknown>): Db =>
  new Proxy(db, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name);
      const transaction: Db['transaction'] = (work, config) =>
        target.transaction(
          (tx) =>
            work(
              new Proxy(tx, {
                get: (inner, part) => {
                  const value: unknown = Reflect.get(inner, part);
                  if (part !== 'select' || typeof value !== 'function') return value;
                  return (fields: { title?: unknown }) => {
                    const query = Reflect.apply(value, inner, [fields]);
                    return fields.title === documents.titleEn ? after(query, first) : query;
                  };
                },
              }),
            ),
          config,
        );
      return transaction;
    },
  });

describeEachEngine('rendering of documents', (open) => {
  let database: Database;
  const memo = { customerId: 'anna', id: 'memo' };
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await database.db.insert(documents).values({
      ...memo,
      kind: 'memo',
      titleIs: 'Bréf',
      titleEn: 'Letter',
      issuedOn: noon.slice(0, 10),
    });
    await database.db
      .insert(memos)
      .values({ ...memo, actorId: 'anna', text: 'Fyrri texti', writtenAt: noon });
  });

  test('LANG-6: both languages of a document show the same state of the data, even when it changes in between', async () => {
    const { db } = database;
    const files = temporaryFiles();
    const contents = createContents({ db, files, clock: fixedClock() });
    let changes = 0;
    const change = async () => {
      changes += 1;
      // The embedded engine has one connection, so nothing can change in between.
      if (database.engine === 'postgres')
        await db.update(memos).set({ text: 'Seinni texti' }).where(eq(memos.id, memo.id));
    };
    const subject = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;
    const row = await createDocumentStore(db).one(subject, 'is', memo.id);
    if (!row) throw new Error('There is no message');
    const keyOf = createMaker({ db: interrupted(db, change), contents });
    await keyOf(subject, row, 'en', new Date(noon));
    expect(changes).toBe(1);
    const [rendered] = await db.select().from(documents).where(eq(documents.id, memo.id));
    for (const key of [rendered?.fileIs, rendered?.fileEn]) {
      const content = Buffer.concat(await (await files.get(key ?? '')).toArray());
      expect(await textOfPdf(content)).toContain('Fyrri texti');
    }
  });
});
