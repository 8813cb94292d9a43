import { beforeAll, describe, expect, test } from 'vitest';
import { createFinder } from '../src/search/finder.ts';
import type { IndexedPage, SearchIndex } from '../src/search/search-index.ts';
import { stemOf, wordsOf } from '../src/search/stems.ts';
import { contentFolder } from './content.ts';
import { defaultFolders } from './folders.ts';
import { type Page, planPages } from './plan-pages.ts';
import { sitemapOf } from './search-engines.ts';
import { searchIndexOf } from './search-index.ts';

const siteUrl = 'https://www.hofn.example/arsskyrsla';
const front = { is: 'Forsíða', en: 'Front page' } as const;
let pages: Page[] = [];
let indexes: Record<'is' | 'en', SearchIndex>;
let find: Record<'is' | 'en', (question: string) => IndexedPage[]>;

beforeAll(async () => {
  const content = await contentFolder(defaultFolders.contentDir)();
  // Every document type has a template of the same name.
  const templates = [...new Set(content.documents.map(({ type }) => type)), 'search', 'login', 'portal'];
  pages = planPages(content, templates).pages;
  indexes = { is: searchIndexOf(pages, 'is', front.is), en: searchIndexOf(pages, 'en', front.en) };
  find = { is: createFinder(indexes.is), en: createFinder(indexes.en) };
});

const paths = (language: 'is' | 'en', question: string): string[] =>
  find[language](question).map(({ path }) => path);

test('SITE-6: every page of the sitemap is found by its title, before pages with other titles', () => {
  const listed = Array.from(sitemapOf(pages, siteUrl).matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) =>
    decodeURI(new URL(address ?? '').pathname.replace(/^\/arsskyrsla(?=\/.)/, '')),
  );
  expect(listed.length).toBeGreaterThan(150);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const missed = listed.filter((path) => {
    const page = byPath.get(path === '/arsskyrsla/' || path === '/arsskyrsla' ? '/' : path);
    if (!page) return true;
    const { language, title } = page.context;
    const results = find[language](title || front[language]);
    const own = results.findIndex((result) => result.path === page.path);
    // Pages with the same title are together at the top.
    return own < 0 || results.slice(0, own).some((result) => result.title !== results[own]?.title);
  });
  expect(missed).toEqual([]);
});

test('SITE-6: only public pages are found', () => {
  // A question's address has a hash.
  const found = [...indexes.is.pages, ...indexes.en.pages].map(({ path }) => path.split('#')[0] ?? '');
  expect(found.length).toBeGreaterThan(150);
  expect(
    found.filter((path) => /vidskipti|my-pages|innskraning|login|404|500|leit$|search$/.test(path)),
  ).toEqual([]);
});

describe('SITE-6: accents are optional, and partial words match', () => {
  test.each([
    ['kaskó', '/tryggingar/kaskotrygging'],
    ['kasko', '/tryggingar/kaskotrygging'],
    ['KASKO', '/tryggingar/kaskotrygging'],
    ['kask', '/tryggingar/kaskotrygging'],
    ['ferdatrygging', '/tryggingar/ferdatrygging'],
    ['ferðatr', '/tryggingar/ferdatrygging'],
    ['malskostnadur', undefined],
  ])('SITE-6: «%s»', (question, path) => {
    if (path) expect(paths('is', question)[0]).toBe(path);
    else expect(paths('is', question)).toEqual(paths('is', 'málskostnaður'));
  });

  test('SITE-6: þ matches th, æ matches ae and ð matches d', () => {
    const words = new Set(
      pages
        .filter(({ context }) => context.language === 'is')
        .flatMap(({ context }) => context.title.match(/\p{L}+/gu) ?? []),
    );
    const special = [...words].filter((word) => /[þæð]/i.test(word) && word.length > 4);
    expect(special.length).toBeGreaterThan(20);
    for (const word of special) {
      const plain = word.toLowerCase().replaceAll('þ', 'th').replaceAll('æ', 'ae').replaceAll('ð', 'd');
      expect([plain, paths('is', plain)]).toEqual([plain, paths('is', word)]);
      expect(paths('is', plain).length).toBeGreaterThan(0);
    }
  });
});

