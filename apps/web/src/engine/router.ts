import { hrefOf } from './link-rules.ts';
import type { FailedPage, LoadedPage } from './loaded-page.ts';
import type { Loader } from './loader.ts';
import { normalisePath, pagePathOf, withBase } from './paths.ts';
import type { Arrival, RouteState } from './scroll-target.ts';
import type { Location } from './types.ts';

/** After this many milliseconds a navigation shows that the page is slow (rule PATH-11). */
export const delayedAfterMs = 1000;

/** The page on the screen; the same object until it changes. */
export type Shown<Parts> = {
  page: LoadedPage<Parts>;
  location: Location;
  /** The modal over the page, and the modal's location (rule PATH-13a). */
  modal?: { page: LoadedPage<Parts>; location: Location };
  /** The navigation that led here, for scroll and focus. Undefined for the embedded page. */
  arrival?: { kind: Arrival; key: string; state: RouteState; samePage: boolean };
};

/** State of page loading. */
export type Progress = {
  /** Status of the last page load (rule PATH-21). */
  status: 'loading' | 'success' | 'error';
  /** The pending load has taken longer than `delayedAfterMs`. */
  delayed: boolean;
};

/** The browser functions that the router uses, replaced in tests. */
export type RouterWindow = {
  address(): URL;
  historyState(): unknown;
  push(address: string, state: unknown): void;
  replace(address: string, state: unknown): void;
  /** Loads an address as a document; may be the current one. */
  loadDocument(address: string): void;
  schedule(run: () => void, ms: number): () => void;
  newKey(): string;
};

export type NavigateOptions = { replace?: boolean; state?: RouteState };

type Entry = RouteState & { key: string };

const entryOf = (state: unknown): Entry | undefined =>
  typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
    ? (state as Entry)
    : undefined;

/**
 * Navigates between pages without loading a document. A navigation loads its page first and then changes address and
 * screen together; of two concurrent navigations, only the later one is applied.
 *
 * A page that cannot be loaded, or that is from another build (rule PATH-9), is loaded as a document.
 */
