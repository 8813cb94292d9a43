import { escapeHtml } from '@hofn/texts/html.ts';
import type { Site } from '../src/content/site.ts';
import type { Language } from '../src/engine/types.ts';
import type { Page } from './plan-pages.ts';

/** Path of a language's feed, below the site's base. */
export const feedFile = (language: Language): string => `feed/${language}.xml`;

/** Pages whose head links to the feed: those that list its articles. */
const tellers = new Set(['front', 'advice', 'article']);

/** Head element that links to the feed of the page's language, if the page has one. */
export const feedLink = ({ template, context: { language } }: Page, site: Site, siteUrl: string): string[] =>
  tellers.has(template)
    ? [
        `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(site.company.name)}" href="${siteUrl}/${feedFile(language)}">`,
      ]
    : [];

const dayOf = ({ data }: Page): string =>
  typeof data === 'object' && data !== null && 'date' in data ? String(data.date) : '';

/**
 * The articles of a language as an Atom feed, newest first. An article is dated at midnight UTC, which is Iceland's time
 * all year.
 */
export const feedOf = (pages: readonly Page[], language: Language, site: Site, siteUrl: string): string => {
  const own = pages.filter(({ context }) => context.language === language);
  const list = own.find(({ template }) => template === 'advice');
  const articles = own
    .filter(({ template }) => template === 'article')
    .toSorted((a, b) => (dayOf(a) === dayOf(b) ? (a.path < b.path ? -1 : 1) : dayOf(a) < dayOf(b) ? 1 : -1));
  const address = (page: Page | undefined): string => siteUrl + (page?.path ?? '/');
  const updated = (page: Page | undefined): string =>
    `<updated>${page ? dayOf(page) : '1970-01-01'}T00:00:00Z</updated>`;
  const name = escapeHtml(site.company.name);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${address(list)}</id>`,
    `<title>${escapeHtml(list?.context.title ?? '')} – ${name}</title>`,
    `<link rel="alternate" href="${address(list)}"/>`,
    `<link rel="self" href="${siteUrl}/${feedFile(language)}"/>`,
    `<author><name>${name}</name></author>`,
    updated(articles[0]),
    ...articles.map((page) =>
      [
        `<entry><id>${address(page)}</id>`,
        `<title>${escapeHtml(page.context.title)}</title>`,
        `<link rel="alternate" href="${address(page)}"/>`,
        updated(page),
        `<summary>${escapeHtml(page.context.description)}</summary></entry>`,
      ].join(''),
    ),
    '</feed>',
    '',
  ].join('\n');
};
