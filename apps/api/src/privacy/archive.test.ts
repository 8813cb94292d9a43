import { buffer } from 'node:stream/consumers';
import { coreImportParts, type Database, mails, privacyRequests, submissions, uploads } from '@hofn/database';
import { describeEachEngine, inRoleOf } from '@hofn/database/testing.ts';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { personalDataOf } from '../feature.ts';
import { features } from '../features.ts';
import type { Customer } from '../platform/authorization.ts';
import { referencingColumns } from '../platform/content-references.ts';
import { createContents } from '../platform/contents.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { keyOf, nameOf } from '../platform/personal-data.ts';
import { fillDatabase, fillDocuments, fixedClock, noon, temporaryFiles } from '../testing.ts';
import { fillPicture, picture } from '../user/testing.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createArchive } from './archive.ts';

const personalData = personalDataOf(features);
const { holdings, leftOut, mentions } = personalData;
/** Archives are not part of archives, and the files of an import are no person’s. */
const unfiledColumns = [privacyRequests.file, coreImportParts.file];

const subject: Customer = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' };
const other: Customer = { id: 'birgir', kind: 'person', ssn: '0303831459', fullName: 'Birgir Prófsson' };

describeEachEngine('the archive of a person', (open) => {
  let database: Database;
  const files = temporaryFiles();
  const clock = fixedClock();
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    await fillPicture(database, files);
  });
  const contents = () => createContents({ db: database.db, files, clock });
  const archiveOf = async (whose: Customer, language: 'is' | 'en' = 'is') =>
    unzipSync(
      await buffer(
        createArchive({
          db: (await inRoleOf('api', database)).db,
          files,
          contents: contents(),
          personalData,
        })(whose, language, clock.now()),
      ),
    );

  test('DATA-3a: every table of the database is in the archive, or left out with a reason', async () => {
    const { rows } = (await database.db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )) as unknown as { rows: { name: string }[] };
    const known = [...holdings.map(({ table }) => nameOf(table)), ...Object.keys(leftOut)];
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    // A table with an owner column cannot be left out as belonging to nobody.
    const { rows: owned } = (await database.db.execute(
      sql`select distinct table_name as name from information_schema.columns
          where table_schema = 'public' and column_name = 'customer_id'`,
    )) as unknown as { rows: { name: string }[] };
    expect(owned.length).toBeGreaterThan(25);
    expect(owned.map(({ name }) => name).filter((name) => name in leftOut)).toEqual([]);
  });

  test('DATA-3a: every column that names a person is in an archived table, or declared as a mention in other people’s rows', async () => {
    const { rows } = (await database.db.execute(
      sql`select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = 'public'
            and column_name ~ '(^|_)(actor_id|answered_by|given_by|ended_by|holder_id|subject_id|ssn|family_number)$'`,
    )) as unknown as { rows: { name: string }[] };
    const declared = mentions.map(({ column }) => `${nameOf(column.table as never)}.${column.name}`);
    // Each of these is in the person's own row, belongs to nobody, is a day old, refers to the claim or memo of a file, or is
    // an employee's.
    const own = [
      'access_grants.holder_id',
      'acting_choices.actor_id',
      'acting_choices.subject_id',
      'audit_events.subject_id',
      'authorities.ended_by',
      'authorities.given_by',
      'chats.ended_by',
      'employee_roles.given_by',
      'claim_notices.ssn',
      'customers.ssn',
      'employees.ssn',
      'idempotency_keys.actor_id',
      'uploads.holder_id',
    ];
    expect([...declared, ...own].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test('DATA-3a: every content that a row refers to is in the archive, except archives and files of imports', () => {
    expect(new Set([...personalData.files.flatMap(({ columns }) => columns), ...unfiledColumns])).toEqual(
      new Set(referencingColumns),
    );
  });

  test('DATA-3a: the archive has every row of every table, a readable overview, and each document and file', async () => {
    const { db } = database;
    const photo = Buffer.from('ljósmynd af skemmdum');
    const { key } = await contents().store(photo);
    const upload = {
      ownerId: subject.id,
      holder: 'claim',
      holderId: 'c',
      name: 'skemmd.jpg',
      sender: 'Anna',
      bytes: photo.length,
      createdAt: noon,
      state: 'clean' as const,
      key,
    };
    await db.insert(uploads).values([
      { ...upload, id: 'u1' },
      { ...upload, id: 'u2' },
      { ...upload, id: 'u3', name: 'skemmd (2).jpg' },
      { ...upload, id: 'u4', name: 'SKEMMD.JPG' },
    ]);
    await db.insert(submissions).values({
      id: 'inquiry',
      reference: 'F-2026-1',
      kind: 'inquiry',
      language: 'is' as const,
      fields: { description: 'Nær kaskó yfir grjótkast?' },
      state: 'received' as const,
      receivedAt: noon,
      forgetAt: '2028-11-22T00:00:00Z',
    });
    await openWorkItem(db, {
      ...{ customerId: subject.id, language: 'is', openedAt: new Date(noon) },
      ...{ kind: 'inquiry', matterId: 'inquiry' },
    });
    // More rows than one page.
    await db.insert(mails).values(
      Array.from({ length: 1203 }, (_, place) => ({
        customerId: subject.id,
        id: `m${place}`,
        actorId: subject.id,
        kind: 'policyOverview',
        about: {},
        recipient: 'anna@example.is',
        language: 'is' as const,
        createdAt: noon,
      })),
    );
    const found = await archiveOf(subject);
    let rows = 0;
    for (const { table, rowsOf, without = [] } of holdings) {
      const name = nameOf(table);
      const content = found[`json/${name}.json`];
      const list = JSON.parse(strFromU8(content ?? new Uint8Array())) as Record<string, unknown>[];
      expect(list, name).toHaveLength(await db.$count(table, sql`(${rowsOf(subject.id)})`));
      const keys = keyOf(table).map(({ name: column }) => column);
      if (!without.some((column) => keys.includes(column)))
        expect(new Set(list.map((row) => JSON.stringify(keys.map((column) => row[column])))).size).toBe(
          list.length,
        );
      for (const row of list) for (const secret of without) expect(row, name).not.toHaveProperty(secret);
      rows += list.length;
    }
    expect(rows).toBeGreaterThan(1220);
    const names = Object.keys(found);
    expect(names.filter((name) => name.startsWith('sendar-skrar/'))).toEqual([
      'sendar-skrar/skemmd.jpg',
      'sendar-skrar/skemmd (3).jpg',
      'sendar-skrar/skemmd (2).jpg',
      'sendar-skrar/SKEMMD (4).JPG',
    ]);
    expect(Buffer.from(found['sendar-skrar/skemmd (2).jpg'] ?? [])).toEqual(photo);
    expect(Buffer.from(found['mynd/profile.jpg'] ?? [])).toEqual(picture);
    expect(strFromU8(found['json/submissions.json'] ?? new Uint8Array())).toContain('grjótkast');
    // What a claim is expected to cost is for staff.
    expect(strFromU8(found['json/claims.json'] ?? new Uint8Array())).toContain('"number"');
    expect(strFromU8(found['json/claims.json'] ?? new Uint8Array())).not.toContain('"reserve"');
    const papers = JSON.parse(strFromU8(found['json/documents.json'] ?? new Uint8Array())) as unknown[];
    const pdfs = names.filter((name) => name.startsWith('skjol/'));
    expect(pdfs).toHaveLength(papers.length);
    expect(strFromU8(found[pdfs[0] ?? '']?.slice(0, 5) ?? new Uint8Array())).toBe('%PDF-');

    const text = await textOfPdf(found['yfirlit.pdf'] ?? new Uint8Array());
    for (const expected of [
      'Anna Prófdóttir',
      '140285-1489',
      'anna@example.is',
      'Toyota RAV4',
      'Árekstur á Miklubraut',
      'Skírteini: Kaskótrygging',
      'json/policies.json',
      'personuvernd.is',
    ])
      expect(text).toContain(expected);
  });

  test('DATA-3a: the archive has no data of other people, and is in the language of the request', async () => {
    const found = await archiveOf(other, 'en');
    const texts = Object.entries(found).filter(([name]) => name.startsWith('json/'));
    expect(texts.length).toBe(holdings.length + 1);
    for (const [name, content] of texts) {
      expect(strFromU8(content), name).not.toContain('anna');
      expect(strFromU8(content), name).not.toContain(subject.ssn);
    }
    expect(strFromU8(found['json/customers.json'] ?? new Uint8Array())).toContain(other.ssn);
    const text = await textOfPdf(found['overview.pdf'] ?? new Uint8Array());
    expect(text).toContain('Everything we hold');
    expect(text).not.toContain('Anna');
  });
});
