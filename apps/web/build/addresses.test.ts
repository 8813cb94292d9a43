import { compareIcelandic } from '@hofn/texts';
import { beforeAll, expect, test } from 'vitest';
import { createMatcher } from '../src/engine/match.ts';
import type { PageData } from '../src/engine/types.ts';
import { contentFolder } from './content.ts';
import { defaultFolders } from './folders.ts';
import { documentOf } from './html-document.ts';
import { matchPathsOf } from './match-paths.ts';
import { type Page, planPages } from './plan-pages.ts';
import { templateSources } from './template-sources.ts';

/** Pages built from the repository's content. */
let pages: Page[];
beforeAll(async () => {
  const content = await contentFolder(defaultFolders.contentDir)();
  const templates = [...templateSources.keys()];
  pages = planPages(content, templates).pages;
});

const pageAt = (path: string): Page | undefined => {
  const { path: own } = createMatcher(matchPathsOf(pages))(path);
  return pages.find((page) => page.path === own);
};

// Written out instead of read from the table of paths, so that a change of path, which breaks links, fails the test.
test.each([
  ['PORT-1', '/vidskipti', '/en/my-pages', 'portal'],
  ['PORT-1', '/vidskipti/tryggingar', '/en/my-pages/insurance', 'portal'],
  ['PORT-2', '/vidskipti/hreyfingayfirlit', '/en/my-pages/transactions', 'portalTransactions'],
  ['PORT-3', '/vidskipti/tjonayfirlit', '/en/my-pages/claims', 'portalClaims'],
  ['PORT-4', '/vidskipti/rafraen-skjol', '/en/my-pages/electronic-documents', 'portalDocuments'],
  ['PORT-5', '/vidskipti/undirritud-skjol', '/en/my-pages/documents-to-sign', 'portalToSign'],
  [
    'PORT-6',
    '/vidskipti/stadfesting-ferdatryggingar',
    '/en/my-pages/travel-insurance-confirmation',
    'portalTravel',
  ],
  ['PORT-7', '/vidskipti/greidslustada', '/en/my-pages/payment-status', 'portalPayments'],
  ['PORT-8', '/vidskipti/yfirlitmobile', '/en/my-pages/mobile-menu', 'portalMobileMenu'],
  [
    'PORT-9a',
    '/vidskipti/uppfaera-tryggingar/frjals-abyrgdatrygging',
    '/en/my-pages/update-insurance/business-liability',
    'portalUpdateLiability',
  ],
  [
    'PORT-9b',
    '/vidskipti/uppfaera-tryggingar/slysatrygging-launthega',
    '/en/my-pages/update-insurance/employee-accident',
    'portalUpdateEmployee',
  ],
  [
    'PORT-9c',
    '/vidskipti/uppfaera-tryggingar/ferdatrygging-fyrirtaekja',
    '/en/my-pages/update-insurance/company-travel',
    'portalUpdateTravel',
  ],
  ['PORT-10', '/vidskipti/stillingar', '/en/my-pages/settings', 'portalGeneral'],
  ['PORT-10', '/vidskipti/stillingar/almennt', '/en/my-pages/settings/general', 'portalGeneral'],
  [
    'PORT-11',
    '/vidskipti/stillingar/greidsluupplysingar',
    '/en/my-pages/settings/payment-details',
    'portalPaymentDetails',
  ],
  [
    'PORT-11',
    '/vidskipti/stillingar/greidsluleid',
    '/en/my-pages/settings/payment-method',
    'portalPaymentDetails',
  ],
  ['PORT-12', '/vidskipti/stillingar/lykilord', '/en/my-pages/settings/password', 'portalPassword'],
  ['PORT-13', '/vidskipti/stillingar/adgangsheimild', '/en/my-pages/settings/access-permits', 'portalAccess'],
  ['PORT-14', '/vidskipti/stillingar/personuvernd', '/en/my-pages/settings/privacy', 'portalPrivacy'],
  ['SITE-1a', '/fa-tilbod', '/en/get-quote', 'form'],
  ['SITE-1b', '/tjonstilkynningar', '/en/file-a-claim', 'fileClaim'],
  ['SITE-1c', '/tryggja', '/en/insure', 'prices'],
  ['SITE-1d', '/fa-verd', '/en/get-price', 'form'],
  ['SITE-1e', '/lentir-tu-i-tjoni', '/en/what-to-do', 'events'],
  ['SITE-1f', '/bilahjalp-vis', '/en/roadside-assistance', 'places'],
  ['SITE-1g', '/gagnagatt-vis', '/en/data-gateway', 'form'],
  ['SITE-1h', '/verkstaedi-og-bilaleigur', '/en/workshops-and-car-rentals', 'places'],
  ['SITE-1i', '/lattu-okkur-vita', '/en/let-us-know', 'form'],
])('%s: %s and %s are pages of the template %s', (_, icelandic, english, template) => {
  for (const [path, language] of [
    [icelandic, 'is'],
    [english, 'en'],
  ] as const) {
    const page = pageAt(path);
    expect([page?.template, page?.context.language], path).toEqual([template, language]);
    expect(page?.context.alternates).toEqual({ is: icelandic, en: english });
  }
});

