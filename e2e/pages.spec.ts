// Every page of the site as the server sends it: found through links and read without scripts, in both languages.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@hofn/texts/language.ts';
import { paths } from '@hofn/texts/paths.ts';
import { HtmlValidate } from 'html-validate';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { expect, test } from './support/site.ts';

type Sent = { status: number; html: string };

const attribute = (html: string, pattern: RegExp): string[] =>
  Array.from(html.matchAll(pattern), ([, value]) => (value ?? '').replaceAll('&amp;', '&'));

/** The body's markup without its scripts. */
const bodyOf = (html: string): string =>
  html.slice(html.indexOf('<body>'), html.indexOf('<script type="application/json"'));

/** A document of the page's own part alone. */
const ownPartOf = (html: string): string => {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>') + '</main>'.length);
  return `<!doctype html><html lang="is"><head><title>-</title></head><body>${main}</body></html>`;
};

const textOf = (html: string): string =>
  bodyOf(html)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The path of an absolute address: tests serve the site from another origin than it was built for. */
const pathOf = (address: string): string => new URL(address).pathname;

/** Crawls the site from its front page. Addresses are paths with the base. */
const crawl = async (origin: string): Promise<Map<string, Sent>> => {
  const pages = new Map<string, Sent>();
  const waiting = ['/arsskyrsla/', '/arsskyrsla/404', '/arsskyrsla/500'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const response = await fetch(origin + path);
    const html = await response.text();
    pages.set(path, { status: response.status, html });
    const links = [
      ...attribute(bodyOf(html), /<a\s[^>]*?href="(\/[^"#]*)/g),
      ...attribute(html, /<link rel="alternate" hreflang[^>]*? href="([^"]*)"/g).map(pathOf),
    ];
    waiting.push(...links.filter((link) => link.startsWith('/arsskyrsla')));
  }
  return pages;
};

/** The crawled pages, once per worker: the built site does not change. */
let crawled: Promise<Map<string, Sent>> | undefined;
const allPages = (origin: string): Promise<Map<string, Sent>> => {
  crawled ??= crawl(origin);
  return crawled;
};

// In order and in one worker, so that the site is crawled once.
test.describe.configure({ mode: 'default' });

test('PATH-1, LANG-7: every linked page in both languages exists and has its own h1, text, title and language', async ({
  site,
}) => {
  const pages = await allPages(new URL(site.url).origin);
  expect(pages.size).toBeGreaterThan(150);
  const faults: string[] = [];
  const titles = new Map<string, string>();
  for (const [path, { status, html }] of pages) {
    const report = (what: string) => faults.push(`${path}: ${what}`);
    // Error pages keep their status when opened by name.
    const [, named = '200'] = /\/(404|500)$/.exec(path) ?? [];
    if (status !== Number(named)) report(`answered ${status}`);
    const language = /^\/arsskyrsla\/en(\/|$)/.test(path) ? 'en' : 'is';
    if (!html.includes(`<html lang="${language}">`)) report(`not in ${language}`);
    const portal = /\/(vidskipti|my-pages|innskraning|login)/.test(path);
    const headings = attribute(bodyOf(html), /<(h1)[\s>]/g).length;
    if (headings !== 1 && !portal) report(`${headings} h1`);
    if (textOf(html).length < 300 && !portal) report('hardly any text');
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
    const base = language === 'is' ? 'Tryggingar og góð þjónusta' : 'Insurance and Service';
    if (title !== base && !title.endsWith(` · ${base}`)) report(`is titled ${title}`);
    const twin = titles.get(title);
    // A path with parameters shares one document, as the calendar's doors do.
    if (twin && !portal && pages.get(twin)?.html !== html) report(`has the title of ${twin}`);
    titles.set(title, path);
    if (!portal && !/<meta name="description" content="[^"]{20,}"/.test(html)) report('no description');
  }
  expect(faults).toEqual([]);
});

/** The address of each language of a page, from the links in its head or its sitemap entry. */
const alternatesOf = (markup: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(
      markup.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g),
      ([, language = '', address = '']) => [language, pathOf(address)],
    ),
  );

const languageOf = (html: string): string => /<html lang="([^"]*)">/.exec(html)?.[1] ?? '';

/** The sitemap's entries by path. */
const sitemapOf = async (origin: string): Promise<Map<string, Record<string, string>>> => {
  const robots = await (await fetch(`${origin}/robots.txt`)).text();
  const address = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '';
  const response = await fetch(origin + pathOf(address));
  expect(response.headers.get('content-type')).toContain('xml');
  const entries = attribute(await response.text(), /<url>(.*?)<\/url>/gs);
  return new Map(
    entries.map((entry) => [pathOf(attribute(entry, /<loc>([^<]*)<\/loc>/g)[0] ?? ''), alternatesOf(entry)]),
  );
};

