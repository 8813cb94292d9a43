import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { CoreImport } from '@hofn/contracts';
import {
  contents,
  coreFiles,
  coreImportParts,
  coreImports,
  coreRecords,
  customers,
  type Database,
  holdLock,
  type Jobs,
} from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../../settings.ts';
import { createIssuer, fixedClock, type Issuer, startApi, startJobs, temporaryFiles } from '../../testing.ts';
import { openApiJobs } from '../../work.ts';
import { createImportWork } from './job.ts';
import { loadImport } from './load.ts';
import { lockOf } from './lock.ts';
import { forgetImports } from './parts.ts';
import { createImport, type ImportError, Overtaken } from './store.ts';
import { generatedLines, type Line } from './testing/generated-lines.ts';

const base = '/api/core/v1/imports';
const ndjson = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describeEachEngine('imports by calls', (open) => {
  let database: Database;
  let issuer: Issuer;
  let files: FileStore;
  let jobs: Jobs;
  let api: Awaited<ReturnType<typeof startApi>>;
  const logger = createLogger('api', 'silent');
  beforeAll(async () => {
    database = await open();
    await database.db.transaction((tx) => seedReference(tx));
    issuer = await createIssuer();
    files = temporaryFiles();
    jobs = await openApiJobs(database, logger, testSecrets);
    const parts = { database, clock: fixedClock(), logger, settings: defaultSettings(), files };
    await startJobs({ ...parts, jobs });
    api = await startApi(database, issuer, { files, outbox: jobs });
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(0);
  });

  const ask = async (path: string, method: string, body?: object | Buffer | string, source = 'kerfi') => {
    const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
    return api.ask(base + path, {
      method,
      token: await issuer.serviceToken(['core.imports'], { source }),
      ...(body && {
        body: isBytes ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body),
        headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
      }),
    });
  };
  const importOf = async (answer: Response) => (await answer.json()) as CoreImport;
  const create = async () => (await importOf(await ask('', 'POST'))).id;
  const ended = async (id: string): Promise<CoreImport> => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const row = await importOf(await ask(`/${id}`, 'GET'));
      if (row.state === 'done' || row.state === 'failed' || Date.now() > deadline) return row;
      await wait(50);
    }
  };
  const countOf = (source: string) => database.db.$count(coreRecords, eq(coreRecords.source, source));

  test('CORE-4: parts are stored, loaded by the queue as one import, and their counts and errors read', async () => {
    const lines = generatedLines({ from: 300, to: 310 });
    const half = lines.length >> 1;
    const id = await create();
    // What the second part refers to is in the first, and sent later.
    const second = gzipSync(ndjson(lines.slice(half)));
    const stored = await ask(`/${id}/parts/2`, 'PUT', second);
    expect([stored.status, await stored.json()]).toEqual([200, { part: 2, bytes: second.length }]);
    const early = await ask(`/${id}/start`, 'POST', { parts: 2 });
    expect([early.status, await early.json()]).toMatchObject([
      400,
      { errors: { parts: ['Part 1 is missing.'] } },
    ]);
    const faulty = ndjson([{ ...lines[0], key: 'x', colour: 'red' }, ...lines.slice(0, half)]);
    await ask(`/${id}/parts/1`, 'PUT', 'replaced below');
    await ask(`/${id}/parts/1`, 'PUT', faulty);
    const started = await ask(`/${id}/start`, 'POST', { parts: 2 });
    expect([started.status, (await importOf(started)).state]).toEqual([202, 'waiting']);
    expect(await ended(id)).toMatchObject({
      ...{ state: 'done', linesRead: lines.length + 1, created: lines.length, waiting: 0, refused: 1 },
    });
    const errors = await ask(`/${id}/errors`, 'GET');
    expect(errors.headers.get('content-type')).toBe('application/x-ndjson');
    expect(JSON.parse(await errors.text()) as ImportError).toEqual({
      ...{ part: 1, line: 1, type: 'customers', key: 'x', path: 'colour', message: 'Unknown field.' },
    });

    expect((await ask(`/${id}/parts/3`, 'PUT', 'late')).status).toBe(400);
    expect((await importOf(await ask(`/${id}/start`, 'POST', { parts: 2 }))).state).toBe('done');
    expect(await database.db.$count(coreImportParts)).toBe(0);
    for (const [path, method, body] of [
      ['', 'GET'],
      ['/errors', 'GET'],
      ['/parts/1', 'PUT', 'x'],
      ['/start', 'POST', { parts: 1 }],
    ] as const)
      expect((await ask(`/${id}${path}`, method, body, 'annad')).status).toBe(404);
  });

  test('CORE-11: an import lists the ids in acknowledges that no standing change of the customer has, of lines that it has loaded', async () => {
    const [line] = generatedLines({ from: 320, to: 321 });
    const errorsOf = async (sent: object) => {
      const id = await create();
      await ask(`/${id}/parts/1`, 'PUT', ndjson([sent]));
      await ask(`/${id}/start`, 'POST', { parts: 1 });
      const { created, unchanged, refused } = await ended(id);
      const errors = await (await ask(`/${id}/errors`, 'GET')).text();
      const messages = errors
        .split('\n')
        .flatMap((text) => (text === '' ? [] : [JSON.parse(text) as ImportError]));
      return { created, unchanged, refused, errors: messages.map(({ path, message }) => [path, message]) };
    };
    const vain = [['acknowledges', expect.stringContaining('the id chang-1')]];
    const first = await errorsOf({ ...line, acknowledges: ['chang-1'] });
    expect(first).toEqual({ created: 1, unchanged: 0, refused: 0, errors: vain });
    // The same file again says the same.
    const again = await errorsOf({ ...line, acknowledges: ['chang-1'] });
    expect(again).toEqual({ created: 0, unchanged: 1, refused: 0, errors: vain });
  });

  test('HOLD-23: names in an import are stored composed', async () => {
    const [line] = generatedLines({ from: 330, to: 331 });
    const facts = { ...(line?.facts as object), fullName: 'Guðrún Śliwińska'.normalize('NFD') };
    const id = await create();
    await ask(`/${id}/parts/1`, 'PUT', ndjson([{ ...line, facts }]));
    await ask(`/${id}/start`, 'POST', { parts: 1 });
    expect(await ended(id)).toMatchObject({ state: 'done', created: 1 });
    expect(await database.db.$count(customers, eq(customers.fullName, 'Guðrún Śliwińska'))).toBe(1);
  });

  test('HOLD-25: a line of a document to sign whose file cannot be signed is refused with its reason', async () => {
    const { db } = database;
    const [customer] = generatedLines({ from: 340, to: 341 });
    const file = 'f'.repeat(64);
    const at = systemClock.now().toISOString();
    await db.insert(contents).values({ key: file, putAt: at }).onConflictDoNothing();
    await db
      .insert(coreFiles)
      .values({ source: 'kerfi', file, sentAt: at, unsignable: 'The PDF is encrypted.' })
      .onConflictDoNothing();
    const { ssn } = (customer?.facts ?? {}) as { ssn?: string };
    const facts = {
      customer: ssn,
      title: { is: 'Samningur', en: 'Agreement' },
      issuedOn: '2026-11-20',
      signBy: '2026-12-10',
      files: { is: file, en: file },
    };
    const id = await create();
    const line = { type: 'documents-to-sign', key: 'unsignable', version: 1, facts };
    await ask(`/${id}/parts/1`, 'PUT', ndjson([customer ?? {}, line]));
    await ask(`/${id}/start`, 'POST', { parts: 1 });
    expect(await ended(id)).toMatchObject({ state: 'done', created: 1, refused: 1 });
    const [fault = ''] = (await (await ask(`/${id}/errors`, 'GET')).text()).split('\n');
    expect(JSON.parse(fault)).toMatchObject({
      line: 2,
      path: 'facts.files.is',
      message: 'It cannot be signed: The PDF is encrypted.',
    });
  });

  test('CORE-4: a part that is cut off fails the import after its complete lines', async () => {
    const lines = generatedLines({ from: 320, to: 325 });
    const packed = gzipSync(ndjson(lines));
    const id = await create();
    await ask(`/${id}/parts/1`, 'PUT', packed.subarray(0, packed.length >> 1));
    await ask(`/${id}/start`, 'POST', { parts: 1 });
    const { state, failure, linesRead } = await ended(id);
    expect([state, failure]).toEqual([
      'failed',
      `Part 1, after line ${linesRead}: The gzip file is cut off: its end is missing.`,
    ]);
    expect(linesRead).toBeGreaterThan(10);
  });

  test('CORE-4: a part that unpacks to far more than it was sent with is not read to its end', async () => {
    const lines = generatedLines({ from: 326, to: 327 });
    // 33 times 8 MiB in 33 members of gzip, in a part of a quarter of a megabyte.
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const id = await create();
    const part = Buffer.concat([gzipSync(ndjson(lines)), ...Array.from({ length: 33 }, () => bomb)]);
    expect(part.length).toBeLessThan(500_000);
    await ask(`/${id}/parts/1`, 'PUT', part);
    await ask(`/${id}/start`, 'POST', { parts: 1 });
    const { state, failure, linesRead } = await ended(id);
    expect([state, linesRead]).toEqual(['failed', lines.length]);
    expect(failure).toContain('It has more than 268435456 bytes when unpacked.');
  });

  test('CORE-4: a source cannot fill the file store, nor create imports without end', async () => {
    const at = systemClock.now().toISOString();
    const id = await create();
    await ask(`/${id}/parts/1`, 'PUT', 'a');
    await database.db.update(coreImportParts).set({ bytes: 50 * 1024 ** 3 });
    const full = await ask(`/${id}/parts/2`, 'PUT', 'b');
    expect([full.status, await full.text()]).toEqual([400, expect.stringContaining('wait to be loaded')]);
    await database.db.delete(coreImportParts);
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      ...{ id: `many-${index}`, source: 'kerfi', state: 'open' as const, createdAt: at, changedAt: at },
    }));
    await database.db.insert(coreImports).values(rows);
    expect((await ask('', 'POST')).status).toBe(400);
    await database.db.delete(coreImports).where(like(coreImports.id, 'many-%'));
    expect((await ask('', 'POST')).status).toBe(201);
  });

  const openLines = (lines: readonly Line[]) => ({
    ...{ db: database.db, clock: systemClock, parts: 1 },
    open: async () => Readable.from([Buffer.from(ndjson(lines))]),
  });
  const newImport = (source: string) =>
    createImport(database.db, { source, at: systemClock.now().toISOString() });

  test('CORE-4: of two processes with one import the second stops, and nothing is counted twice', async () => {
    const lines = generatedLines({ from: 430, to: 455 });
    const start = await newImport('two');
    const both = await Promise.allSettled([1, 2].map(() => loadImport(openLines(lines), start)));
    const results = both.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
    expect(results.filter((result) => result instanceof Overtaken)).toHaveLength(1);
    expect(results.filter((result) => !(result instanceof Overtaken))).toMatchObject([
      { state: 'done', linesRead: lines.length, created: lines.length },
    ]);
    expect(await countOf('two')).toBe(lines.length);
  });

  test('CORE-4: imports of a source run one at a time; one that has to wait asks again', async () => {
    const sent: Array<{ data: object; options: object | undefined }> = [];
    const work = createImportWork({
      ...{ database, db: database.db, clock: systemClock, files, logger },
      outbox: {
        send: async (_tx, _queue, data, options) => {
          sent.push({ data, options });
        },
      },
    });
    const release = await holdLock(database.source, lockOf('kerfi'));
    await work({ source: 'kerfi' });
    expect(sent).toEqual([{ data: { source: 'kerfi' }, options: { afterSeconds: 15 } }]);
    await release?.();
    await work({ source: 'kerfi' });
    expect(sent).toHaveLength(1);
  });

  test('CORE-4: imports without progress for thirty days are forgotten, with their parts', async () => {
    const id = await create();
    await ask(`/${id}/parts/1`, 'PUT', '\n');
    await forgetImports(database.db, new Date('2026-12-21T11:59:59Z'));
    expect((await ask(`/${id}`, 'GET')).status).toBe(200);
    await forgetImports(database.db, new Date('2026-12-21T12:00:01Z'));
    expect((await ask(`/${id}`, 'GET')).status).toBe(404);
    expect(await database.db.$count(coreImportParts)).toBe(0);
  });
});
