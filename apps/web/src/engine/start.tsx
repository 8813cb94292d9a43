import { systemClock } from '@hofn/domain/clock.ts';
import { languageOfPath, languageStorageKey, settleLanguage, shortCode } from '@hofn/texts/language.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { visitPositions } from './arrive.ts';
import { chunksAt, loadChunk, loadParts, type PageParts, setChunkLoader } from './chunks.ts';
import { takeClicks } from './clicks.ts';
import { createDirectLimit } from './direct.ts';
import { type EmbeddedPage, embeddedId, mergeStaticQueries, rootId, signEvent } from './embedded.ts';
import { wantFrame, wantFrameWhenNear } from './frame.ts';
import type { LoadedPage, Loader } from './loader.ts';
import { createMatcher } from './match.ts';
import { moved, navigate, setRouter } from './navigate.ts';
import { normalisePath, pageOf } from './paths.ts';
import { createRouter } from './router.ts';
import { visitStorage } from './visit-storage.ts';

const readEmbedded = (): EmbeddedPage => {
  const element = document.getElementById(embeddedId);
  if (!element?.textContent) throw new Error(`The document has no ${embeddedId}`);
  return JSON.parse(element.textContent) as EmbeddedPage;
};

const notFoundPath = (path: string): string => {
  // The path has no page and so says nothing, unless it is an English one: the stored choice serves (rule LANG-2).
  let stored: string | null = null;
  try {
    stored = visitStorage().getItem(languageStorageKey);
  } catch {
    // The path alone says it then.
  }
  return languageOfPath(path) === 'en' || shortCode(stored ?? '') === 'en' ? '/en/404' : '/404';
};

/**
 * Starts the browser half on the document that the server sent: takes over its markup, its links and its history.
 * Rejects when the page's template or texts do not come; the document then stays as it is and its links work.
 */
export const start = async ({ signedIn }: { signedIn: () => boolean }): Promise<void> => {
  const embedded = readEmbedded();
  setChunkLoader(chunksAt(embedded.chunks));
  const first: LoadedPage<PageParts> = {
    status: 'success',
    path: embedded.page.path,
    notFound: embedded.notFound,
    data: embedded.page,
    staticQueries: mergeStaticQueries(Object.values(embedded.staticQueries)),
    parts: await loadParts(embedded.page),
    buildHash: embedded.page.webpackCompilationHash,
  };
  const onward = () => loadChunk<typeof import('./onward.ts')>('engine/onward');
  let started: Promise<Loader<PageParts>> | undefined;
  const loader = (): Promise<Loader<PageParts>> => {
    started ??= onward().then(({ createLoader }) => {
      const { matchPaths, staticQueries } = embedded;
      const created = createLoader<PageParts>({ fetch, loadParts, matchPaths, notFoundPath });
      created.keep(first, staticQueries);
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
      load: async (path) => (await loader()).load(path),
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
    settle: (path) => settleLanguage(path, storage).redirect,
    beforeChange: async ({ data }, modal) => {
      if (data.result.pageContext.area === 'site') await wantFrame();
      if (modal) await loadChunk('shell/ModalPage');
    },
  });
  setRouter(router);
  // Where the address says more than the server's markup knows, the first render is changed at once.
  if (first.data.result.pageContext.area === 'site' && router.shown() !== router.firstShown())
    await wantFrame();
  else wantFrameWhenNear();

  startTransition(() => {
    hydrateRoot(
      document.getElementById(rootId) ?? document.body,
      <App router={router} links={embedded.links} />,
    );
  });

  history.scrollRestoration = 'manual';
  keepPosition(router);
  window.addEventListener('popstate', moved);
  const visit = { links: embedded.links, signedIn };
  takeClicks(visit, (to) => void navigate(to));
  // Without it pages open all the same: by the browser.
  whenReaderActs(() => {
    onward().then(
      ({ prefetchLinks }) => prefetchLinks(visit, router.prefetch),
      () => {},
    );
  });

  const here = normalisePath(location.pathname);
  const elsewhere = here === undefined ? undefined : settleLanguage(pageOf(here), storage).redirect;
  if (elsewhere !== undefined && embedded.page.path !== elsewhere)
    await router.navigate(elsewhere, { replace: true });
};

/** Runs at the reader's first sign, or now where that is what the page began by: who gives none leaves for nowhere. */
const whenReaderActs = (run: () => void): void => {
  if (document.documentElement.dataset.sign === '') run();
  else addEventListener(signEvent, run, { once: true });
};

/** Writes down where the window is, once a frame at most, under the history entry on the screen (rule PATH-12a). */
const keepPosition = (router: { key(): string; shown(): { location: { path: string } } }): void => {
  const positions = visitPositions();
  const here = positions.read(router.shown().location.path, router.key());
  // A reload: the browser no longer restores the position by itself.
  if (here !== undefined && window.scrollY === 0 && !location.hash)
    window.scrollTo({ top: here, behavior: 'instant' });
  let waiting = false;
  window.addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        positions.save(router.shown().location.path, router.key(), window.scrollY);
      });
    },
    { passive: true },
  );
};
