import { expect, test } from 'vitest';
import type { Site } from '../src/content/site.ts';
import { feedLink, feedOf } from './feed.ts';
import type { Page } from './plan-pages.ts';

const siteUrl = 'https://www.hofn.example/arsskyrsla';
const site = { company: { name: 'Höfn' } } as unknown as Site;

const page = (template: string, path: string, date?: string, language: 'is' | 'en' = 'is'): Page => ({
  path,
  template,
  data: { date },
  context: {
    key: path,
    language,
    title: `Um ${path} & fleira`,
    description: 'Fyrir < eftir',
    alternates: {},
    area: 'site',
  },
});
const pages = [
  page('article', '/forvarnir/dekk', '2026-10-15'),
  page('advice', '/forvarnir'),
  page('article', '/forvarnir/vindur', '2026-11-19'),
  page('article', '/en/advice/wind', '2026-11-20', 'en'),
  page('generic', '/um-okkur'),
];

test('PATH-19: the feed of a language has its articles, newest first, with absolute URLs', () => {
  const feed = feedOf(pages, 'is', site, siteUrl);
  const ids = Array.from(feed.matchAll(/<id>([^<]*)<\/id>/g), ([, id]) => id);
  expect(ids).toEqual([`${siteUrl}/forvarnir`, `${siteUrl}/forvarnir/vindur`, `${siteUrl}/forvarnir/dekk`]);
  expect(feed).toContain('xml:lang="is"');
  expect(Array.from(feed.matchAll(/<updated>([^<]*)</g), ([, at]) => at)).toEqual([
    '2026-11-19T00:00:00Z',
    '2026-11-19T00:00:00Z',
    '2026-10-15T00:00:00Z',
  ]);
});

test('PATH-19: XML characters in texts are escaped in the feed', () => {
  const feed = feedOf(pages, 'is', site, siteUrl);
  expect(feed).toContain('<title>Um /forvarnir/dekk &amp; fleira</title>');
  expect(feed).toContain('<summary>Fyrir &lt; eftir</summary>');
});

test('PATH-19: only pages that list articles link to the feed of their language', () => {
  const heads = pages.map((entry) => feedLink(entry, site, siteUrl).join(''));
  expect(heads.map((head) => /href="([^"]*)"/.exec(head)?.[1])).toEqual([
    `${siteUrl}/feed/is.xml`,
    `${siteUrl}/feed/is.xml`,
    `${siteUrl}/feed/is.xml`,
    `${siteUrl}/feed/en.xml`,
    undefined,
  ]);
});
