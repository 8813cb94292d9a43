import { escapeHtml } from '@hofn/texts/html.ts';
import { languages } from '@hofn/texts/language.ts';
import { pageTitle } from '@hofn/texts/page-title.ts';
import { paths } from '@hofn/texts/paths.ts';
import type { PageLink, Site } from '../src/content/site.ts';
import { withBase } from '../src/engine/paths.ts';
import type { Language } from '../src/engine/types.ts';
import { embed } from './embed-json.ts';
import { feedLink } from './feed.ts';
import type { Page } from './plan-pages.ts';
import { shareProperties } from './share-pictures.ts';

/** Default URL of the site: where `npm start` serves it. */
export const defaultSiteUrl = 'http://localhost:8080/arsskyrsla';

const rows = new Map(paths.map((row) => [row.key, row]));
const errorPages = new Set(['notFound', 'serverError']);
const locales = { is: 'is_IS', en: 'en_GB' } as const;

/** Whether search engines may index a page: it is public, has a fixed address, and its row allows it. */
export const isIndexed = ({ template, matchPath, context }: Page): boolean =>
  context.area === 'site' &&
  matchPath === undefined &&
  !errorPages.has(template) &&
  rows.get(context.key)?.index !== false;

const absolute = (path: string, siteUrl: string): string => new URL(withBase(path), siteUrl).href;

/** Canonical URL of a page; for an alias, that of its original. */
const canonicalPath = ({ path, context }: Page): string => {
  const alias = rows.get(context.key)?.aliasOf;
  return (alias && rows.get(alias)?.[context.language]) ?? path;
};

const twinsOf = ({ context }: Page, siteUrl: string): { language: Language; href: string }[] =>
  languages.flatMap((language) => {
    const path = context.alternates[language];
    return path === undefined ? [] : [{ language, href: absolute(path, siteUrl) }];
  });

const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? { ...data } : {};

const crumbsOf = (page: Page): PageLink[] => {
  const { crumbs } = fieldsOf(page.data);
  return Array.isArray(crumbs) ? (crumbs as PageLink[]) : [];
};

/** JSON-LD of a page: the insurer, the page, its ancestors, and an article's date. */
const linkedData = (page: Page, { company }: Site, siteUrl: string): unknown => {
  const { context, template } = page;
  const url = absolute(canonicalPath(page), siteUrl);
  const insurer = { '@id': `${siteUrl}#insurer` };
  const { title, date } = fieldsOf(page.data);
  const own = template === 'article' ? { '@type': 'Article', headline: title, datePublished: date } : {};
  const crumbs = [...crumbsOf(page), { title: context.title, path: page.path }];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'InsuranceAgency',
        ...insurer,
        name: company.name,
        url: absolute('/', siteUrl),
        telephone: company.phoneHref.replace('tel:', ''),
        email: company.email,
        address: company.address,
      },
      {
        '@type': 'WebPage',
        '@id': url,
        url,
        name: context.title || company.name,
        description: context.description,
        inLanguage: context.language,
        publisher: insurer,
        ...own,
      },
      ...(context.title === ''
        ? []
        : [
            {
              '@type': 'BreadcrumbList',
              itemListElement: crumbs.map((crumb, at) => ({
                '@type': 'ListItem',
                position: at + 1,
                name: crumb.title,
                item: absolute(crumb.path, siteUrl),
              })),
            },
          ]),
    ],
  };
};

const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;

/**
 * Head elements for search engines and link previews (rule PATH-19): canonical URL, the page in each language, Open
 * Graph, JSON-LD. A page that is not indexed has only `noindex`.
 */
export const headFor = (page: Page, site: Site, siteUrl: string): string[] => {
  if (!isIndexed(page)) return ['<meta name="robots" content="noindex">'];
  const { language, title, description } = page.context;
  const twins = twinsOf(page, siteUrl);
  const url = absolute(canonicalPath(page), siteUrl);
  const icelandic = twins.find((twin) => twin.language === 'is');
  return [
    `<link rel="canonical" href="${url}">`,
    ...twins.map((twin) => `<link rel="alternate" hreflang="${twin.language}" href="${twin.href}">`),
    ...(icelandic ? [`<link rel="alternate" hreflang="x-default" href="${icelandic.href}">`] : []),
    ...feedLink(page, site, siteUrl),
    property('og:site_name', site.company.name),
    property('og:type', page.template === 'article' ? 'article' : 'website'),
    property('og:title', title || pageTitle(language)),
    property('og:description', description),
    property('og:url', url),
    ...shareProperties(language, site, siteUrl).map(([name, content]) => property(name, content)),
    property('og:locale', locales[language]),
    ...twins
      .filter((twin) => twin.language !== language)
      .map((twin) => property('og:locale:alternate', locales[twin.language])),
    `<script type="application/ld+json">${embed(linkedData(page, site, siteUrl))}</script>`,
  ];
};

/** `sitemap.xml`: every indexed page by its canonical URL, with its translation. */
export const sitemapOf = (pages: readonly Page[], siteUrl: string): string => {
  const entries = pages
    .filter((page) => isIndexed(page) && canonicalPath(page) === page.path)
    .map((page) => {
      const twins = twinsOf(page, siteUrl).map(
        ({ language, href }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
      );
      return `<url><loc>${absolute(page.path, siteUrl)}</loc>${twins.join('')}</url>`;
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
};

/** `robots.txt`. It forbids nothing: crawlers must fetch a page to see its `noindex`. */
export const robotsOf = (siteUrl: string): string =>
  ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n');