test('LANG-10: every path in the table opens in both languages', async ({ site }) => {
  // Error pages answer with their own status; drafts have expiring references and a separate test.
  const statuses: Record<string, number> = { notFound: 404, serverError: 500 };
  const codes: Record<string, Record<Language, string>> = { termsByCode: { is: 'BA10', en: 'BA10E' } };
  const faults: string[] = [];
  for (const { key, ...row } of paths.filter(({ live }) => !live)) {
    for (const language of languages) {
      const path = row[language].replace(/:\w+/g, codes[key]?.[language] ?? 'abc1');
      const response = await fetch(`${site.url}${path === '/' ? '' : path}/`);
      const wanted = `${statuses[key] ?? 200} ${language}`;
      const found = `${response.status} ${languageOf(await response.text())}`;
      if (found !== wanted) faults.push(`${key} at ${path}: ${found}, not ${wanted}`);
    }
  }
  expect(faults).toEqual([]);
});

test('LANG-10: a page’s alternates in its head and in the sitemap lead to its twin in the other language and back', async ({
  site,
}) => {
  const { origin } = new URL(site.url);
  const pages = await allPages(origin);
  const faults: string[] = [];
  let followed = 0;
  /** Checks the alternates of a page, as named by the given markup. */
  const checkAlternates = (
    where: 'head' | 'sitemap',
    path: string,
    alternatesBy: (path: string) => Record<string, string>,
  ) => {
    const report = (what: string) => faults.push(`${path} in the ${where}: ${what}`);
    const named = alternatesBy(path);
    const own = languageOf(pages.get(path)?.html ?? '');
    const other = own === 'is' ? 'en' : 'is';
    // Readers of other languages get the Icelandic page, which only the head names.
    const { 'x-default': fallback, ...both } = named;
    if (Object.keys(both).join() !== 'is,en') report(`names ${Object.keys(both)}`);
    if (where === 'head' && fallback !== named.is) report(`x-default is ${fallback}`);
    if (named[own] !== path) report(`its own language is at ${named[own]}`);
    const twin = named[other] ?? '';
    const sent = pages.get(twin);
    if (sent?.status !== 200) report(`${twin} answered ${sent?.status}`);
    if (languageOf(sent?.html ?? '') !== other) report(`${twin} is not in ${other}`);
    if (alternatesBy(twin)[own] !== path) report(`${twin} does not lead back`);
    followed += 1;
  };
  const inHead = (path: string) => alternatesOf(pages.get(path)?.html ?? '');
  for (const path of pages.keys())
    if (Object.keys(inHead(path)).length > 0) checkAlternates('head', path, inHead);
  expect(followed).toBeGreaterThan(150);

  const sitemap = await sitemapOf(origin);
  expect(sitemap.size).toBeGreaterThan(150);
  for (const path of sitemap.keys()) checkAlternates('sitemap', path, (key) => sitemap.get(key) ?? {});
  expect(faults).toEqual([]);
});

test('PATH-19: every public page names its address, its twin, Open Graph and JSON-LD, and is in the sitemap', async ({
  site,
}) => {
  const { origin } = new URL(site.url);
  const listed = [...(await sitemapOf(origin)).keys()];
  const pages = await allPages(origin);
  const indexed = [...pages].filter(
    ([, { html }]) => !html.includes('<meta name="robots" content="noindex">'),
  );
  expect(indexed.map(([path]) => path).toSorted()).toEqual(listed.toSorted());
  expect(listed.length).toBeGreaterThan(150);
  const faults: string[] = [];
  const pictures = new Set<string>();
  const feeds = new Set<string>();
  for (const [path, { html }] of indexed) {
    const report = (what: string) => faults.push(`${path}: ${what}`);
    const firstMatch = (pattern: RegExp): string => attribute(html, pattern)[0] ?? '';
    const canonical = firstMatch(/<link rel="canonical" href="([^"]*)"/g);
    if (!canonical || pathOf(canonical) !== path) report(`canonical ${canonical}`);
    if (firstMatch(/<meta property="og:url" content="([^"]*)"/g) !== canonical) report('og:url');
    pictures.add(firstMatch(/<meta property="og:image" content="([^"]*)"/g));
    for (const name of ['title', 'description', 'type', 'locale', 'site_name', 'image:alt'])
      if (!firstMatch(new RegExp(`<meta property="og:${name}" content="([^"]*)"`, 'g'))) report(`og:${name}`);
    for (const feed of attribute(
      html,
      /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]*)"/g,
    ))
      feeds.add(feed);
    const languages = attribute(html, /<link rel="alternate" hreflang="([^"]*)"/g);
    if (languages.join() !== 'is,en,x-default') report(`hreflang ${languages}`);
    const graph = JSON.parse(firstMatch(/<script type="application\/ld\+json">(.*?)<\/script>/g) || '{}')[
      '@graph'
    ];
    const types = Array.isArray(graph) ? graph.map((entry) => entry['@type']) : [];
    if (types[0] !== 'InsuranceAgency' || !['WebPage', 'Article'].includes(types[1]))
      report(`JSON-LD ${types}`);
    if (graph?.[1]?.url !== canonical) report('JSON-LD names another address');
  }
  expect(faults).toEqual([]);
  expect(pictures.size).toBe(2);
  for (const picture of pictures) {
    const body = Buffer.from(await (await fetch(origin + pathOf(picture))).arrayBuffer());
    // Width and height follow a PNG's signature.
    expect([body.toString('latin1', 1, 4), body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([
      'PNG',
      1200,
      630,
    ]);
  }
  expect(feeds.size).toBe(2);
  for (const feed of feeds) {
    const articles = attribute(await (await fetch(origin + pathOf(feed))).text(), /<entry><id>([^<]*)</g).map(
      pathOf,
    );
    expect(articles.length).toBeGreaterThan(5);
    expect(listed).toEqual(expect.arrayContaining(articles));
  }
  const unlisted = [...pages].filter(([path]) => !listed.includes(path));
  // All calendar doors share a document, which reveals nothing before its day; so do saved prices.
  for (const [path] of unlisted)
    expect(path).toMatch(
      /\/(404|500|leit|search|vidskipti|my-pages|innskraning|login|jolakula\/\d|tryggja\/tilbod|insure\/quote)/,
    );
});

