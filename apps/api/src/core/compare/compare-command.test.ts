import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type CommandDatabase,
  commandDatabase,
  commandDatabases,
  contentOf,
  runCommand,
} from '../import/testing/command.ts';
import { generatedLines, type Line } from '../import/testing/generated-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ndjson = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const fileOf = (name: string, content: string | Buffer): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const compare = (place: CommandDatabase, ...words: string[]) =>
  runCommand('../compare/compare-command.ts', place, [...words, '--source', 'kjarni']);

describe.each(commandDatabases)('npm run core:compare (%s)', (engine, create) => {
  test('CORE-12: files are compared with what is stored; differences are listed, and repaired where the files are newer', async () => {
    const place = await create();
    const lines = generatedLines({ from: 400, to: 410 });
    const [first, second, third] = lines as [Line, Line, Line];
    // As it was: the first customer is older, the second newer than in the files that come later.
    const before = [
      { ...first, facts: { ...first.facts, town: 'Vík' } },
      { ...second, version: 3 },
    ];
    const stored = fileOf(`${engine}-stored.ndjson`, ndjson([...before, ...lines.slice(2, -1)]));
    const same = await runCommand('import-command.ts', place, [stored, '--source', 'kjarni']);
    expect(same.code).toBe(0);
    const count = lines.length - 1;
    expect(await compare(place, stored)).toEqual({
      ...{ code: 0, out: '', err: `${count} facts compared, 0 differences.\n` },
    });

    // Two files, one packed; the third customer is in neither, and the last entry is new.
    const half = lines.length >> 1;
    const files = [
      fileOf(`${engine}-1.ndjson`, ndjson([{ ...first, version: 2 }, second, ...lines.slice(3, half)])),
      fileOf(`${engine}-2.ndjson.gz`, gzipSync(ndjson(lines.slice(half)))),
    ];
    const last = lines.at(-1) as Line;
    const customers = { type: 'customers' };
    const extra = { difference: 'extra', ...customers, key: third.key, version: null, stored: 1 };
    const newer = { difference: 'newer', ...customers, key: second.key, version: 1, stored: 3 };
    const found = await compare(place, ...files);
    const differences = found.out.trim().split('\n');
    expect(differences.map((line) => JSON.parse(line))).toEqual([
      { difference: 'older', ...customers, key: first.key, version: 2, stored: 1 },
      newer,
      extra,
      { difference: 'missing', type: last.type, key: last.key, version: 1, stored: null },
    ]);
    expect([found.code, found.err]).toEqual([1, `${count} facts compared, 4 differences.\n`]);

    const repaired = await compare(place, ...files, '--repair');
    expect(repaired.err).toContain('Repaired: 1 created, 1 updated, 0 refused.');
    expect(
      repaired.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([newer, extra]);
    expect(repaired.code).toBe(1);
    const content = await contentOf(place);
    expect(content.customers?.some((row) => row.includes('Vík'))).toBe(false);
    expect(content.core_records).toHaveLength(lines.length);
  });
});

describe.each(commandDatabase)('npm run core:compare (%s)', (engine, create) => {
  test('CORE-12: a file that is cut off is not compared', async () => {
    const place = await create();
    const packed = gzipSync(ndjson(generatedLines({ from: 420, to: 425 })));
    const file = fileOf(`${engine}-cut.gz`, packed.subarray(0, 500));
    const { code, out, err } = await compare(place, file);
    expect([code, out, err]).toEqual([2, '', `${file}: The gzip file is cut off: its end is missing.\n`]);
  });
});
