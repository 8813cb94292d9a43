import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '@hofn/database';
import { contentMasters, contentVersions } from '@hofn/database/schema/content.ts';
import { describeWithDatabase, testDatabase } from '@hofn/database/testing.ts';
import { describe, expect, test } from 'vitest';
import { contentFolder, exampleFiles, manualClock, startContent } from '../testing.ts';
import { SeedError } from './content-files.ts';
import { seedContent } from './seed.ts';

const clock = manualClock();
const counts = async (db: Db) => [await db.$count(contentVersions), await db.$count(contentMasters)];
const changed = (uid: string, fields: Record<string, unknown>) =>
  exampleFiles.map((file) => (file.uid === uid ? { ...file, ...fields } : file));

describeWithDatabase('seeding', (open) => {
  test('seeding again changes nothing; a changed file changes only its document', async () => {
    const { db } = await open();
    const folder = contentFolder(exampleFiles);
    const documents = exampleFiles.length * 2 + 2;
    expect(await seedContent(db, { folder, clock })).toMatchObject({ written: documents, same: 0, kept: 0 });
    const first = await counts(db);
    expect(await seedContent(db, { folder, clock })).toMatchObject({ written: 0, same: documents, kept: 0 });
    expect(await counts(db)).toEqual(first);
    const folderTwo = contentFolder(changed('roadside', { title: { is: 'Bílahjálp', en: 'Road help' } }));
    expect(await seedContent(db, { folder: folderTwo, clock })).toMatchObject({
      written: 1,
      same: documents - 1,
      kept: 0,
    });
  });

  test('replicas that start at once seed once', async () => {
    const { db } = await open();
    const folder = contentFolder(exampleFiles);
    const seeded = await Promise.all([1, 2, 3].map(() => seedContent(db, { folder, clock })));
    expect(seeded.map(({ written }) => written > 0).sort()).toEqual([false, false, true]);
    expect((await counts(db))[1]).toBe(2);
  });

  test('an editor’s changes are kept', async () => {
    const database = await open();
    const content = await startContent(database);
    const { body } = await content.graphql('{ product(uid: "roadside", lang: "is") { _meta { id } } }');
    const { id } = (body.data as { product: { _meta: { id: string } } }).product._meta;
    await content.write('POST', `/documents/${id}/drafts`, {
      data: { page: 'product.roadside', title: 'Hjálp' },
    });
    const folder = contentFolder(changed('roadside', { title: { is: 'Annað', en: 'Other' } }));
    expect(await seedContent(database.db, { folder, clock })).toMatchObject({ written: 1, kept: 1 });
    await content.stop();
  });

  test('SITE-3: a form that an editor has changed gets the questions and choices that a release adds, and keeps the editor’s words', async () => {
    const database = await open();
    const both = (text: string) => ({ is: text, en: text });
    const question = (name: string, ...options: string[]) => ({
      name,
      label: both(`Label of ${name}`),
      options: options.map((value) => ({ value, label: both(value) })),
    });
    const form = (...fields: object[]) => {
      const texts = ['title', 'submit', 'thanksTitle', 'thanksText'].map((name) => [name, both(name)]);
      return contentFolder([
        {
          type: 'form',
          uid: 'inquiry',
          page: 'inquiry',
          kind: 'inquiry',
          fields,
          ...Object.fromEntries(texts),
        },
      ]);
    };
    const first = form(question('name'), question('type', 'a', 'c'));
    const content = await startContent(database, { folder: first });
    const fetchForm = async () => {
      const query =
        'form(uid: "inquiry", lang: "is") { _meta { id } title fields { name label options { value } } }';
      const { body } = await content.graphql(`{ ${query} }`);
      return (body.data as { form: Record<string, unknown> & { _meta: { id: string } } }).form;
    };
    const id = (await fetchForm())._meta.id;
    const { body } = await content.write('GET', `/documents/${id}/versions/1`);
    const data = body.data as { fields: { label: string }[] };
    const renamed = data.fields.map((field) => ({ ...field, label: 'Editor’s words' }));
    const draft = await content.write('POST', `/documents/${id}/drafts`, {
      data: { ...data, title: 'Editor’s title', fields: renamed },
    });
    await content.write('POST', `/releases/${draft.body.release}/publication`);

    const second = form(question('name'), question('email'), question('type', 'a', 'b', 'c'));
    const added = ['form/inquiry (is) fields.email', 'form/inquiry (is) fields.type.options.b'];
    expect(await seedContent(database.db, { folder: second, clock })).toMatchObject({
      written: 1,
      kept: 1,
      added,
      incomplete: [],
    });
    const merged = {
      title: 'Editor’s title',
      fields: [
        { name: 'name', label: 'Editor’s words', options: [] },
        { name: 'email', label: 'Label of email', options: [] },
        { name: 'type', label: 'Editor’s words', options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] },
      ],
    };
    expect(await fetchForm()).toMatchObject(merged);
    // What was added does not make the document the seed's own.
    const third = form(question('name'), question('email'), question('type', 'a', 'b', 'c'));
    expect(await seedContent(database.db, { folder: third, clock })).toMatchObject({
      written: 0,
      kept: 1,
      added: [],
    });
    expect(await fetchForm()).toMatchObject(merged);
    await content.stop();
  });

  test('a document removed or rolled back by an editor does not return at the next start', async () => {
    const database = await open();
    const content = await startContent(database);
    const before = await content.master();
    const folder = contentFolder(changed('roadside', { title: { is: 'Hjálp', en: 'Help' } }));
    await seedContent(database.db, { folder, clock });
    const titleNow = async () =>
      (await content.graphql('{ product(uid: "roadside", lang: "is") { title } }')).body.data;
    expect(await titleNow()).toEqual({ product: { title: 'Hjálp' } });
    await content.write('POST', `/masters/${before}/restoration`);
    expect(await seedContent(database.db, { folder, clock })).toMatchObject({ written: 0, kept: 2 });
    expect(await titleNow()).toEqual({ product: { title: 'Bílahjálp' } });
    await content.stop();
  });

  test('an invalid folder is refused as a whole, naming each file and field', async () => {
    const { db } = await open();
    const before = await counts(db);
    const files = [
      ...changed('roadside', { title: { is: 'Bílahjálp' }, fax: '1', related: ['nothing'] }),
      { type: 'poem', uid: 'poem' },
    ];
    const failing = seedContent(db, { folder: contentFolder(files), clock });
    await expect(failing).rejects.toThrow(SeedError);
    await expect(failing).rejects.toThrow(
      'product/roadside.json (en-gb) title: translation {"language":"en"}',
    );
    await expect(failing).rejects.toThrow('product/roadside.json (is) fax: unknown');
    await expect(failing).rejects.toThrow('product/roadside.json (is) related[0].product: linkToNothing');
    await expect(failing).rejects.toThrow('poem/poem.json: unknown type poem');
    expect(await counts(db)).toEqual(before);
  });
});

describe('the folders of the repository', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  test.each(['content', 'apps/content/seed'])('%s is valid', async (folder) => {
    const database = await testDatabase();
    const { written } = await seedContent(database.db, { folder: join(root, folder), clock });
    expect(written).toBeGreaterThan(2);
    await database.close();
  });

  test('an unreadable file is named', async () => {
    const folder = contentFolder([]);
    mkdirSync(join(folder, 'faq'));
    writeFileSync(join(folder, 'faq', 'faq.json'), '{"type":');
    writeFileSync(join(folder, 'faq', 'other.json'), '{"type":"faq"}');
    const database = await testDatabase();
    const failing = seedContent(database.db, { folder, clock });
    await expect(failing).rejects.toThrow(/faq\.json: .*JSON/);
    await expect(failing).rejects.toThrow('other.json: type or uid is missing');
    await database.close();
  });
});
