import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { languages } from '@hofn/texts/language.ts';
import { paths } from '@hofn/texts/paths.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentFolder, missingHalves } from './content.ts';
import { defaultFolders } from './folders.ts';
import { planPages, rowsWithoutPage } from './plan-pages.ts';
import { templateSources } from './template-sources.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pair = <Half>(is: Half, en: Half) => ({ is, en });

/** A content folder with these files. */
const write = async (name: string, files: Record<string, unknown>): Promise<string> => {
  const root = join(folder, name);
  for (const [file, value] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), typeof value === 'string' ? value : JSON.stringify(value));
  }
  return root;
};

const small = {
  'company/company.json': { type: 'company', uid: 'company' },
  'menu/menu.json': { type: 'menu', uid: 'menu' },
  'footer/footer.json': { type: 'footer', uid: 'footer' },
  'assistance/assistance.json': { type: 'assistance', uid: 'assistance' },
};

test('a document is read in each language, with no-break spaces where a line must not break', async () => {
  const root = await write('read', {
    'generic/x.json': {
      type: 'generic',
      uid: 'x',
      page: 'about',
      title: pair('Um', 'About'),
      list: { is: ['1.000 kr.'], en: [] },
    },
  });
  const content = await contentFolder(root)();
  expect(content.document('generic', 'x', 'is').data).toEqual({ title: 'Um', list: ['1.000\u00a0kr.'] });
  expect(content.document('generic', 'x', 'en').data).toEqual({ title: 'About', list: [] });
  expect(content.document('generic', 'x', 'en').page).toBe('about');
  expect(() => content.document('generic', 'y', 'en')).toThrow('generic/y');
});

test('LANG-6: the error names file and place of a text that lacks a language', async () => {
  const root = await write('halves', {
    'generic/x.json': { type: 'generic', uid: 'x', title: { is: 'Um' }, covers: [{ text: pair('a', '') }] },
  });
  await expect(contentFolder(root)()).rejects.toThrow(
    /generic\/x\.json lacks a language at title\n.*covers\[0\]\.text/,
  );
  expect(missingHalves({ title: pair('a', 'b') })).toEqual([]);
});

test('the error names a file that is not JSON, or that does not match its name', async () => {
  const root = await write('broken', {
    'generic/x.json': '{',
    'generic/y.json': { type: 'generic', uid: 'z' },
  });
  await expect(contentFolder(root)()).rejects.toThrow(
    /generic\/x\.json: .*\n.*generic\/y\.json says that it is generic\/z/,
  );
});

test('the error names a page without title, description or path, and two pages with one path', async () => {
  const page = { description: pair('a', 'a'), title: pair('a', 'a') };
  const root = await write('faults', {
    ...small,
    'generic/about.json': { type: 'generic', uid: 'about', page: 'about', description: pair('a', 'a') },
    'generic/contact.json': { type: 'generic', uid: 'contact', page: 'contact', title: pair('a', 'a') },
    'generic/typed.json': { type: 'generic', uid: 'typed', page: 'privacy', ...page, title: pair(7, 8) },
    'generic/nowhere.json': { type: 'generic', uid: 'nowhere', page: 'nowhere', ...page },
    'generic/p.json': { type: 'generic', uid: 'p', page: 'p', path: pair('/p', '/en/p'), ...page },
    'generic/q.json': { type: 'generic', uid: 'q', page: 'q', path: pair('/q', '/en/p'), ...page },
  });
  const content = await contentFolder(root)();
  const plan = () => planPages(content, ['generic']);
  for (const fault of [
    /generic\/about: no title in is/,
    /generic\/contact: no description/,
    /generic\/typed: no title in is/,
    /generic\/nowhere: no path/,
    /\/en\/p is claimed by p and q/,
  ])
    expect(plan).toThrow(fault);
});

test('PATH-1: adding a document adds its page, with links only to existing pages', async () => {
  const page = (key: string) => ({ title: pair(key, key), description: pair(key, key) });
  const root = await write('page', {
    ...small,
    'generic/new.json': {
      type: 'generic',
      uid: 'new',
      page: 'new',
      path: pair('/nytt', '/en/new'),
      ...page('new'),
      links: [
        { title: pair('Um', 'About'), page: 'about' },
        { title: pair('Form', 'Form'), page: 'letUsKnow' },
      ],
    },
    'generic/about.json': { type: 'generic', uid: 'about', page: 'about', ...page('about') },
    'form/form.json': { type: 'form', uid: 'form', page: 'letUsKnow', ...page('form') },
  });
  const { pages } = planPages(await contentFolder(root)(), ['generic']);
  const made = pages.find(({ path }) => path === '/en/new');
  expect(made?.data).toMatchObject({ links: [{ title: 'About', page: 'about', path: '/en/about' }] });
  expect(made?.context).toMatchObject({
    language: 'en',
    title: 'new',
    alternates: { is: '/nytt', en: '/en/new' },
  });
  expect(pages.map(({ path }) => path).toSorted()).toEqual(['/en/about', '/en/new', '/nytt', '/um-okkur']);
});

