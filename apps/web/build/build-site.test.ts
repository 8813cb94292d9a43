import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@hofn/service';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsSchema } from '../server/settings.ts';
import { createWeb } from '../server/web.ts';
import type { EmbeddedPage } from '../src/engine/embedded-page.ts';
import type { OfflinePlan } from '../src/offline/offline-plan.ts';
import { touchIcon } from './app-manifest.ts';
import { buildSite } from './build-site.ts';
import { contentFiles } from './content.ts';
import { contentService } from './content-service.ts';
import { defaultFolders, projectRoot } from './folders.ts';
import { retiredFor } from './site-folder.ts';

// Next to the site's folder, to reuse its bundles.
const place = (name: string): string => join(projectRoot, `apps/web/dist/test-${process.pid}-${name}`);
const places = ['whole', 'grown'].map(place) as [string, string];
const [whole, grown] = places;
const article = 'article/burglary.json';
let content: string;

/** Hashes of all files of a site, except its stamp. */
const filesOf = async (site: string): Promise<Map<string, string>> => {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.stamp.json');
  const hashes = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const bytes = await readFile(path);
    return [path.slice(site.length + 1), createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return new Map((await Promise.all(hashes)).sort());
};

const edit = async (file: string, change: (text: string) => string): Promise<() => Promise<void>> => {
  const path = join(content, file);
  const before = await readFile(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(path, after);
  return () => writeFile(path, before);
};

const build = (outDir: string, now = 0) =>
  buildSite({ outDir, content: contentFiles(content), now: () => now });

beforeAll(async () => {
  // Otherwise the bundler would run in test mode.
  vi.stubEnv('NODE_ENV', 'production');
  content = await mkdtemp(join(tmpdir(), 'hofn-content-'));
  await cp(defaultFolders.contentDir, content, { recursive: true });
  await build(grown);
});
afterAll(() => Promise.all([...places, content].map((path) => rm(path, { recursive: true, force: true }))));

test('after a change of one document only its pages are rendered, with the same result as a full build', async () => {
  const before = await filesOf(grown);
  await edit(article, (text) => text.replaceAll('Innbrotavarnir', 'Innbrotsvarnir'));
  const part = await build(grown);
  const all = await build(whole);
  expect(all.rendered).toBe(all.pages);
  expect(part.pages).toBe(all.pages);
  // The article, and the pages that list it.
  expect(part.rendered).toBeGreaterThan(0);
  expect(part.rendered).toBeLessThan(8);
  const [one, other] = await Promise.all([filesOf(grown), filesOf(whole)]);
  expect(other.size).toBeGreaterThan(1000);
  expect([...one].filter(([file]) => other.has(file))).toEqual([...other]);
  // Only hashed files are retired; they are kept for open pages.
  const retired = [...one.keys()].filter((file) => !other.has(file));
  expect(retired.every((file) => /^(?:assets|page-data\/sq\/d)\//.test(file))).toBe(true);
  const document = 'forvarnir/innbrotavarnir/index.html';
  expect(before.get(document)).toBeDefined();
  expect(one.get(document)).not.toBe(before.get(document));
});

test('PATH-17: hashed files of former builds are kept while a page may be open, then deleted', async () => {
  const queries = async () =>
    (await readdir(join(grown, 'page-data/sq/d'))).filter((name) => name.endsWith('.json'));
  await build(grown);
  const first = await queries();
  const restore = await edit('menu/menu.json', (text) => text.replaceAll('Tryggingar', 'Vátryggingar'));
  await build(grown, 1);
  const second = await queries();
  expect(second.length).toBeGreaterThan(first.length);
  expect(second).toEqual(expect.arrayContaining(first));
  await edit(article, (text) => text.replaceAll('Innbrotsvarnir', 'Varnir'));
  await build(grown, retiredFor);
  expect(await queries()).toEqual(second);
  await edit(article, (text) => text.replaceAll('Varnir', 'Innbrotavarnir'));
  await build(grown, retiredFor + 1);
  expect((await queries()).length).toBeLessThan(second.length);
  await restore();
});

test('HOLD-1: the offline plan has every script that a portal page can load, including dynamic imports', async () => {
  const worker = await readFile(join(grown, 'sw.js'), 'utf8');
  const plan: OfflinePlan = JSON.parse(worker.slice(worker.indexOf('{'), worker.indexOf(';\n')));
  const kept = new Set(plan.portal);
  const page = await readFile(join(grown, 'vidskipti/index.html'), 'utf8');
  const { chunks }: EmbeddedPage = JSON.parse(
    /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '',
  );
  // From the built files themselves, not from the bundler's manifest.
  const reached = new Set<string>();
  const reach = async (address: string): Promise<void> => {
    if (reached.has(address)) return;
    reached.add(address);
    const code = await readFile(join(grown, address.replace('/arsskyrsla/', '')), 'utf8');
    const named = [...code.matchAll(/(?:from|import\(|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)];
    await Promise.all(named.map(([, name]) => reach(`/arsskyrsla/assets/${name}`)));
  };
  const documents = plan.portal.filter((address) => !address.endsWith('.js'));
  for (const address of documents) {
    const html = await readFile(
      join(grown, decodeURIComponent(address).replace('/arsskyrsla', ''), 'index.html'),
      'utf8',
    );
    const [, json = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    const { entry, modules }: EmbeddedPage = JSON.parse(json);
    for (const module of [entry, ...modules]) await reach(module);
  }
  // Chunks loaded by name from any page.
  for (const [name, address] of Object.entries(chunks))
    if (!name.startsWith('templates/') && name !== 'shell/StaffFrame') await reach(address);
  expect(documents.length).toBeGreaterThan(40);
  expect([...reached].join('\n')).toMatch(/\/Popups-[\s\S]*\/LeaveDialog-|\/LeaveDialog-[\s\S]*\/Popups-/);
  expect([...reached].filter((address) => !kept.has(address))).toEqual([]);
});

test('every document links to the manifest of its language, which installs My pages; manifest and icons have the right type', async () => {
  const documents = (await readdir(grown, { recursive: true })).filter((file) => file.endsWith('index.html'));
  expect(documents.length).toBeGreaterThan(300);
  for (const file of documents) {
    const language = /^en[\\/]/.test(file) ? 'en' : 'is';
    const html = await readFile(join(grown, file), 'utf8');
    expect(html, file).toContain(`<link rel="manifest" href="/arsskyrsla/app.${language}.webmanifest">`);
    expect(html.match(/<meta name="theme-color"/g), file).toHaveLength(2);
  }
  const web = await createWeb({
    settings: settingsSchema.parse({ SITE_DIR: grown }),
    logger: createLogger('web', 'silent'),
    siteDir: grown,
  });
  const starts = { is: '/arsskyrsla/vidskipti', en: '/arsskyrsla/en/my-pages' };
  for (const language of ['is', 'en'] as const) {
    const answer = await web.inject(`/arsskyrsla/app.${language}.webmanifest`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/manifest+json']);
    const manifest = answer.json();
    expect(manifest).toMatchObject({
      lang: language,
      start_url: starts[language],
      scope: '/arsskyrsla/',
      display: 'standalone',
    });
    expect(manifest.name).toMatch(/^Höfn/);
    for (const url of [manifest.start_url, ...manifest.shortcuts.map((entry: { url: string }) => entry.url)])
      expect((await web.inject(url)).statusCode, url).toBe(200);
    const icons: { src: string; sizes: string; type: string; purpose: string }[] = manifest.icons;
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes, type } of [
      ...icons,
      { src: `/arsskyrsla/${touchIcon}`, sizes: '180x180', type: 'image/png' },
    ]) {
      const icon = await web.inject(src);
      const sentAs = type === 'image/svg+xml' ? `${type}; charset=utf-8` : type;
      expect([icon.statusCode, icon.headers['content-type']], src).toEqual([200, sentAs]);
      const drawn = icon.rawPayload;
      // A PNG's first chunk contains width and height.
      if (type === 'image/png') expect(`${drawn.readUInt32BE(16)}x${drawn.readUInt32BE(20)}`).toBe(sizes);
    }
  }
  await web.close();
});

test.each([
  ['a text page', 'um-okkur', 66],
  ['a page with a form', 'fyrirspurn', 88],
])(
  '%s (%s) loads at most %d KB of script, and none of it before an interaction or idle time',
  async (_, page, most) => {
    const html = await readFile(join(grown, page, 'index.html'), 'utf8');
    const [, json = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    const { entry, modules }: EmbeddedPage = JSON.parse(json);
    // Other imports of these modules would be loaded too.
    const sizes = [];
    for (const file of new Set([entry, ...modules])) {
      const path = join(grown, file.replace('/arsskyrsla/', ''));
      const imported = [...(await readFile(path, 'utf8')).matchAll(/from"\.\/([^"]+)"/g)];
      expect(modules).toEqual(
        expect.arrayContaining(imported.map(([, name]) => `/arsskyrsla/assets/${name}`)),
      );
      // The smallest files are not compressed.
      sizes.push((await stat(`${path}.br`).catch(() => stat(path))).size);
    }
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most * 1000);
    expect(html).not.toMatch(/<script[^>]* src=|rel="modulepreload"/);
  },
);

test('LANG-10: the build fails and names a missing picture, a row of the table of paths without a page, a page in only one language, and a document without a title; the site is unchanged', async () => {
  await build(grown);
  const before = await filesOf(grown);
  const changes: [file: string, change: (text: string) => string, named: RegExp][] = [
    [
      'event/abroad.json',
      (text) => text.replace('"icon": "bag"', '"icon": "no-such-picture"'),
      /missing pictures:[\s\S]*no-such-picture/,
    ],
    [
      'signatureCheck/signatureCheck.json',
      (text) =>
        text.replace(
          '"page": "signatureCheck"',
          '"page": "other", "path": { "is": "/annad", "en": "/en/other" }',
        ),
      /paths without a page:[\s\S]*signatureCheck: \/sannreyna\/undirritun/,
    ],
    [
      article,
      (text) => text.replace(/,\s*"en": "[^"]*"/, ''),
      /article\/burglary\.json lacks a language at title/,
    ],
    [article, (text) => text.replace(/"title"/, '"titill"'), /article\/burglary \(is\): title/],
    [article, (text) => text.slice(0, text.length / 2), /article\/burglary\.json: /],
  ];
  for (const [file, change, named] of changes) {
    const restore = await edit(file, change);
    await expect(build(grown)).rejects.toThrow(named);
    await restore();
  }
  expect(await filesOf(grown)).toEqual(before);
});

test('SITE-3: the build fails and lists the questions, choices and required texts that the published content lacks; the site is unchanged', async () => {
  const before = await filesOf(grown);
  const restores = [
    // As an editor's document looks that was published before a release added a question and a choice.
    await edit('form/inquiry.json', (text) => {
      const document = JSON.parse(text);
      document.fields = document.fields.filter(({ name }: { name: string }) => name !== 'ssn');
      const type = document.fields.find(({ name }: { name: string }) => name === 'type');
      type.options = type.options.slice(1);
      return JSON.stringify(document);
    }),
    await edit('prices/prices.json', (text) => text.replace('"value": "under21"', '"value": "under20"')),
    await edit('formLabels/formLabels.json', (text) => text.replace('"retry"', '"retried"')),
  ];
  const failing = build(grown);
  await expect(failing).rejects.toThrow(/lacks texts.*npm run seed-content/);
  for (const language of ['is', 'en'])
    for (const line of [
      `form/inquiry (${language}): the question ssn`,
      `form/inquiry (${language}): the choice Einstaklingsþjónusta of type`,
      `prices/prices (${language}): the choice under21 of driver`,
      `formLabels/formLabels (${language}): retry`,
    ])
      await expect(failing).rejects.toThrow(line);
  for (const restore of restores) await restore();
  expect(await filesOf(grown)).toEqual(before);
});

test('a content service that is down, malformed, or stops half way leaves the site unchanged, with a message', async () => {
  const before = await filesOf(grown);
  const answers: [answer: (address: string) => Response, line: RegExp][] = [
    [
      () => {
        throw new TypeError('fetch failed');
      },
      /The content service does not answer at http:\/\/content\.example/,
    ],
    [() => new Response('<!doctype html>'), /is malformed/],
    [() => Response.json({ refs: [] }), /is malformed/],
    [
      (address) =>
        address.includes('search')
          ? new Response('{"total_pages": 3, "results": [{"type"', {
              headers: { 'content-type': 'application/json' },
            })
          : Response.json({ refs: [{ ref: 'a' }] }),
      /is malformed/,
    ],
    [() => new Response('busy', { status: 503 }), /answered 503/],
  ];
  for (const [answer, line] of answers) {
    const service = contentService('http://content.example', {
      fetch: async (address) => answer(String(address)),
      pause: async () => undefined,
    });
    await expect(buildSite({ outDir: grown, content: service })).rejects.toThrow(line);
  }
  expect(await filesOf(grown)).toEqual(before);
});
