import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages } from '@hofn/texts/language.ts';
import { paths } from '@hofn/texts/paths.ts';
import type { Manifest } from 'vite';
import { z } from 'zod';
import { assetsFrom } from '../build/assets.ts';
import { ContentErrorResponse, ContentUnavailable, contentService } from '../build/content-service.ts';
import { projectRoot } from '../build/folders.ts';
import type { Page } from '../build/plan-pages.ts';
import {
  type AssetsOf,
  documentRenderer,
  planSite,
  type Renderer,
  type SitePlan,
} from '../build/plan-site.ts';
import { readStamp } from '../build/site-folder.ts';
import type { DraftDocument } from '../src/content/documents.ts';
import type { Language, PageData } from '../src/engine/types.ts';

/** Path of drafts, without the base: `/drog/<reference>`, followed by the path of a page. */
const prefixes: Record<Language, string> = { is: '/drog/', en: '/en/draft/' };

const patienceMs = 10_000;

const titles = paths.find(({ key }) => key === 'draft')?.title ?? { is: '', en: '' };

/** Site path of a page without its language prefix, as in a draft's address. */
const restOf = (path: string, language: Language): string => (language === 'en' ? path.slice(3) : path);

/**
 * A ref as one path segment. Our own refs are unchanged; Prismic's refs are URLs with slashes and a query, encoded as
 * `~` and base64url.
 */
const segmentOf = (ref: string): string =>
  /^[\w-]+$/.test(ref) ? ref : `~${Buffer.from(ref).toString('base64url')}`;

const refOf = (segment: string): string =>
  segment.startsWith('~') ? Buffer.from(segment.slice(1), 'base64url').toString() : segment;

/** Address of the list of changes of a ref. */
const listPath = (ref: string, language: Language): string => `${prefixes[language]}${segmentOf(ref)}`;

/** Address of a page in a ref. */
export const draftPath = (ref: string, path: string, language: Language): string =>
  `${listPath(ref, language)}${path === '/' ? '/' : restOf(path, language) || '/'}`;

/** Parses a draft's address: ref, language, and the page's site path, if any. */
export const readDraftPath = (
  path: string,
): { ref: string; language: Language; page: string | undefined } | undefined => {
  for (const language of languages) {
    if (!path.startsWith(prefixes[language])) continue;
    const [segment = '', ...segments] = path.slice(prefixes[language].length).split('/');
    const ref = refOf(segment);
    if (!ref) return undefined;
    const rest = segments.length === 0 ? undefined : `/${segments.join('/')}`;
    const page = rest === undefined ? undefined : language === 'en' ? `/en${rest === '/' ? '' : rest}` : rest;
    return { ref, language, page };
  }
  return undefined;
};

type Bundle = { renderer: Renderer; assetsOf: AssetsOf; buildHash: string };

const appData = z.object({ webpackCompilationHash: z.string() });

