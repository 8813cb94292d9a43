import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { languages } from '@hofn/texts/language.ts';
import { type PathRow, paths } from '@hofn/texts/paths.ts';
import type { Site } from '../src/content/site.ts';
import { type EmbeddedPage, type LinkPaths, mergeStaticQueries } from '../src/engine/embedded-page.ts';
import type { Language, PageContext, PageData } from '../src/engine/types.ts';
import { searchIndexFile } from '../src/search/search-index.ts';
import { manifestFile, manifestOf } from './app-manifest.ts';
import { catalogues, shellText } from './catalogues.ts';
import type { Content } from './content.ts';
import { drawInDocument } from './drawings.ts';
import { embed } from './embed-json.ts';
import { feedFile, feedOf } from './feed.ts';
import { type DocumentAssets, type DocumentParts, documentOf } from './html-document.ts';
import { matchPathsOf } from './match-paths.ts';
import { type Page, planPages } from './plan-pages.ts';
import { defaultSiteUrl, headFor, robotsOf, sitemapOf } from './search-engines.ts';
import { searchIndexOf } from './search-index.ts';

/** The bundle that renders pages: the exports of `src/entry.server.tsx`. */
export type Renderer = {
  templateNames(): string[];
  /** SVG by name. */
  drawingSources: Readonly<Record<string, string>>;
  renderPage(data: PageData, staticQueries: Record<string, unknown>, links: LinkPaths): Promise<string>;
  renderFailure(data: PageData, staticQueries: Record<string, unknown>): string;
};

/** Assets of a page's document, by template. */
export type AssetsOf = (page: Page) => DocumentAssets & Pick<EmbeddedPage, 'entry' | 'modules' | 'chunks'>;

/** The fixed prefix of a path: `/skjal/:id` is `/skjal/`. */
const prefixOf = (path: string): string => path.split(':', 1)[0] ?? path;

const bothLanguages = (rows: readonly PathRow[]): string[] => rows.flatMap((row) => [row.is, row.en]);

const portal = paths.filter((row) => row.key === 'portal.base');

