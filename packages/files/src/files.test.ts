import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFolderStore } from './folder.ts';
import { openS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const content = 'Skjal með þ og æ, sem er nokkuð langt.';
const key = createHash('sha256').update(content).digest('hex');
const unknown = '0'.repeat(64);
const streamOf = (value: string | Buffer) => Readable.from([Buffer.from(value)]);
const sortedKeys = async (list: AsyncIterable<string>) => {
  const keys: string[] = [];
  for await (const listed of list) keys.push(listed);
  return keys.toSorted();
};

/** Tests for every driver. `damage` changes a stored content behind the store's back. */
const testStore = (open: () => Promise<{ store: FileStore; damage: (key: string) => void }>) => {
  let store: FileStore;
  let damage: (key: string) => void;
  beforeAll(async () => {
    ({ store, damage } = await open());
  });
  beforeEach(async () => {
    for (const stored of await sortedKeys(store.list())) await store.delete(stored);
  });

  test('a content is stored under its hash and read back unchanged', async () => {
    expect(await store.put(streamOf(content), 1000)).toEqual({ key, bytes: Buffer.byteLength(content) });
    expect(await store.head(key)).toEqual({ key, bytes: Buffer.byteLength(content) });
    expect(await text(await store.get(key))).toBe(content);
  });

  test('stores a content of many chunks and several megabytes, and an empty one', async () => {
    const pieces = Array.from({ length: 50 }, (_, n) => Buffer.alloc(100_000, n));
    const large = await store.put(Readable.from(pieces), 10_000_000);
    expect(large.bytes).toBe(5_000_000);
    expect((await buffer(await store.get(large.key))).equals(Buffer.concat(pieces))).toBe(true);
    const empty = await store.put(Readable.from([]), 10);
    expect(empty.bytes).toBe(0);
    expect(await text(await store.get(empty.key))).toBe('');
  });

  test('the same content is stored once, and deleting it twice is harmless', async () => {
    await store.put(streamOf(content), 1000);
    await store.put(streamOf(content), 1000);
    expect(await sortedKeys(store.list())).toEqual([key]);
    await store.delete(key);
    await store.delete(key);
    expect(await store.head(key)).toBeUndefined();
    expect(await sortedKeys(store.list())).toEqual([]);
  });

  test('a range includes its first and last byte', async () => {
    await store.put(streamOf(content), 1000);
    expect(await text(await store.get(key, { first: 0, last: 4 }))).toBe('Skjal');
    expect(await text(await store.get(key, { first: 2, last: 2 }))).toBe('j');
  });

  test('nothing is stored over the size limit', async () => {
    await expect(store.put(streamOf(content), 10)).rejects.toMatchObject({ code: 'tooLarge' });
    expect(await sortedKeys(store.list())).toEqual([]);
  });

  test('an aborted upload leaves nothing behind', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put(broken, 1000)).rejects.toThrow('connection lost');
    expect(await sortedKeys(store.list())).toEqual([]);
  });

  test.each([unknown, '../../etc/passwd', '', `${'0'.repeat(63)}/`])('%j is not found', async (name) => {
    expect(await store.head(name)).toBeUndefined();
    await expect(store.get(name)).rejects.toMatchObject({ code: 'missing' });
    await store.delete(name);
  });

  test('HOLD-7: notes are stored beside the contents, and one of the same name replaces the former', async () => {
    const all = async () => {
      const notes: string[] = [];
      for await (const { name, text: body } of store.notes()) notes.push(`${name} ${body}`);
      return notes.toSorted();
    };
    expect(await all()).toEqual([]);
    await store.putNote('erasure-1', '{"first":1}');
    await store.putNote('erasure-2', '{"þ":2}');
    await store.putNote('erasure-1', '{"second":1}');
    expect(await all()).toEqual(['erasure-1 {"second":1}', 'erasure-2 {"þ":2}']);
    expect(await sortedKeys(store.list())).toEqual([]);
    await expect(store.putNote('../escape', '')).rejects.toThrow('cannot be called');
  });

  test('a content damaged on disk is never returned in full', async () => {
    await store.put(streamOf(content), 1000);
    damage(key);
    await expect(store.get(key).then((stream) => buffer(stream))).rejects.toMatchObject({ code: 'damaged' });
    // Storing it again repairs it.
    await store.put(streamOf(content), 1000);
    expect(await text(await store.get(key))).toBe(content);
  });
};

const corrupt = (path: string) => {
  const bytes = readFileSync(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

describe('files in a folder', () => {
  const place = join(folder, 'store');
  testStore(async () => ({
    store: openFolderStore(place),
    damage: (stored) => corrupt(join(place, stored.slice(0, 2), stored)),
  }));

  test('only the owner can read the files', async () => {
    await openFolderStore(place).put(streamOf(content), 1000);
    expect(statSync(join(place, key.slice(0, 2), key)).mode & 0o777).toBe(0o600);
    expect(statSync(join(place, key.slice(0, 2))).mode & 0o777).toBe(0o700);
  });

  test('a range of a damaged content is not returned either', async () => {
    const store = openFolderStore(place);
    await store.put(streamOf(content), 1000);
    corrupt(join(place, key.slice(0, 2), key));
    await expect(store.get(key, { first: 3, last: 5 })).rejects.toMatchObject({ code: 'damaged' });
  });

  test('reports a full disk, and leaves no partial file behind', () => {
    const full = join(folder, 'full');
    const script = `
      const { openFolderStore } = await import(${JSON.stringify(new URL('./folder.ts', import.meta.url).href)});
      const { Readable } = await import('node:stream');
      const store = openFolderStore(${JSON.stringify(full)});
      await store.put(Readable.from([Buffer.alloc(500_000)]), 1e9).catch(({ name, code }) => console.log(name, code));`;
    // The limit is enforced by the system: no file of this process may exceed a few blocks.
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 64; exec "$0" --input-type=module -e "$1"', process.execPath, script],
      { encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['FileFault full\n', '']);
    expect(readdirSync(full)).toEqual(['new']);
    expect(readdirSync(join(full, 'new'))).toEqual([]);
  });
});

describe('files in a bucket', () => {
  const place = join(folder, 's3');
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: place,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  let store: Awaited<ReturnType<typeof openS3Store>>;
  afterAll(async () => {
    store.close();
    await server.close();
  });
  testStore(async () => {
    const { port } = await server.run();
    store = await openS3Store({
      bucket: 'files',
      region: 'eu-north-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      temporary: join(folder, 'on-their-way'),
    });
    return { store, damage: (stored) => corrupt(join(place, 'files', `${stored}._S3rver_object`)) };
  });

  test('the temporary folder is empty afterwards', async () => {
    await store.put(streamOf(content), 1000);
    expect(readdirSync(join(folder, 'on-their-way'))).toEqual([]);
  });
});
