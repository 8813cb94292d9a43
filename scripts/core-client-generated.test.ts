// A client that a generator writes from the OpenAPI document, and the script of the documentation that uses it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factTypes } from '@hofn/contracts';
import { claimStatus } from '@hofn/contracts/claims.ts';
import { eventNames, eventTypeOf } from '@hofn/contracts/core/events.ts';
import { stampEvents } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { createIssuer } from '@hofn/service/testing.ts';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../apps/api/src/testing.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/core/client.md'), 'utf8');
const [, script = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];

type Result = { code: number; out: string };
const run = (command: string, words: readonly string[], environment: Record<string, string> = {}) =>
  new Promise<Result>((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(process.execPath, [command, ...words], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: out + err }),
    );
  });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const compile = (files: readonly string[]) =>
  run(compiler, [
    ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'],
    ...['--allowImportingTsExtensions', '--types', 'node', '--ignoreConfig', ...files],
  ]);

let folder: string;
let database: Awaited<ReturnType<typeof testDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let token: string;
beforeAll(async () => {
  database = await testDatabase();
  await seedReference(database.db);
  const issuer = await createIssuer();
  api = await startApi(database, issuer);
  token = await issuer.serviceToken(['core.customers.write', 'core.policies.write', 'core.events.read']);
  folder = mkdtempSync(join(tmpdir(), 'hofn-core-client-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const document = join(folder, 'openapi.json');
  writeFileSync(document, await (await api.ask('/api/core/openapi.json')).text());
  writeFileSync(join(folder, 'hofn.ts'), await generateSource(document));
  writeFileSync(join(folder, 'script.ts'), script);
});
afterAll(async () => {
  await api.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

test('CORE-15: the client that a generator writes from the OpenAPI document compiles with the script of the documentation, which sends facts and reads events', async () => {
  expect(await compile(['script.ts'])).toEqual({ code: 0, out: '' });
  const environment = { HOFN_API: api.url, HOFN_TOKEN: token };
  const first = await run('script.ts', [], environment);
  expect(first.out).toContain('customer created');
  expect(first.out).toContain('policy created');
  expect(first.code).toBe(0);
  await stampEvents(database.db);
  const second = await run('script.ts', [], environment);
  expect(second.out).toContain('policy unchanged');
  expect(second.out).toMatch(/^hofn\.document\.issued \w+ \{.*"kind":"certificate"/m);
  const refused = await run('script.ts', [], { ...environment, HOFN_TOKEN: 'expired' });
  expect(refused.code).not.toBe(0);
  expect(refused.out).toContain('unauthenticated');
});

test('CORE-15: a field that the document does not have, or of another type, does not compile', async () => {
  const mistakes = [
    ["fullName: 'Ylfa Prófdóttir'", "name: 'Ylfa Prófdóttir'"],
    ['premiumPerYear: 96_000', "premiumPerYear: '96000'"],
    ['version: 1,', ''],
  ] as const;
  const files = mistakes.map(([from, to], place) => {
    expect(script).toContain(from);
    writeFileSync(join(folder, `mistake-${place}.ts`), script.replace(from, to));
    return `mistake-${place}.ts`;
  });
  const { out } = await compile(files);
  expect(files.filter((file) => !out.includes(`${file}(`))).toEqual([]);
});

test('CORE-15: bodies of bytes and errors are described with their media types', async () => {
  const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  const { put } = document.paths['/api/core/v1/files/{sha256}'];
  expect(Object.keys(put.requestBody.content)).toEqual(['application/octet-stream']);
  expect(Object.keys(put.responses['400'].content)).toEqual(['application/problem+json']);
  const { get } = document.paths['/api/core/v1/imports/{id}/errors'];
  expect(Object.keys(get.responses['200'].content)).toEqual(['application/x-ndjson']);
});

test('CORE-15: the mapping tables have every field of customers, policies, instalments, ledger entries and claims, and no event that does not exist', () => {
  const tables = readFileSync(join(root, 'docs/core/mappings.md'), 'utf8');
  // The first column names our fields.
  const ours = [...tables.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
  );
  const { customers, policies, instalments, 'ledger-entries': entries, claims } = factTypes;
  const fields = [customers, policies, instalments, entries, claims].flatMap(({ shape }) =>
    Object.keys(shape),
  );
  expect(fields.filter((field) => !ours.includes(field))).toEqual([]);
  expect(claimStatus.options.filter((status) => !ours.includes(status))).toEqual([]);
  const events = eventNames.map((name) => eventTypeOf(name) as string);
  const named = ours.filter((name) => name.startsWith('hofn.'));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !events.includes(name))).toEqual([]);
});