/** Paths for the link rules, from the table of paths. Prefixes covered by another are omitted. */
export const linkPaths: LinkPaths = {
  protectedPrefixes: bothLanguages(paths.filter((row) => row.protected))
    .map(prefixOf)
    .filter((prefix, _, all) => !all.some((other) => other !== prefix && prefix.startsWith(`${other}/`)))
    .filter((prefix, index, all) => all.indexOf(prefix) === index),
  portalPrefixes: bothLanguages(portal),
  newTabPaths: bothLanguages(paths.filter((row) => row.newTab)),
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** The whole site as data: pages and static queries, ready to be rendered. */
export type SitePlan = {
  /** URL of the site, with its base and without a trailing slash. */
  siteUrl: string;
  site: Record<Language, Site>;
  pages: Page[];
  pageData: Map<string, PageData>;
  staticQueries: Map<string, unknown>;
  appData: { webpackCompilationHash: string; matchPaths: ReturnType<typeof matchPathsOf> };
};

/**
 * Plans the site from its content.
 * @param buildHash hash of all inputs of the build
 */
export const planSite = (
  content: Content,
  renderer: Renderer,
  buildHash: string,
  siteUrl = defaultSiteUrl,
): SitePlan => {
  const { pages, site } = planPages(content, renderer.templateNames());
  const staticQueries = new Map<string, unknown>();
  /** Stores the result of a static query under the hash of its content. */
  const query = (data: Record<string, unknown>): string => {
    const hash = hashOf(JSON.stringify(data));
    staticQueries.set(hash, { data });
    return hash;
  };
  // Menus and texts are the same on every page of a language and an area.
  const hashesByQuery = new Map<string, string[]>();
  const queriesOf = ({ language, area }: PageContext): string[] => {
    const name = `${language} ${area}`;
    const hashes = hashesByQuery.get(name) ?? [
      query({ site: site[language] }),
      query({ texts: catalogues[area][language] }),
    ];
    hashesByQuery.set(name, hashes);
    return hashes;
  };
  const pageData = new Map(
    pages.map((page): [string, PageData] => [
      page.path,
      {
        path: page.path,
        componentChunkName: `component---${page.template}`,
        ...(page.matchPath ? { matchPath: page.matchPath } : {}),
        staticQueryHashes: queriesOf(page.context),
        result: { data: page.data, pageContext: page.context },
        webpackCompilationHash: buildHash,
      },
    ]),
  );
  return {
    siteUrl,
    site,
    pages,
    pageData,
    staticQueries,
    appData: { webpackCompilationHash: buildHash, matchPaths: matchPathsOf(pages) },
  };
};

/** What documents of a template, area and language share. */
type SharedParts = Pick<DocumentParts, 'embedded' | 'assets'> & { queries: Record<string, unknown> };

/** Renders the documents of a plan's pages. What many of them share is made once. */
export const documentRenderer = (
  plan: SitePlan,
  renderer: Renderer,
  assetsOf: AssetsOf,
): ((page: Page) => Promise<string>) => {
  const made = new Map<string, SharedParts>();
  const partsOf = (page: Page, data: PageData): SharedParts => {
    const { area, language } = page.context;
    const name = `${page.template} ${area} ${language}`;
    const known = made.get(name);
    if (known) return known;
    const staticQueries = Object.fromEntries(
      data.staticQueryHashes.map((hash) => [hash, plan.staticQueries.get(hash)]),
    );
    const queries = mergeStaticQueries(Object.values(staticQueries));
    const { entry, modules, chunks, ...assets } = assetsOf(page);
    const embedded: Omit<EmbeddedPage, 'page'> = {
      notFound: page.template === 'notFound',
      staticQueries,
      matchPaths: plan.appData.matchPaths,
      links: linkPaths,
      chunks,
      entry,
      modules,
      hydrate: area === 'site' ? 'sign' : 'now',
    };
    const parts = { queries, embedded: embed(embedded), assets };
    made.set(name, parts);
    return parts;
  };
  const notices = new Map<string, string>();
  /** Markup of the error notice, which contains the title of a page that needs sign-in. */
  const noticeOf = (
    { context: { area, language, title } }: Page,
    data: PageData,
    queries: SharedParts['queries'],
  ) => {
    const name = JSON.stringify([area, language, area === 'site' ? '' : title]);
    const notice = notices.get(name) ?? renderer.renderFailure(data, queries);
    notices.set(name, notice);
    return notice;
  };
  return async (page) => {
    const data = plan.pageData.get(page.path);
    if (!data) throw new Error(`${page.path} has no page data`);
    const { queries, ...parts } = partsOf(page, data);
    const failure = noticeOf(page, data, queries);
    const { markup, drawings } = drawInDocument(
      await renderer.renderPage(data, queries, linkPaths),
      renderer.drawingSources,
    );
    const head = headFor(page, plan.site[page.context.language], plan.siteUrl);
    return documentOf(markup, { ...parts, drawings, failure, page: data, head });
  };
};

const fileOf = (path: string): string => (path === '/' ? '' : path.slice(1));

/** The files of a page in the site's folder: its document and its data. */
export const pageFiles = (path: string): { document: string; data: string } => ({
  document: join(fileOf(path), 'index.html'),
  data: join('page-data', fileOf(path) || 'index', 'page-data.json'),
});

/**
 * Computes the cache key of each page: a page with an unchanged key renders to the same file.
 * @param sources hash of the renderer's sources
 */
export const keysOf = (plan: SitePlan, sources: string): ((page: Page) => string) => {
  const ofAll = hashOf(JSON.stringify([sources, plan.siteUrl, plan.appData]));
  // Page data contains menus, footer and texts by the hash of their content.
  return ({ path }) => hashOf(`${ofAll} ${JSON.stringify(plan.pageData.get(path))}`);
};

/** The site's other files, except the bundles and the service worker. */
export const sharedFiles = (plan: SitePlan): Map<string, string> => {
  const files = new Map<string, string>();
  for (const [hash, result] of plan.staticQueries)
    files.set(join('page-data', 'sq', 'd', `${hash}.json`), JSON.stringify(result));
  files.set(join('page-data', 'app-data.json'), JSON.stringify(plan.appData));
  for (const language of languages) {
    files.set(manifestFile(language), manifestOf(language, plan.site[language]));
    files.set(feedFile(language), feedOf(plan.pages, language, plan.site[language], plan.siteUrl));
    files.set(
      searchIndexFile(language),
      JSON.stringify(searchIndexOf(plan.pages, language, shellText(language, 'shell|frontPage'))),
    );
  }
  files.set('sitemap.xml', sitemapOf(plan.pages, plan.siteUrl));
  files.set('robots.txt', robotsOf(plan.siteUrl));
  return files;
};
