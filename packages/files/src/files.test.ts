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
const of = (value: string | Buffer) => Readable.from([Buffer.from(value)]);
const all = async (keys: AsyncIterable<string>) => {
  const found: string[] = [];
  for await (const one of keys) found.push(one);
  return found.toSorted();
};

/** What holds of every driver. `damage` changes a stored content behind the store's back. */
const behaves = (open: () => Promise<{ store: FileStore; damage: (key: string) => void }>) => {
  let store: FileStore;
  let damage: (key: string) => void;
  beforeAll(async () => {
    ({ store, damage } = await open());
  });
  beforeEach(async () => {
    for (const one of await all(store.list())) await store.delete(one);
  });

  test('a content is stored under its hash and comes back as it was', async () => {
    expect(await store.put(of(content), 1000)).toEqual({ key, bytes: Buffer.byteLength(content) });
    expect(await store.head(key)).toEqual({ key, bytes: Buffer.byteLength(content) });
    expect(await text(await store.get(key))).toBe(content);
  });

  test('a content in many pieces and of some megabytes, and an empty one', async () => {
    const pieces = Array.from({ length: 50 }, (_, n) => Buffer.alloc(100_000, n));
    const large = await store.put(Readable.from(pieces), 10_000_000);
    expect(large.bytes).toBe(5_000_000);
    expect((await buffer(await store.get(large.key))).equals(Buffer.concat(pieces))).toBe(true);
    const empty = await store.put(Readable.from([]), 10);
    expect(empty.bytes).toBe(0);
    expect(await text(await store.get(empty.key))).toBe('');
  });

  test('the same content twice is stored once; deleted it is gone, and deleting it again is no fault', async () => {
    await store.put(of(content), 1000);
    await store.put(of(content), 1000);
    expect(await all(store.list())).toEqual([key]);
    await store.delete(key);
    await store.delete(key);
    expect(await store.head(key)).toBeUndefined();
    expect(await all(store.list())).toEqual([]);
  });

  test('a part is what its first and last byte say', async () => {
    await store.put(of(content), 1000);
    expect(await text(await store.get(key, { first: 0, last: 4 }))).toBe('Skjal');
    expect(await text(await store.get(key, { first: 2, last: 2 }))).toBe('j');
  });

  test('over its limit nothing is kept', async () => {
    await expect(store.put(of(content), 10)).rejects.toMatchObject({ code: 'tooLarge' });
    expect(await all(store.list())).toEqual([]);
  });

  test('a sender that breaks off leaves nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put(broken, 1000)).rejects.toThrow('connection lost');
    expect(await all(store.list())).toEqual([]);
  });

  test.each([unknown, '../../etc/passwd', '', `${'0'.repeat(63)}/`])('%j is not there', async (name) => {
    expect(await store.head(name)).toBeUndefined();
    await expect(store.get(name)).rejects.toMatchObject({ code: 'missing' });
    await store.delete(name);
  });

  test('a content that has changed on the disk is not given out whole', async () => {
    await store.put(of(content), 1000);
    damage(key);
    await expect(store.get(key).then((stream) => buffer(stream))).rejects.toMatchObject({ code: 'damaged' });
    // Stored anew it is mended.
    await store.put(of(content), 1000);
    expect(await text(await store.get(key))).toBe(content);
  });
};

const spoil = (path: string) => {
  const bytes = readFileSync(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};

describe('files in a folder', () => {
  const place = join(folder, 'store');
  behaves(async () => ({
    store: openFolderStore(place),
    damage: (one) => spoil(join(place, one.slice(0, 2), one)),
  }));

  test('only its own user may read them', async () => {
    await openFolderStore(place).put(of(content), 1000);
    expect(statSync(join(place, key.slice(0, 2), key)).mode & 0o777).toBe(0o600);
    expect(statSync(join(place, key.slice(0, 2))).mode & 0o777).toBe(0o700);
  });

  test('a part of a damaged content is not given out either', async () => {
    const store = openFolderStore(place);
    await store.put(of(content), 1000);
    spoil(join(place, key.slice(0, 2), key));
    await expect(store.get(key, { first: 3, last: 5 })).rejects.toMatchObject({ code: 'damaged' });
  });

  test('with no room left it says so, and nothing half is kept', () => {
    const full = join(folder, 'full');
    const script = `
      const { openFolderStore } = await import(${JSON.stringify(new URL('./folder.ts', import.meta.url).href)});
      const { Readable } = await import('node:stream');
      const store = openFolderStore(${JSON.stringify(full)});
      await store.put(Readable.from([Buffer.alloc(500_000)]), 1e9).catch(({ name, code }) => console.log(name, code));`;
    // The system itself refuses: no file of this process may grow over some blocks.
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
  behaves(async () => {
    const { port } = await server.run();
    store = await openS3Store({
      bucket: 'files',
      region: 'eu-north-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      temporary: join(folder, 'on-their-way'),
    });
    return { store, damage: (one) => spoil(join(place, 'files', `${one}._S3rver_object`)) };
  });

  test('nothing stays in the folder for contents on their way', async () => {
    await store.put(of(content), 1000);
    expect(readdirSync(join(folder, 'on-their-way'))).toEqual([]);
  });
});
