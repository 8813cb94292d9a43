import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { coreRecords, customers } from '@hofn/database';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { carPolicy, ragnar } from '../testing.ts';
import {
  type CommandDatabase,
  commandDatabase,
  commandDatabases,
  contentOf,
  runCommand,
} from './testing/command.ts';
import { generatedLines } from './testing/generated-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-import-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ndjson = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

let written = 0;
/** Writes a file for the command. */
const fileOf = (content: string | Buffer, name = 'facts.ndjson'): string => {
  written += 1;
  const file = join(folder, `${written}-${name}`);
  writeFileSync(file, content);
  return file;
};

const load = (place: CommandDatabase, files: readonly string[], killAt?: RegExp) =>
  runCommand('import-command.ts', place, [...files, '--source', 'kjarni'], killAt);

/** The same order at every run, which no line of the file has asked for. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item, index) => ({ item, place: (index * 7919) % items.length }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

const customer = (version: number, facts: object = {}) => ({
  type: 'customers',
  key: 'ragnar',
  version,
  facts: { ...ragnar, ...facts },
});
const parts = { premiumParts: [{ id: 'base', amount: 90_000 }] };
const policy = (key: string, facts: object = {}) => ({
  ...{ type: 'policies', key, version: 1 },
  facts: { ...carPolicy, terms: ['BK10'], items: [], covers: [], ...parts, ...facts },
});

// The kill leaves a folder with a lock on one engine and a broken connection on the other.
describe.each(commandDatabases)('npm run core:import (%s)', (_engine, create) => {
  test('CORE-4: killed between transactions, it continues and ends in the same data', async () => {
    const lines = shuffled(generatedLines({ from: 100, to: 130 }));
    const file = fileOf(ndjson(lines));
    const [whole, killed] = [await create(), await create()];
    const { out } = await load(whole, [file]);
    let kills = 0;
    let last = await load(killed, [file], /lines \(/);
    while (last.code === null && kills < 20) {
      kills += 1;
      last = await load(killed, [file], /lines \(/);
    }
    expect(kills).toBeGreaterThan(0);
    expect(last).toMatchObject({ code: 0, out });
    expect(last.err).toContain('Continued the import that was interrupted.');
    expect(await contentOf(killed)).toEqual(await contentOf(whole));
  });
});

describe.each(commandDatabase)('npm run core:import (%s)', (_engine, create) => {
  test('CORE-4: lines in any order, in plain and packed files, end in the same data; again nothing changes', async () => {
    const lines = generatedLines({ from: 0, to: 20 });
    const [ordered, mixed] = [await create(), await create()];
    const whole = fileOf(ndjson(lines));
    const loaded = await load(ordered, [whole]);
    expect(loaded.out).toBe(
      `${lines.length} lines: ${lines.length} created, 0 updated, 0 unchanged, 0 outdated, 0 refused.\n`,
    );
    expect(loaded.code).toBe(0);

    const other = shuffled(lines);
    const half = other.length >> 1;
    const quarter = half >> 1;
    // A gzip file of two members, and a plain one of a Windows machine with empty lines.
    const packed = [other.slice(0, quarter), other.slice(quarter, half)].map((some) =>
      gzipSync(ndjson(some)),
    );
    const plain = `\uFEFF${ndjson(other.slice(half)).replaceAll('\n', '\r\n\r\n')}`;
    const files = [fileOf(Buffer.concat(packed), 'packed'), fileOf(plain)];
    expect(await load(mixed, files)).toMatchObject({ code: 0, out: loaded.out });
    const content = await contentOf(ordered);
    expect(content.policies?.length).toBeGreaterThan(40);
    expect(content.mails).toEqual([]);
    expect(await contentOf(mixed)).toEqual(content);

    expect((await load(mixed, files)).out).toBe(
      `${lines.length} lines: 0 created, 0 updated, ${lines.length} unchanged, 0 outdated, 0 refused.\n`,
    );
    expect(await contentOf(mixed)).toEqual(content);
  });

  test('CORE-4: refused lines are listed by line and field, and the others are loaded', async () => {
    const place = await create();
    const file = fileOf(
      [
        JSON.stringify(policy('of-nobody', { customer: '1402851489' })),
        JSON.stringify(policy('unknown-field', { colour: 'red' })),
        JSON.stringify({ ...policy('wrong-version'), version: '7' }),
        JSON.stringify(policy('wrong-sum', { premiumParts: [{ id: 'base', amount: 80_000 }] })),
        `{"type":"policies","key":"long","version":1,"facts":"${'x'.repeat(20_000_000)}"}`,
        '{"type":"policies",',
        JSON.stringify({ type: 'quotes', key: 'o1', version: 1, facts: {} }),
        JSON.stringify(policy('unknown-cover', { covers: [{ id: 'rental-car' }, { id: 'moon' }] })),
        JSON.stringify(policy('nul', { number: 'a\u0000b' })),
        JSON.stringify(policy('policy-1')),
        JSON.stringify(customer(1)),
      ].join('\n'),
    );
    const { code, out, err } = await load(place, [file]);
    expect(out).toBe('11 lines: 2 created, 0 updated, 0 unchanged, 0 outdated, 9 refused.\n');
    expect([code, err]).toEqual([1, expect.stringContaining(`refused lines are in ${file}.errors.ndjson.`)]);
    const errors = readFileSync(`${file}.errors.ndjson`, 'utf8').trim().split('\n');
    const policies = { file, type: 'policies' };
    const nothing = { file, type: null, key: null, path: '' };
    expect(errors.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ ...policies, line: 1, key: 'of-nobody', path: 'facts.customer' },
        message: 'No customer has this kennitala. Send the customer first.',
      },
      { ...policies, line: 2, key: 'unknown-field', path: 'facts.colour', message: 'Unknown field.' },
      {
        ...{ ...policies, line: 3, key: 'wrong-version', path: 'version' },
        message: 'Invalid input: expected number, received string',
      },
      {
        ...{ ...policies, line: 4, key: 'wrong-sum', path: 'facts.premiumParts' },
        message: 'The parts add up to 80000, not to premiumPerYear 90000.',
      },
      { ...nothing, line: 5, message: 'The line has more than 1000000 bytes.' },
      { ...nothing, line: 6, message: 'The line is not a JSON object in UTF-8.' },
      {
        ...{ ...nothing, line: 7, type: 'quotes', key: 'o1', path: 'type' },
        message: expect.stringContaining('customers, policies, instalments, ledger-entries'),
      },
      {
        ...{ ...policies, line: 8, key: 'unknown-cover', path: 'facts.covers.1.id' },
        message: 'The product has no such cover.',
      },
      {
        ...{ ...policies, line: 9, key: 'nul', path: 'facts.number' },
        message: 'It has a control character or half a surrogate pair.',
      },
    ]);
  });

  test('CORE-4, CORE-2: of several versions of a fact the newest remains, whatever their order', async () => {
    const place = await create();
    const file = fileOf(
      ndjson([
        customer(2, { town: 'Akureyri' }),
        customer(5, { town: 'Höfn' }),
        customer(5, { town: 'Höfn' }),
        customer(3, { town: 'Selfoss' }),
        // Refused, so that version 5 remains.
        customer(9, { companies: [{ company: '5001012880', kind: 'owner', registeredOn: '2020-01-01' }] }),
      ]),
    );
    expect((await load(place, [file])).out).toBe(
      '5 lines: 1 created, 0 updated, 1 unchanged, 2 outdated, 1 refused.\n',
    );
    await place.use(async ({ db }) => {
      expect(await db.select({ version: coreRecords.version }).from(coreRecords)).toEqual([{ version: 5 }]);
      const [row] = await db.select().from(customers).where(eq(customers.ssn, ragnar.ssn));
      expect(row?.town).toBe('Höfn');
    });
  });

  test('CORE-4: of a gzip file that is cut off, the complete lines are loaded, and the command fails', async () => {
    const place = await create();
    const lines = generatedLines({ from: 200, to: 220 });
    const packed = gzipSync(ndjson(lines));
    const file = fileOf(packed.subarray(0, Math.floor(packed.length * 0.7)), 'facts.ndjson.gz');
    const { code, out, err } = await load(place, [file]);
    expect(code).toBe(1);
    const loaded = Number(/^(\d+) lines/.exec(out)?.[1]);
    expect(err).toContain(
      `The import ended early. Part 1, after line ${loaded}: The gzip file is cut off: its end is missing. What was read before is loaded.`,
    );
    expect(loaded).toBeGreaterThan(lines.length / 2);
    expect(loaded).toBeLessThan(lines.length);
    const keys = await place.use(({ db }) => db.select({ key: coreRecords.key }).from(coreRecords));
    expect(keys.map(({ key }) => key).toSorted()).toEqual(
      lines
        .slice(0, loaded)
        .map(({ key }) => key)
        .toSorted(),
    );
  });
});
