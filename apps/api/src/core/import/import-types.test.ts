import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypeOf } from '@hofn/contracts/core/events.ts';
import {
  auditEvents,
  contents,
  coreEvents,
  coreFiles,
  type Database,
  documents,
  mails,
} from '@hofn/database';
import { fixedClock, noon } from '@hofn/service/testing.ts';
import { eq, ne } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { nightOf } from '../../documents/testing.ts';
import { startCore } from '../testing-core.ts';
import { importedTypes } from './parse.ts';
import { linesOfOtherTypes, newsTypes } from './testing/all-types.ts';
import {
  type CommandDatabase,
  commandDatabase,
  commandDatabases,
  contentOf,
  runCommand,
} from './testing/command.ts';
import { generatedLines, type Line } from './testing/generated-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-import-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pdf = 'ab'.repeat(32);

/**
 * Facts of every type, in the order in which single calls accept them.
 * @param most how many instalments and ledger entries each customer has, and half of how many policies have claims and offers
 */
const linesAbout = (customerPlaces: { from: number; to: number }, most: number): Line[] => {
  const counts = new Map<string, number>();
  const lines = generatedLines(customerPlaces).filter(({ type, facts }) => {
    const count = (counts.get(`${type} ${facts.customer}`) ?? 0) + 1;
    counts.set(`${type} ${facts.customer}`, count);
    return type === 'customers' || type === 'policies' || count <= most;
  });
  const customers = lines.filter(({ type }) => type === 'customers').map(({ facts }) => String(facts.ssn));
  const policies = lines
    .filter(({ type }) => type === 'policies')
    .map(({ key, facts }) => ({ key, customer: customers.indexOf(String(facts.customer)) }));
  const { before, after } = linesOfOtherTypes(customers, policies.slice(0, 2 * most), pdf);
  // Companies before the persons who belong to them.
  const rankOf = ({ type, facts }: Line) =>
    type === 'customers' ? Number(facts.kind === 'person') : importedTypes.length;
  const ordered = lines.toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...before, ...ordered, ...after];
};
/** A file with the lines in another order. */
const fileOf = (lines: readonly Line[]): string => {
  const mixed = lines
    .map((line, index) => ({ line, place: (index * 7919) % lines.length }))
    .sort((a, b) => a.place - b.place);
  const file = join(folder, `${lines.length}.ndjson`);
  writeFileSync(file, mixed.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

const withPdf = async (create: () => Promise<CommandDatabase>): Promise<CommandDatabase> => {
  const place = await create();
  await place.use(async ({ db }) => {
    await db.insert(contents).values({ key: pdf, putAt: noon });
    await db.insert(coreFiles).values({ source: 'kerfi', file: pdf, sentAt: noon });
  });
  return place;
};
const load = (place: CommandDatabase, file: string, killAt?: RegExp) =>
  runCommand('import-command.ts', place, [file, '--source', 'kerfi'], killAt);

/** Sends the same facts by single calls. */
const putAll = async (database: Database, lines: readonly Line[]): Promise<void> => {
  const core = await startCore(database);
  const scopes = [
    ...(['core.customers.write', 'core.policies.write', 'core.billing.write', 'core.claims.write'] as const),
    ...(['core.documents.write', 'core.products.write'] as const),
  ];
  for (const { type, key, version, facts } of lines) {
    const quiet = newsTypes.includes(type) && { quiet: true };
    const { status, errors } = await core.put(`${type}/${key}`, { version, facts, ...quiet }, { scopes });
    expect([status, errors], `${type} ${key}`).toEqual([200, undefined]);
  }
  await core.api.stop();
};

describe.each(commandDatabases)('npm run core:import of every type (%s)', (_engine, create) => {
  test('CORE-4, CORE-6: facts of every type in one shuffled file end in what single quiet calls store, and nothing is e-mailed', async () => {
    const lines = linesAbout({ from: 325, to: 330 }, 2);
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(importedTypes));
    const [imported, called] = [await withPdf(create), await withPdf(create)];
    expect(await load(imported, fileOf(lines))).toMatchObject({
      code: 0,
      out: `${lines.length} lines: ${lines.length} created, 0 updated, 0 unchanged, 0 outdated, 0 refused.\n`,
    });
    await called.use((database) => putAll(database, lines));
    const content = await contentOf(imported);
    const empty = Object.entries(content).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []));
    // The generated customers are no companies.
    expect(empty.toSorted()).toEqual(['core_import_lines', 'mails', 'policy_figures', 'signed_documents']);
    // Single calls issue what the facts make due at once.
    const other = await contentOf(called);
    const letters = (rows: string[] = []) => rows.filter((row) => row.includes('"kind": "letter"'));
    expect(letters(content.documents)).toEqual(content.documents);
    expect({ ...other, documents: letters(other.documents) }).toEqual(content);

    // What the facts make due is issued in the next night, with its events.
    await imported.use(async (database) => {
      const issued = () => database.db.$count(documents, ne(documents.kind, 'letter'));
      const events = () =>
        database.db.$count(coreEvents, eq(coreEvents.type, eventTypeOf('document.issued')));
      expect([await issued(), await database.db.$count(coreEvents)]).toEqual([0, 0]);
      await (await nightOf(database, fixedClock()))();
      expect(await issued()).toBeGreaterThan(0);
      expect(await events()).toBe(await issued());
      expect(await database.db.$count(mails)).toBe(0);
      expect(await database.db.$count(auditEvents, eq(auditEvents.action, 'core.import'))).toBe(1);
    });
  });
});

// A killed import continues on both engines in `import-command.test.ts`.
describe.each(commandDatabase)('npm run core:import of every type (%s)', (_engine, create) => {
  test('CORE-4: an import of every type that is killed ends in the same data', async () => {
    const [whole, killed] = [await withPdf(create), await withPdf(create)];
    // Several transactions.
    const file = fileOf(linesAbout({ from: 300, to: 330 }, 1000));
    const { out } = await load(whole, file);
    expect((await load(killed, file, /lines \(/)).code).toBeNull();
    let last = await load(killed, file, /lines \(/);
    if (last.code === null) last = await load(killed, file);
    expect(last).toMatchObject({ code: 0, out });
    expect(await contentOf(killed)).toEqual(await contentOf(whole));
  });
});
