import { systemClock } from '@hofn/domain/clock.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { AppShell } from './app-shell.ts';
import { Boundary, ServerMarkup, saveServerMarkup } from './Boundary.tsx';
import { chunksAt, loadChunk, loadParts, type PageParts, setChunkLoader } from './chunks.ts';
import { handleClicks } from './clicks.ts';
import {
  type EmbeddedPage,
  embeddedPageId,
  interactionEvent,
  mergeStaticQueries,
  rootId,
} from './embedded-page.ts';
import type { LoadedPage } from './loaded-page.ts';
import type { Loader } from './loader.ts';
import { createMatcher } from './match.ts';
import { handleHistoryStep, navigate, setRouter } from './navigate.ts';
import { createReloadLimit } from './reload-limit.ts';
import { createRouter, type Router } from './router.ts';
import { saveLanguage } from './save-language.ts';
import { visitStorage } from './visit-storage.ts';

const readEmbedded = (): EmbeddedPage => {
  const element = document.getElementById(embeddedPageId);
  if (!element?.textContent) throw new Error(`No ${embeddedPageId}`);
  return JSON.parse(element.textContent) as EmbeddedPage;
};

/** The whole page as rendered by the server, if it is the one on the screen. */
const ServedPage = ({ isShown }: { isShown: () => boolean }) => (
  <ServerMarkup selector={isShown() ? ':scope > *' : undefined} hasNotice />
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
export const start = async (shell: AppShell, signedIn: () => boolean): Promise<void> => {
  const embedded = readEmbedded();
  setChunkLoader(chunksAt(embedded.chunks));
  const [parts] = await Promise.all([loadParts(embedded.page), shell.load(embedded.page)]);
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
  const loadNavigation = () => loadChunk('engine/navigation-chunk');
  let started: Promise<Loader<PageParts>> | undefined;
  /** The loader, whose code is loaded with the first navigation, or at the first interaction. */
  const getLoader = (router: Router<PageParts>): Promise<Loader<PageParts>> => {
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
    // Lets the next click try again.
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  const storage = visitStorage();
  const reloadLimit = createReloadLimit(storage, systemClock);
  const router: Router<PageParts> = createRouter({
    loader: {
      match: createMatcher(embedded.matchPaths),
      load: async (path) => {
        // From here on the engine restores the scroll position; `trackScroll` hands it back.
        history.scrollRestoration = 'manual';
        return (await getLoader(router)).load(path);
      },
      prefetch: async (path, whole) => (await getLoader(router)).prefetch(path, whole),
    },
    first,
    browser: {
      address: () => new URL(location.href),
      historyState: () => history.state,
      writeEntry: (address, state, replaces) =>
        history[replaces ? 'replaceState' : 'pushState'](state, '', address),
      loadDocument: (address) => (address === location.href ? location.reload() : location.assign(address)),
      schedule: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      newKey: () => crypto.randomUUID().slice(0, 8),
    },
    mayOpenDirectly: (path) => reloadLimit.take(path),
    beforeChange: shell.beforeChange,
    beforeMove: shell.beforeMove,
  });
  setRouter(router);
  // The server's markup ignores query, hash and parameters, so the page changes right after the first render.
  if (router.shown() !== router.firstShown()) await shell.beforeMove(first);

  const root = document.getElementById(rootId) ?? document.body;
  saveServerMarkup(root);
  startTransition(() => {
    hydrateRoot(
      root,
      <Boundary fallback={<ServedPage isShown={() => router.shown().page === first} />}>
        <App Shell={shell.Shell} router={router} links={embedded.links} />
      </Boundary>,
      { onCaughtError: logOnce, onUncaughtError: logOnce },
    );
  });

  window.addEventListener('popstate', handleHistoryStep);
  handleClicks(visit, (to) => void navigate(to), shell.isUnhydrated);
  // If loading fails, links load documents.
  onFirstInteraction(() => void getLoader(router).catch(() => {}));

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
