import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodings } from '../build/compress.ts';
import { createFileCache } from './file-cache.ts';

const [brotli] = encodings;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-cache-'));
  await mkdir(join(folder, 'assets'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFile(join(folder, file), text);
const textOf = (found: { body: Buffer } | undefined) => found && brotliDecompressSync(found.body).toString();
const page = 'Síða '.repeat(100);

test('a page is compressed once, for concurrent and for later requests', async () => {
  await write('index.html', page);
  const { readCompressed } = createFileCache(folder, 1_000_000);
  const [one, other] = await Promise.all([
    readCompressed('index.html', brotli),
    readCompressed('index.html', brotli),
  ]);
  expect(textOf(one)).toBe(page);
  expect(other).toBe(one);
  expect(await readCompressed('index.html', brotli)).toBe(one);
});

test('only an asset has a copy that the build made: one beside a page is not read', async () => {
  await write('index.html', page);
  await write('index.html.br', 'of a build long ago');
  await write('assets/app-1.js', page);
  await write('assets/app-1.js.br', 'of the build');
  const { readCompressed } = createFileCache(folder, 1_000_000);
  expect(textOf(await readCompressed('index.html', brotli))).toBe(page);
  expect((await readCompressed('assets/app-1.js', brotli))?.body.toString()).toBe('of the build');
});

test('what is too small to shrink, and what does not exist, has no compressed copy', async () => {
  await write('robots.txt', 'User-agent: *');
  const { readCompressed } = createFileCache(folder, 1_000_000);
  expect(await readCompressed('robots.txt', brotli)).toBeUndefined();
  expect(await readCompressed('missing.txt', brotli)).toBeUndefined();
});

test('a file with a hash in its name is read once, even if it is removed; another is read again', async () => {
  await write('assets/app-1.js', page);
  await write('index.html', page);
  const { read } = createFileCache(folder, 1_000_000);
  const asset = await read('assets/app-1.js');
  await read('index.html');
  await rm(join(folder, 'assets'), { recursive: true });
  await write('index.html', `${page} Ný.`);
  expect(await read('assets/app-1.js')).toBe(asset);
  expect((await read('index.html'))?.body.toString()).toBe(`${page} Ný.`);
});

test('a full cache evicts the oldest content, which is read again when it is asked for', async () => {
  for (const name of ['a', 'b', 'c']) await write(name, name.repeat(400));
  const { read } = createFileCache(folder, 1000);
  const [a, b] = [await read('a'), await read('b')];
  const c = await read('c');
  expect(await read('b')).toBe(b);
  expect(await read('c')).toBe(c);
  const again = await read('a');
  expect(again).toEqual(a);
  expect(again).not.toBe(a);
});
