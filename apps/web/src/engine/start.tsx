import { systemClock } from '@hofn/domain/clock.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Boundary, ServerMarkup, saveServerMarkup } from './Boundary.tsx';
import { chunksAt, loadChunk, loadParts, type PageParts, setChunkLoader } from './chunks.ts';
import { handleClicks } from './clicks.ts';
import { createReloadLimit } from './direct.ts';
import {
  type EmbeddedPage,
  embeddedPageId,
  interactionEvent,
  mergeStaticQueries,
  rootId,
} from './embedded.ts';
import { requestFrame, requestFrameOnApproach, requestFrameOrGiveUp } from './frame.ts';
import { saveLanguage } from './keep-language.ts';
import type { LoadedPage, Loader } from './loader.ts';
import { createMatcher } from './match.ts';
import { moved, navigate, setRouter } from './navigate.ts';
import { createRouter } from './router.ts';
import type { PageData } from './types.ts';
import { visitStorage } from './visit-storage.ts';

const readEmbedded = (): EmbeddedPage => {
  const element = document.getElementById(embeddedPageId);
  if (!element?.textContent) throw new Error(`No ${embeddedPageId}`);
  return JSON.parse(element.textContent) as EmbeddedPage;
};

const isPublicPage = ({ result }: PageData): boolean => result.pageContext.area === 'site';

/** Loads the frame of a portal page, which is hydrated with the page. For the public frame see `frame.ts`. */
const loadFrame = async (page: PageData): Promise<unknown> =>
  isPublicPage(page) ||
  loadChunk(page.result.pageContext.area === 'staff' ? 'shell/StaffFrame' : 'shell/PortalFrame');

/** The whole page as rendered by the server, if it is the one on the screen. */
const ServedPage = ({ isShown }: { isShown: () => boolean }) => (
  <ServerMarkup selector={isShown() ? ':scope > *' : undefined} withNotice />
);

let lastReported: unknown;
/** Logs an error once: header and footer fail with the same error if their chunk is broken. */
const logOnce = (error: unknown): void => {
  if (error !== lastReported) console.error(error);
  lastReported = error;
};

/**
 * Hydrates the server's document and takes over its links and history. Rejects if the page's template or texts fail to
 * load; the document then stays as it is and its links work.
 */
export const start = async ({ signedIn }: { signedIn: () => boolean }): Promise<void> => {
  const embedded = readEmbedded();
  setChunkLoader(chunksAt(embedded.chunks));
  const [parts] = await Promise.all([loadParts(embedded.page), loadFrame(embedded.page)]);
  const first: LoadedPage<PageParts> = {
    status: 'success',
    path: embedded.page.path,
    notFound: embedded.notFound,
    data: embedded.page,
    staticQueries: mergeStaticQueries(Object.values(embedded.staticQueries)),
    parts,
    buildHash: embedded.page.webpackCompilationHash,
  };
  const visit = { links: embedded.links, signedIn };
  const loadNavigation = () => loadChunk<typeof import('./onward.ts')>('engine/onward');
  let started: Promise<Loader<PageParts>> | undefined;
  const getLoader = (): Promise<Loader<PageParts>> => {
    started ??= loadNavigation().then(
      ({ createLoader, trackScroll, notFoundPageOf, prefetchLinks, watchBuild }) => {
        const { matchPaths, staticQueries } = embedded;
        trackScroll(router, embedded.hydrate === 'now');
        prefetchLinks(visit, router.prefetch);
        const created = createLoader<PageParts>({ fetch, loadParts, matchPaths, notFoundOf: notFoundPageOf });
        created.addEmbedded(first, staticQueries);
        watchBuild(created.checkBuild);
        return created;
      },
    );
    // The next click tries again.
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  const storage = visitStorage();
  const reloadLimit = createReloadLimit(storage, systemClock);
  const router = createRouter<PageParts>({
    loader: {
      match: createMatcher(embedded.matchPaths),
      load: async (path) => {
        // From here on the engine restores the scroll position; `trackScroll` hands it back.
        history.scrollRestoration = 'manual';
        return (await getLoader()).load(path);
      },
      prefetch: async (path, whole) => (await getLoader()).prefetch(path, whole),
    },
    first,
    browser: {
      address: () => new URL(location.href),
      historyState: () => history.state,
      push: (address, state) => history.pushState(state, '', address),
      replace: (address, state) => history.replaceState(state, '', address),
      open: (address) => (address === location.href ? location.reload() : location.assign(address)),
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      newKey: () => crypto.randomUUID().slice(0, 8),
    },
    mayOpenDirectly: (path) => reloadLimit.take(path),
    beforeChange: async ({ data }, modal) => {
      await (isPublicPage(data) ? requestFrame() : loadFrame(data));
      if (modal) await loadChunk('shell/ModalPage');
    },
    beforeMove: async ({ data }) => {
      if (isPublicPage(data)) await requestFrameOrGiveUp();
    },
  });
  setRouter(router);
  // The address has a query, hash or parameters that the server's markup ignores, so the first render changes at once.
  if (isPublicPage(first.data) && router.shown() !== router.firstShown()) await requestFrameOrGiveUp();
  else requestFrameOnApproach();

  const root = document.getElementById(rootId) ?? document.body;
  saveServerMarkup(root);
  startTransition(() => {
    hydrateRoot(
      root,
      <Boundary fallback={<ServedPage isShown={() => router.shown().page === first} />}>
        <App router={router} links={embedded.links} />
      </Boundary>,
      { onCaughtError: logOnce, onUncaughtError: logOnce },
    );
  });

  window.addEventListener('popstate', moved);
  handleClicks(visit, (to) => void navigate(to));
  // If it fails, links load documents.
  onFirstInteraction(() => void getLoader().catch(() => {}));

  if (first.notFound)
    loadNavigation().then(
      ({ showNotFoundPage }) => showNotFoundPage(first.path),
      () => {},
    );
  else saveLanguage();
};

/** Runs at the first interaction, or now if it has already happened. */
const onFirstInteraction = (run: () => void): void => {
  if (document.documentElement.dataset.sign === '') run();
  else addEventListener(interactionEvent, run, { once: true });
};