describe('SITE-6: words match in other grammatical cases and numbers', () => {
  test.each([
    ['kaskótryggingu', '/tryggingar/kaskotrygging'],
    ['kaskótryggingarinnar', '/tryggingar/kaskotrygging'],
    ['ferðatryggingum', '/tryggingar/ferdatrygging'],
    ['bílrúðutryggingar', '/tryggingar/bilrudutrygging'],
  ])('SITE-6: «%s»', (question, path) => {
    expect(paths('is', question)[0]).toBe(path);
  });

  test('SITE-6: a word matches inside a compound, after words that begin with it', () => {
    const results = paths('is', 'trygging');
    expect(results[0]).toMatch(/^\/tryggingar/);
    expect(results).toContain('/tryggingar/kaskotrygging');
  });
});

test.each([
  ['is', 'segja upp', '/spurt-og-svarad#cancel-policy'],
  ['is', 'uppsögn', '/spurt-og-svarad#cancel-policy'],
  ['en', 'cancel policy', '/en/questions-and-answers#cancel-policy'],
  ['en', 'cancel my policy', '/en/questions-and-answers#cancel-policy'],
] as const)('LIFE-27: in %s «%s» gives first how to cancel', (language, question, path) => {
  expect(paths(language, question)[0]).toBe(path);
});

const faq = { is: '/spurt-og-svarad', en: '/en/questions-and-answers' } as const;
test.each([
  ['is', 'dekk', ['/tryggingar/bilahjalp', '/forvarnir/vetrardekk']],
  ['is', 'sprungið dekk', ['/tryggingar/bilahjalp']],
  ['is', 'vegaaðstoð', ['/tryggingar/bilahjalp']],
  ['is', 'rúða', ['/tryggingar/bilrudutrygging', '/tjonstilkynningar']],
  ['is', 'kvittun', [`${faq.is}#invoices-and-receipts`]],
  ['is', 'umboð', [`${faq.is}#give-access`]],
  ['is', 'skipta um tryggingafélag', ['/fa-tilbod', `${faq.is}#move-to-hofn`]],
  ['is', 'færa tryggingar', [`${faq.is}#move-to-hofn`, '/fa-tilbod']],
  ['en', 'switch insurer', ['/en/get-quote', `${faq.en}#move-to-hofn`]],
  ['is', 'segja upp', [`${faq.is}#cancel-policy`, `${faq.is}#cancel-company-insurance`]],
  ['is', 'reikningur', [`${faq.is}#invoices-and-receipts`]],
  ['is', 'ferðakort', ['/tryggingar/ferdatrygging', `${faq.is}#travel-confirmation`]],
  ['en', 'tyre', ['/en/insurance/roadside-cover', '/en/prevention/winter-tyres']],
  ['en', 'flat tyre', ['/en/insurance/roadside-cover']],
  ['en', 'receipt', [`${faq.en}#invoices-and-receipts`]],
  ['en', 'invoice', [`${faq.en}#invoices-and-receipts`]],
  ['en', 'cancel', [`${faq.en}#cancel-policy`, `${faq.en}#cancel-company-insurance`]],
  ['en', 'windscreen', ['/en/insurance/windscreen', '/en/what-to-do/windscreen']],
  ['en', 'travel card', ['/en/insurance/travel-insurance', `${faq.en}#travel-confirmation`]],
  ['en', 'power of attorney', [`${faq.en}#give-access`]],
] as const)(
  'LIFE-42: in %s the everyday word «%s» gives first what answers it',
  (language, question, first) => {
    expect(paths(language, question).slice(0, first.length)).toEqual(first);
  },
);

test('SITE-6: every word must match, and an unknown word finds nothing', () => {
  expect(paths('en', 'comprehensive motor')[0]).toBe('/en/insurance/comprehensive-motor');
  expect(paths('en', 'comprehensive xyzzy')).toEqual([]);
  expect(paths('is', '  ')).toEqual([]);
  expect(paths('is', '%&/()')).toEqual([]);
  expect(paths('is', '__proto__ constructor')).toEqual([]);
});

test('words are folded and stemmed', () => {
  expect(wordsOf('Þú ert í Ægisíðu 5, «Bíll»')).toEqual(['thu', 'ert', 'i', 'aegisidu', '5', 'bill']);
  for (const word of ['trygging', 'tryggingu', 'tryggingar', 'tryggingum', 'tryggingarinnar', 'tryggingunum'])
    expect('trygging'.startsWith(stemOf(word)), word).toBe(true);
  expect(stemOf('bila')).toBe('bila');
});