test.each([
  ['boardMember', '/um-okkur/stjorn/ragna-steinsdottir', '/en/about/board/ragna-steinsdottir'],
  ['generic', '/um-okkur', '/en/about'],
  ['notFound', '/404', '/en/404'],
  ['serverError', '/500', '/en/500'],
  ['docdl', '/skjal/7', '/en/document/7'],
  ['error', '/villa', '/en/error'],
  ['jolakula', '/jolakula', '/en/jolakula'],
  ['preview', '/forskodun', '/en/preview'],
])('PATH-14: %s is the template of %s and %s', (template, icelandic, english) => {
  for (const path of [icelandic, english]) expect(pageAt(path)?.template, path).toBe(template);
});

test.each([
  ['SITE-1a', '/fa-tilbod', 'opportunityV2'],
  ['SITE-1d', '/fa-verd', 'opportunity'],
  ['SITE-1g', '/gagnagatt-vis', 'dataGateway'],
  ['SITE-1i', '/lattu-okkur-vita', 'communication'],
])('%s: %s has the form of kind %s', (_, path, kind) => {
  expect(pageAt(path)?.data).toMatchObject({ kind });
});

test('LANG-8: the list of all pages is in Icelandic alphabetical order', () => {
  for (const [path, language] of [
    ['/leit', 'is'],
    ['/en/search', 'en'],
  ] as const) {
    const list = pageAt(path)?.data as { pages: { title: string }[] } | undefined;
    const titles = (list?.pages ?? []).map(({ title }) => title);
    expect(titles.length, language).toBeGreaterThan(100);
    expect(titles).toEqual(titles.toSorted(compareIcelandic));
    if (language === 'is') expect(titles).not.toEqual(titles.toSorted());
  }
});

test.each(['LI33', 'LI31', 'LJ30', 'LJ31', 'LJ32'])(
  'UI-8: the terms of %s are addressed by code in Icelandic, and by code with an E in English; the list links to both',
  (code) => {
    const [icelandic, english] = [`/skilmalar/${code}`, `/en/terms/${code}E`];
    expect([pageAt(icelandic)?.template, pageAt(icelandic)?.context.language]).toEqual([
      'termsDocument',
      'is',
    ]);
    expect([pageAt(english)?.template, pageAt(english)?.context.language]).toEqual(['termsDocument', 'en']);
    expect(JSON.stringify(pageAt('/skilmalar')?.data)).toContain(`"${icelandic}"`);
    expect(JSON.stringify(pageAt('/en/terms')?.data)).toContain(`"${english}"`);
  },
);

test('LANG-7: the front page has only the default title, every other page has its own title before it', () => {
  const titleOf = ({ context }: Page): string => {
    const page = { result: { pageContext: context } } as PageData;
    const parts = {
      embedded: '{"notFound":false}',
      drawings: '',
      failure: '',
      assets: { styles: [] },
      head: [],
    };
    const document = documentOf('', { page, ...parts });
    const [, json = ''] = /<script type="application\/json"[^>]*>(.*)<\/script>/.exec(document) ?? [];
    expect(JSON.parse(json)).toEqual({ page, notFound: false });
    return /<title>(.*)<\/title>/.exec(document)?.[1] ?? '';
  };
  expect(['/', '/en'].map((path) => titleOf(pageAt(path) as Page))).toEqual([
    'Tryggingar og góð þjónusta',
    'Insurance and Service',
  ]);
  const others = pages.filter(({ context }) => context.key !== 'front');
  expect(others.length).toBeGreaterThan(200);
  for (const page of others)
    expect(titleOf(page), page.path).toMatch(
      page.context.language === 'is' ? /^.+ · Tryggingar og góð þjónusta$/ : /^.+ · Insurance and Service$/,
    );
});