export const createRouter = <Parts>({
  loader,
  first,
  browser,
  mayOpenDirectly,
  beforeChange,
  beforeMove = async () => {},
}: {
  loader: Pick<Loader<Parts>, 'match' | 'load' | 'prefetch'>;
  /** The embedded page. */
  first: LoadedPage<Parts>;
  browser: RouterWindow;
  /** Whether a path may be loaded as a document now (rule PATH-8). */
  mayOpenDirectly: (path: string) => boolean;
  /** Runs before a page is shown, left, or covered by a modal. */
  beforeChange: (page: LoadedPage<Parts>, modal?: boolean) => Promise<void>;
  /** Runs before the location of the page on the screen changes. */
  beforeMove?: (page: LoadedPage<Parts>) => Promise<void>;
}) => {
  const listeners = new Set<() => void>();
  const documentBuild = first.buildHash;
  let navigation = 0;
  let cancelNotice = (): void => {};

  const locationOf = (address: URL, path: string): Location => ({
    path,
    search: address.search,
    hash: address.hash,
    params: loader.match(path).params,
  });

  const pathOf = (address: URL): string => pagePathOf(normalisePath(address.pathname) ?? first.path);

  const firstShown: Shown<Parts> = {
    page: first,
    location: { path: first.path, search: '', hash: '', params: {} },
  };
  const firstLocation = locationOf(browser.address(), pathOf(browser.address()));
  const matchesServer =
    firstLocation.path === first.path &&
    firstLocation.search === '' &&
    firstLocation.hash === '' &&
    Object.keys(firstLocation.params).length === 0;
  let shown: Shown<Parts> = matchesServer ? firstShown : { ...firstShown, location: firstLocation };
  let progress: Progress = { status: 'success', delayed: false };

  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const setProgress = (status: Progress['status'], delayed = false): void => {
    progress = { status, delayed };
    notify();
  };
  const show = (next: Shown<Parts>): void => {
    shown = next;
    setProgress('success');
  };

  const writeEntry = (address: string, routeState: RouteState, replace: boolean): string => {
    const entry: Entry = { ...routeState, key: browser.newKey() };
    if (replace) browser.replace(address, entry);
    else browser.push(address, entry);
    return entry.key;
  };

  /** Loads an address as a document, or fails if that was tried a moment ago (rule PATH-8). */
  const openDirectly = (path: string, address: URL): void => {
    if (mayOpenDirectly(path)) browser.loadDocument(address.href);
    else setProgress('error');
  };

  const go = async (address: URL, kind: Arrival, routeState: RouteState): Promise<void> => {
    navigation += 1;
    const current = navigation;
    const target = normalisePath(address.pathname);
    if (target === undefined) return browser.loadDocument(address.href);
    const path = pagePathOf(target);

    cancelNotice();
    // Closing a modal shows the page below synchronously, so that the next click does not hit the modal.
    if (kind === 'pop' && shown.modal && target === shown.location.path) {
      const { key = writeEntry(address.href, routeState, true) } = entryOf(browser.historyState()) ?? {};
      const arrival = { kind, key, state: { noScroll: true }, samePage: true };
      return show({ page: shown.page, location: locationOf(address, path), arrival });
    }
    // Not synchronous: a cached page would be rendered twice, first as loading.
    cancelNotice = browser.schedule(() => {
      setProgress('loading');
      cancelNotice = browser.schedule(() => setProgress('loading', true), delayedAfterMs);
    }, 0);
    const failed: FailedPage = { status: 'error', path, hasDocument: false };
    const covered = path === target ? undefined : coveredAddressOf(kind, routeState);
    const [result, coveredPage] = await Promise.all([
      loader.load(path),
      covered && pathOf(covered) !== shown.location.path ? loader.load(pathOf(covered)) : shown.page,
      beforeChange(shown.page, covered !== undefined),
    ])
      .then(async ([page, coveredResult]) => {
        if (page.status === 'success') await beforeChange(page);
        return [page, coveredResult] as const;
      })
      .catch(() => [failed, failed] as const);
    if (current !== navigation) return;
    cancelNotice();
    if ('redirectTo' in result)
      return go(new URL(withBase(result.redirectTo), address), kind === 'pop' ? 'replace' : kind, routeState);
    if (result.status === 'error' || coveredPage.status === 'error') return openDirectly(path, address);
    // Even without the server's build hash, page data names its own build, which may be older if it is an offline copy.
    const build = result.buildHash ?? result.data.webpackCompilationHash;
    if (documentBuild && build && documentBuild !== build) return browser.loadDocument(address.href);

    // The 404 page is never a modal.
    const isModal = covered !== undefined && !result.notFound;
    const state = isModal ? { ...routeState, modal: true, over: covered.href } : routeState;
    // A modal replaces another, so that Back leads to the page below.
    const isReplace = isModal ? shown.modal !== undefined : kind === 'replace';
    const key =
      kind === 'pop'
        ? (entryOf(browser.historyState())?.key ?? writeEntry(address.href, state, true))
        : writeEntry(address.href, state, isReplace);
    const location = locationOf(address, path);
    const page = isModal ? coveredPage : result;
    const arrival = { kind, key, state, samePage: page.path === shown.page.path };
    show(
      isModal
        ? {
            page,
            location: page === shown.page ? shown.location : locationOf(covered, pathOf(covered)),
            modal: { page: result, location },
            arrival,
          }
        : { page, location, arrival },
    );
  };

  /** Address of the page below a modal: the current one, or the one when the entry was created. */
  const coveredAddressOf = (kind: Arrival, { over: covered }: RouteState): URL | undefined => {
    if (kind !== 'pop' && !shown.modal) return browser.address();
    const saved = kind === 'pop' ? covered : entryOf(browser.historyState())?.over;
    return saved === undefined ? undefined : new URL(saved);
  };

  // The first entry gets a key too, so that its scroll position can be saved.
  const firstEntry = entryOf(browser.historyState());
  let currentKey = firstEntry?.key ?? writeEntry(browser.address().href, {}, true);

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: (): Shown<Parts> => shown,
    /** What the server rendered: the page at its own path, without query and hash. */
    firstShown: (): Shown<Parts> => firstShown,
    progress: (): Progress => progress,
    /** Key of the history entry on the screen. */
    key: (): string => shown.arrival?.key ?? currentKey,

    /** Navigates to a site path with query and hash. Resolves when the page is shown or has failed. */
    async navigate(
      to: string,
      { replace = false, state: routeState = {} }: NavigateOptions = {},
    ): Promise<void> {
      const address = new URL(hrefOf(to), browser.address());
      // A link to the current address replaces the entry, as in a browser.
      const isCurrentAddress = address.href === browser.address().href;
      await go(address, replace || isCurrentAddress ? 'replace' : 'push', routeState);
    },

    /** Handles a step in the browser's history, or a followed hash. */
    async handleHistoryStep(): Promise<void> {
      const address = browser.address();
      const entry = entryOf(browser.historyState());
      if (!entry) {
        // A hash followed by the browser, which has scrolled and created an entry.
        currentKey = writeEntry(address.href, {}, true);
        navigation += 1;
        cancelNotice();
        await beforeMove(shown.page);
        show({ page: shown.page, location: locationOf(address, pathOf(address)) });
        return;
      }
      await go(address, 'pop', entry);
    },

    /** Prefetches a page: its data, and with `withTemplate` its template. */
    prefetch(to: string, withTemplate: boolean): void {
      const path = normalisePath(hrefOf(to));
      if (path !== undefined) loader.prefetch(pagePathOf(path), withTemplate).catch(() => {});
    },
  };
};

export type Router<Parts> = ReturnType<typeof createRouter<Parts>>;