test('the documents of all templates are valid HTML', async ({ site }) => {
  const pages = await allPages(new URL(site.url).origin);
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // Matters of taste, and React's way of writing markup.
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      'doctype-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'long-title': 'off',
      'no-inline-style': 'off',
      'no-implicit-button-type': 'error',
      'require-sri': 'off',
      'tel-non-breaking': 'off',
      'attr-case': 'off',
      // Sections of terms have numeric ids.
      'valid-id': ['error', { relaxed: true }],
      // Tables keep explicit roles because narrow windows show them as cards.
      'no-redundant-role': 'off',
      // Search suggestions are a listbox, but not a form control.
      'prefer-native-element': ['error', { exclude: ['listbox'] }],
      // The wide and the narrow window's menus share a name; only one of them is ever visible.
      'unique-landmark': 'off',
    },
  });
  const faults = new Map<string, string>();
  const shells = new Set<string | undefined>();
  for (const [path, { html }] of pages) {
    // What surrounds the page's own part is nine tenths of it, and the same wherever template and language are.
    const shell = /<html lang="\w+"|"componentChunkName":"[^"]+"/g;
    const key = html.match(shell)?.join(' ');
    const part = shells.has(key) ? ownPartOf(html) : html;
    shells.add(key);
    const { results } = await validator.validateString(part, path);
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages))
      if (!faults.has(`${ruleId}: ${message}`))
        faults.set(`${ruleId}: ${message}`, `${path}:${line}:${column}`);
    const ids = attribute(bodyOf(html), /\sid="([^"]*)"/g);
    for (const [at, id] of ids.entries()) if (ids.indexOf(id) < at) faults.set(`duplicate id ${id}`, path);
  }
  expect(shells.size).toBeGreaterThan(20);
  expect(Object.fromEntries(faults)).toEqual({});
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PATH-1: a reader reads and browses the site, menus and language switch included', async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Tryggingar' }).click();
    await page.getByRole('link', { name: 'Kaskótrygging' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kaskótrygging' })).toBeVisible();
    await expect(page.getByText('Bætir skyndilegt tjón á þínum eigin bíl').first()).toBeVisible();
    await page.locator('header').getByRole('link', { name: 'English' }).first().click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Comprehensive motor insurance' }),
    ).toBeVisible();
    await page
      .getByRole('navigation', { name: 'You are here' })
      .getByRole('link', { name: 'Insurance' })
      .click();
    await expect(page).toHaveURL(`${site.url}/en/insurance`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
});

test('PATH-1: the source of a page contains its text', async ({ page, site }) => {
  const response = await page.goto(`${site.url}/tryggingar/kaskotrygging`);
  const source = (await response?.text()) ?? '';
  for (const text of ['Árekstur, útafakstur og velta', 'Undirvagn á hálendisvegum', '65.000 kr.'])
    expect(bodyOf(source)).toContain(text.replace(' kr.', '\u00a0kr.'));
});

test('PATH-4 and PATH-5: page data and app data of the built site contain what the protocol specifies', async () => {
  const read = async (path: string) =>
    JSON.parse(await readFile(join(defaultFolders.outDir, 'page-data', path), 'utf8'));
  const { webpackCompilationHash } = await read('app-data.json');
  expect(webpackCompilationHash).toMatch(/^\w{20}$/);
  for (const [folder, path, matchPath] of [
    ['index', '/'],
    ['en/insurance', '/en/insurance'],
    ['vidskipti/tryggingar/[id]', '/vidskipti/tryggingar/[id]', '/vidskipti/tryggingar/:id'],
  ] as const) {
    const data = await read(`${folder}/page-data.json`);
    expect(data).toMatchObject({
      path,
      webpackCompilationHash,
      componentChunkName: expect.stringMatching(/^component---\w+$/),
    });
    expect(data.matchPath).toBe(matchPath);
    expect(data.result.pageContext.language).toBe(path.startsWith('/en') ? 'en' : 'is');
    expect(data.staticQueryHashes).toHaveLength(2);
    for (const hash of data.staticQueryHashes) expect(await read(`sq/d/${hash}.json`)).toHaveProperty('data');
  }
});