test('LANG-10: every page of the site has its translation, and no path belongs to two pages', async () => {
  const content = await contentFolder(defaultFolders.contentDir)();
  const templates = [
    ...new Set(content.documents.filter(({ page }) => page).map(({ type }) => type)),
    'portal',
    'portalPolicy',
    'portalTransactions',
    'login',
  ];
  const { pages } = planPages(content, templates);
  expect(pages.length).toBeGreaterThan(150);
  const paths = new Map(pages.map((page) => [page.matchPath ?? page.path, page]));
  expect(paths.size).toBe(pages.length);
  for (const { context } of pages) {
    const other = context.language === 'is' ? 'en' : 'is';
    const twin = paths.get(context.alternates[other] ?? '');
    expect(twin?.context).toMatchObject({
      key: context.key,
      language: other,
      alternates: context.alternates,
    });
    expect(context.alternates.en).toMatch(/^\/en(\/|$)/);
    expect(context.alternates.is).not.toMatch(/^\/en(\/|$)/);
  }
});

/** Every `path` of a link to a page, anywhere in a page's data. */
const linkedPaths = (data: unknown): string[] => {
  if (typeof data !== 'object' || data === null) return [];
  const own = 'page' in data && 'path' in data && typeof data.path === 'string' ? [data.path] : [];
  return [...own, ...Object.values(data).flatMap(linkedPaths)];
};

test('LANG-10, SITE-1e: a page links to pages in its language, and the page on what to do after damage lists every kind in it', async () => {
  const content = await contentFolder(defaultFolders.contentDir)();
  const { pages } = planPages(content, [...templateSources.keys()]);
  const languageOf = new Map(pages.map(({ path, context }) => [path, context.language]));
  const links = pages.flatMap(({ path: from, data, context }) =>
    linkedPaths(data).map((to) => ({ from, to, language: context.language })),
  );
  expect(links.length).toBeGreaterThan(500);
  expect(links.filter(({ to, language }) => languageOf.get(to) !== language)).toEqual([]);
  for (const language of languages) {
    const kinds = pages.filter(
      ({ template, context }) => template === 'event' && context.language === language,
    );
    const list = pages.find(
      ({ template, context }) => template === 'events' && context.language === language,
    );
    expect(kinds.length).toBeGreaterThan(5);
    const { events = [] } = (list?.data ?? {}) as { events?: { path: string; lead: string }[] };
    const leads = kinds.map(({ path, data }) => [path, (data as { lead: string }).lead]);
    expect(Object.fromEntries(events.map(({ path, lead }) => [path, lead]))).toEqual(
      Object.fromEntries(leads),
    );
  }
});

test('LANG-10: every row of the table of paths has its page in both languages, and the error names one without', async () => {
  const content = await contentFolder(defaultFolders.contentDir)();
  const templates = [...templateSources.keys()];
  const { pages } = planPages(content, templates);
  expect(rowsWithoutPage(pages)).toEqual([]);
  const fewer = pages.filter(
    ({ template, context }) =>
      template !== 'termsDocument' && (template !== 'travelCheck' || context.language === 'is'),
  );
  expect(rowsWithoutPage(fewer)).toEqual([
    'termsByCode: /skilmalar/:code',
    'termsByCode: /en/terms/:code',
    'travelCheck: /en/verify/travel-insurance',
    'travelCheckCode: /en/verify/travel-insurance/:code',
  ]);
});

test('SITE-2: front page, a page for each product, about, contact, terms by code, privacy, cookies, accessibility, annual report, board and questions exist', async () => {
  const content = await contentFolder(defaultFolders.contentDir)();
  const templates = [...templateSources.keys()];
  const { pages } = planPages(content, templates);
  const made = new Map(pages.map((page) => [`${page.context.key} ${page.context.language}`, page]));
  const wanted = paths
    .filter(({ key }) => /^(front|about|contact|terms|privacy|cookies|accessibility|board|faq)$/.test(key))
    .concat(paths.filter(({ key }) => /^(product|report|terms|board)\./.test(key)));
  expect(wanted.length).toBeGreaterThan(40);
  for (const { key, is } of wanted)
    expect([made.get(`${key} is`)?.context.alternates.is, made.has(`${key} en`)], key).toEqual([is, true]);

  const overview = made.get('report.overview is');
  const operations = made.get('report.operations en');
  expect(overview?.data).toMatchObject({
    charts: [],
    keyFigures: [{ value: '15.500\u00a0m.kr.' }, {}, {}, {}, {}],
  });
  expect(operations?.data).toMatchObject({
    charts: [
      {
        kind: 'columns',
        series: ['Loss ratio', 'Cost ratio'],
        rows: [{ values: [74.1, 21.3] }, {}, {}, {}, {}],
      },
    ],
    crumbs: [{ title: 'Annual report 2025' }],
  });
  expect(pages.filter(({ template }) => template === 'termsDocument')).toHaveLength(
    content.ofType('termsDocument', 'is').length * 2,
  );
  // The report's pages are in order.
  const { pages: turned = [] } = (operations?.data ?? {}) as { pages?: { path: string }[] };
  expect(turned).toHaveLength(6);
  expect(turned.slice(0, 3).map(({ path }) => path)).toEqual([
    '/en/annual-report',
    '/en/annual-report/operations',
    '/en/annual-report/premiums-and-claims',
  ]);
});