/** Renderer and assets of the site in a folder. */
const openBundle = async (siteDir: string, sources: string): Promise<Bundle> => {
  const folder = join(dirname(siteDir), 'bundles', sources);
  const renderer = (await import(`${pathToFileURL(join(folder, 'renderer/renderer.js'))}`)) as Renderer;
  const manifest = JSON.parse(
    await readFile(join(folder, 'browser/.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const icon = await readFile(join(projectRoot, 'packages/ui/src/icons/favicon.svg'), 'utf8');
  const { webpackCompilationHash } = appData.parse(
    JSON.parse(await readFile(join(siteDir, 'page-data/app-data.json'), 'utf8')),
  );
  return { renderer, assetsOf: assetsFrom(manifest, icon).assetsOf, buildHash: webpackCompilationHash };
};

const found = z.object({
  results: z.array(z.object({ lang: z.string(), data: z.object({ page: z.string().nullish() }) })),
});

/** Whether a draft's page differs from the published one. */
const isChanged = (page: Page, published: SitePlan): boolean =>
  JSON.stringify(page.data) !== JSON.stringify(published.pageData.get(page.path)?.result.data);

/**
 * Previews of drafts (rule PATH-18): read from the content service by a ref, which only editors know, and rendered with
 * the site's templates on each request, without a cache.
 * @param siteDir folder of the built site, next to its bundles
 */
export const createPreviews = ({ contentOrigin, siteDir }: { contentOrigin: string; siteDir: string }) => {
  /** The site in a ref, and as published; undefined for a ref without drafts. */
  const open = async (
    ref: string,
  ): Promise<{ bundle: Bundle; draft: SitePlan; published: SitePlan } | undefined> => {
    const stamp = await readStamp(siteDir);
    if (!stamp) return undefined;
    try {
      const [master, drafts] = await Promise.all([
        contentService(contentOrigin)(),
        contentService(contentOrigin, { ref })(),
      ]);
      if (master.version === drafts.version) return undefined;
      // Check the ref first, so that a guessed ref costs only one request.
      const content = await drafts.read();
      const [bundle, now] = await Promise.all([openBundle(siteDir, stamp.sources), master.read()]);
      const { renderer, buildHash } = bundle;
      return {
        bundle,
        draft: planSite(content, renderer, buildHash),
        published: planSite(now, renderer, buildHash),
      };
    } catch (error) {
      if (!(error instanceof ContentErrorResponse)) throw error;
      if (error.status < 500) return undefined;
      throw new ContentUnavailable(contentOrigin, error);
    }
  };

  const render = (
    { draft, bundle }: { draft: SitePlan; bundle: Bundle },
    page: Page,
    like: PageData | undefined,
  ): Promise<string> => {
    if (!like) throw new Error('A site without pages has no drafts');
    const data: PageData = {
      path: page.path,
      componentChunkName: 'component---draft',
      staticQueryHashes: like.staticQueryHashes,
      result: { data: page.data, pageContext: page.context },
      webpackCompilationHash: like.webpackCompilationHash,
    };
    const plan = { ...draft, pageData: new Map([[page.path, data]]) };
    return documentRenderer(plan, bundle.renderer, bundle.assetsOf)(page);
  };

  return {
    /**
     * Address of a draft, without the base: of the page of a document, or of the list of changes.
     * @returns undefined for a ref without drafts
     */
    async addressOf(ref: string, documentId: string | undefined): Promise<string | undefined> {
      const site = await open(ref);
      if (!site) return undefined;
      const query = new URLSearchParams({ ref, lang: '*', q: `[[at(document.id,"${documentId ?? ''}")]]` });
      const answer =
        documentId !== undefined && /^[\w-]+$/.test(documentId)
          ? await fetch(new URL(`/api/v2/documents/search?${query}`, contentOrigin), {
              signal: AbortSignal.timeout(patienceMs),
              redirect: 'error',
            }).catch((error: unknown) => {
              throw new ContentUnavailable(contentOrigin, error);
            })
          : undefined;
      const results = answer?.ok ? found.safeParse(await answer.json()).data?.results : undefined;
      const [document] = results ?? [];
      const language = document?.lang === 'en-gb' ? 'en' : 'is';
      const page = site.draft.pages.find(
        ({ context }) => context.key === document?.data.page && context.language === language,
      );
      return page ? draftPath(ref, page.path, language) : listPath(ref, language);
    },

    /** The HTML document of a draft's page, or of the list of changes; undefined if there is none. */
    async document(path: string): Promise<string | undefined> {
      const asked = readDraftPath(path);
      const site = asked && (await open(asked.ref));
      if (!site) return undefined;
      const { ref, language, page: wanted } = asked;
      const isOfLanguage = ({ context }: Page): boolean => context.language === language;
      const pages = site.draft.pages.filter(isOfLanguage);
      const shown = wanted === undefined ? undefined : pages.find((page) => page.path === wanted);
      if (wanted !== undefined && shown?.context.area !== 'site') return undefined;
      const own = (of: Language): string | undefined => {
        const path = wanted === undefined ? undefined : shown?.context.alternates[of];
        if (wanted === undefined) return listPath(ref, of);
        return path === undefined ? undefined : draftPath(ref, path, of);
      };
      const [is, en] = [own('is'), own('en')];
      const context = {
        key: 'draft',
        language,
        title: shown ? `${titles[language]}: ${shown.context.title}` : titles[language],
        description: '',
        alternates: { ...(is && { is }), ...(en && { en }) },
        area: 'site' as const,
      };
      const data: DraftDocument = shown
        ? {
            list: { path: listPath(ref, language) },
            page: {
              path: site.published.pageData.has(shown.path) ? shown.path : undefined,
              template: shown.template,
              data: shown.data,
              context: shown.context,
            },
          }
        : {
            changes: pages
              .filter((page) => page.context.area === 'site' && !page.matchPath)
              .filter((page) => isChanged(page, site.published))
              .map(({ path, context: { title } }) => ({ title, path: draftPath(ref, path, language) })),
          };
      const like = site.draft.pageData.get(shown?.path ?? pages[0]?.path ?? '');
      return render(site, { path, template: 'draft', data, context }, like);
    },
  };
};

export type Previews = ReturnType<typeof createPreviews>;
