import { systemClock } from '@hofn/domain/clock.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { AppShell } from './app-shell.ts';
import { Boundary, keepServed, Served } from './Boundary.tsx';
import { chunksAt, loadChunk, loadParts, type PageParts, setChunkLoader } from './chunks.ts';
import { takeClicks } from './clicks.ts';
import { type EmbeddedPage, embeddedId, mergeStaticQueries, rootId, signEvent } from './embedded-page.ts';
import { keepLanguage } from './keep-language.ts';
import type { LoadedPage } from './loaded-page.ts';
import type { Loader } from './loader.ts';
import { createMatcher } from './match.ts';
import { moved, navigate, setRouter } from './navigate.ts';
import { createDirectLimit } from './reload-limit.ts';
import { createRouter } from './router.ts';
import { visitStorage } from './visit-storage.ts';

const readEmbedded = (): EmbeddedPage => {
  const element = document.getElementById(embeddedId);
  if (!element?.textContent) throw new Error(`No ${embeddedId}`);
  return JSON.parse(element.textContent) as EmbeddedPage;
};

/** The whole page as the server sent it, if it is the page on the screen. */
const ServedPage = ({ isShown }: { isShown: () => boolean }) => (
  <Served of={isShown() ? ':scope > *' : undefined} withNotice />
);

let reported: unknown;
/** Header and footer fail by the same error where their chunk is broken. */
const report = (error: unknown): void => {
  if (error !== reported) console.error(error);
  reported = error;
};

/**
 * Starts the browser half on the document that the server sent: takes over its markup, its links and its history.
 * Rejects when the page's template or texts do not come; the document then stays as it is and its links work.
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
  const onward = () => loadChunk('engine/navigation-chunk');
  let started: Promise<Loader<PageParts>> | undefined;
  const loader = (): Promise<Loader<PageParts>> => {
    started ??= onward().then(({ createLoader, keepScroll, notFoundOf, prefetchLinks, watchBuild }) => {
      const { matchPaths, staticQueries } = embedded;
      keepScroll(router, embedded.hydrate === 'now');
      prefetchLinks(visit, router.prefetch);
      const created = createLoader<PageParts>({ fetch, loadParts, matchPaths, notFoundOf });
      created.keep(first, staticQueries);
      watchBuild(created.checkBuild);
      return created;
    });
    // The next click tries anew.
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  const storage = visitStorage();
  const direct = createDirectLimit(storage, systemClock);
  const router = createRouter<PageParts>({
    loader: {
      match: createMatcher(embedded.matchPaths),
      load: async (path) => {
        // From here on the engine scrolls: `keepScroll` gives it back.
        history.scrollRestoration = 'manual';
        return (await loader()).load(path);
      },
      prefetch: async (path, whole) => (await loader()).prefetch(path, whole),
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
    mayOpenDirectly: (path) => direct.take(path),
    beforeChange: shell.beforeChange,
    beforeMove: shell.beforeMove,
  });
  setRouter(router);
  // Where the address says more than the server's markup knows, the first render is changed at once.
  if (router.shown() !== router.firstShown()) await shell.beforeMove(first);

  const root = document.getElementById(rootId) ?? document.body;
  keepServed(root);
  startTransition(() => {
    hydrateRoot(
      root,
      <Boundary fallback={<ServedPage isShown={() => router.shown().page === first} />}>
        <App Shell={shell.Shell} router={router} links={embedded.links} />
      </Boundary>,
      { onCaughtError: report, onUncaughtError: report },
    );
  });

  window.addEventListener('popstate', moved);
  takeClicks(visit, (to) => void navigate(to), shell.isUnhydrated);
  // Without it pages open all the same: by the browser.
  whenReaderActs(() => void loader().catch(() => {}));

  if (first.notFound)
    onward().then(
      ({ settleNotFound }) => settleNotFound(first.path),
      () => {},
    );
  else keepLanguage();
};

/** Runs at the reader's first sign, or now where that is what the page began by: who gives none leaves for nowhere. */
const whenReaderActs = (run: () => void): void => {
  if (document.documentElement.dataset.sign === '') run();
  else addEventListener(signEvent, run, { once: true });
};
