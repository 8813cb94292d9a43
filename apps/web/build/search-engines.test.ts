import { expect, test } from 'vitest';
import type { Site } from '../src/content/site.ts';
import type { Page } from './plan-pages.ts';
import { headFor, robotsOf, sitemapOf } from './search-engines.ts';

const siteUrl = 'https://www.hofn.example/arsskyrsla';
const site = {
  company: {
    name: 'Höfn',
    phoneHref: 'tel:+3545605000',
    email: 'hofn@hofn.example',
    address: 'Hafnarbakki 1',
  },
} as unknown as Site;

const page = (own: Partial<Page> = {}, context: Partial<Page['context']> = {}): Page => ({
  path: '/um-okkur',
  template: 'generic',
  data: {},
  ...own,
  context: {
    key: 'about',
    language: 'is',
    title: 'Um «okkur» </script>',
    description: 'Hver við "erum"',
    alternates: { is: '/um-okkur', en: '/en/about' },
    area: 'site',
    ...context,
  },
});

test('PATH-19: a page has its absolute URLs in both languages', () => {
  const head = headFor(page(), site, siteUrl);
  expect(head).toContain('<link rel="canonical" href="https://www.hofn.example/arsskyrsla/um-okkur">');
  expect(head).toContain(
    '<link rel="alternate" hreflang="en" href="https://www.hofn.example/arsskyrsla/en/about">',
  );
  expect(head).toContain('<meta property="og:description" content="Hver við &quot;erum&quot;">');
  expect(head.join('').match(/<\/script>/g)).toHaveLength(1);
});

test('PATH-19: a link preview has the picture of the page’s language, with size and alternative text', () => {
  const head = headFor(page({ path: '/en/about' }, { language: 'en' }), site, siteUrl).join('');
  expect(head).toContain(
    '<meta property="og:image" content="https://www.hofn.example/arsskyrsla/share/en.png">',
  );
  expect(head).toContain('<meta property="og:image:width" content="1200">');
  expect(head).toContain('<meta property="og:image:height" content="630">');
  expect(head).toContain('<meta property="og:image:alt" content="Höfn. Insurance and Service">');
});

test('PATH-19: JSON-LD has the ancestors of a page, and the date of an article', () => {
  const article = page({
    template: 'article',
    data: {
      title: 'Dekk',
      date: '2026-10-15',
      crumbs: [{ title: 'Forvarnir', page: 'advice', path: '/forvarnir' }],
    },
  });
  const script = headFor(article, site, siteUrl).find((line) => line.startsWith('<script')) ?? '';
  const [, jsonLd, crumbs] = JSON.parse(script.replace(/<[^>]*>/g, ''))['@graph'];
  expect(jsonLd).toMatchObject({ '@type': 'Article', headline: 'Dekk', datePublished: '2026-10-15' });
  expect(crumbs.itemListElement).toMatchObject([
    { position: 1, name: 'Forvarnir', item: `${siteUrl}/forvarnir` },
    { position: 2, item: `${siteUrl}/um-okkur` },
  ]);
});

test.each([
  ['an error page', page({ template: 'notFound' }, { key: 'notFound' })],
  ['a page of the portal', page({}, { area: 'portal' })],
  ['a page that its row keeps out', page({}, { key: 'preview' })],
  ['a page with a value in its address', page({ path: '/skjal/[id]', matchPath: '/skjal/:id' })],
])('PATH-19: %s is excluded from search engines and the sitemap', (_, excludedPage) => {
  expect(headFor(excludedPage, site, siteUrl)).toEqual(['<meta name="robots" content="noindex">']);
  expect(sitemapOf([excludedPage], siteUrl)).not.toContain('<url>');
});

test('PATH-19: the sitemap lists each page with its translation, and robots.txt names the sitemap', () => {
  expect(sitemapOf([page()], siteUrl)).toContain(
    `<url><loc>${siteUrl}/um-okkur</loc><xhtml:link rel="alternate" hreflang="is" href="${siteUrl}/um-okkur"/><xhtml:link rel="alternate" hreflang="en" href="${siteUrl}/en/about"/></url>`,
  );
  expect(robotsOf(siteUrl)).toContain(`Sitemap: ${siteUrl}/sitemap.xml\n`);
});
