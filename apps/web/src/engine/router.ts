import { hrefOf } from './link-rules.ts';
import type { FailedPage, LoadedPage, PageResult } from './loaded-page.ts';
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
  /** Writes a history entry, in the place of the current one or after it. */
  writeEntry(address: string, state: unknown, replaces: boolean): void;
  /** Loads an address as a document; may be the current one. */
  loadDocument(address: string): void;
  schedule(run: () => void, ms: number): () => void;
  newKey(): string;
};

export type NavigateOptions = { replace?: boolean; state?: RouteState };

type Entry = RouteState & { key: string };

/** Where a navigation goes: the address, the path of its page, and of a modal the address of the page below. */
type Target = { address: URL; kind: Arrival; state: RouteState; path: string; covered?: URL | undefined };
/** The loaded page, and the one below it, which without a modal is the page on the screen. */
type Loaded<Parts> = readonly [page: PageResult<Parts>, below: PageResult<Parts>];
/** The router's entry in a history state, which others may have written. */
const entryOf = (state: unknown): Entry | undefined => {
  const entry = state as Partial<Entry> | null | undefined;
  return typeof entry?.key === 'string' ? (entry as Entry) : undefined;
};

/** What a navigation shows. */
type Content<Parts> = Omit<Shown<Parts>, 'arrival'>;

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

  const pathOf = (address: URL): string => pagePathOf(normalisePath(address.pathname) ?? first.path);
  const locationOf = (address: URL): Location => {
    const path = pathOf(address);
    return { path, search: address.search, hash: address.hash, params: loader.match(path).params };
  };

  // `firstShown` is what the server rendered, without query and hash, which it does not know: React hydrates that. `shown` is
  // what is on the screen; it is another object from the start if the address has more than the server knew, and the page
  // then changes right after hydration. `shown.arrival` is the navigation that led to it, for scroll, focus and the
  // announcement; the first page and a followed hash have none, because the browser takes care of both.
  const firstShown: Shown<Parts> = {
    page: first,
    location: { path: first.path, search: '', hash: '', params: {} },
  };
  const firstLocation = locationOf(browser.address());
  const matchesServer = JSON.stringify(firstLocation) === JSON.stringify(firstShown.location);
  let shown: Shown<Parts> = matchesServer ? firstShown : { ...firstShown, location: firstLocation };
  let progress: Progress = { status: 'success', delayed: false };

  const setProgress = (status: Progress['status'], delayed = false): void => {
    progress = { status, delayed };
    for (const listener of listeners) listener();
  };
  const show = (next: Shown<Parts>): void => {
    shown = next;
    setProgress('success');
  };

  /**
   * Writes a history entry. @returns its key; undefined if the browser refuses it, as Safari does after a hundred changes in
   * half a minute
   */
  const writeEntry = ({ href }: URL, routeState: RouteState, replaces: boolean): string | undefined => {
    const key = browser.newKey();
    try {
      browser.writeEntry(href, { ...routeState, key } satisfies Entry, replaces);
      return key;
    } catch {
      return undefined;
    }
  };

  /** Key of the browser's current entry, which gets one if it has none. */
  const keyOfEntry = (): string =>
    entryOf(browser.historyState())?.key ?? writeEntry(browser.address(), {}, true) ?? browser.newKey();

  /** Address of the page below a modal: the current one, or that of the current entry, which is a modal too. */
  const coveredAddressOf = (kind: Arrival): URL | undefined => {
    if (kind !== 'pop' && !shown.modal) return browser.address();
    const over = entryOf(browser.historyState())?.over;
    return over === undefined ? undefined : new URL(over);
  };

  /** Loads what a navigation shows: its page, and the one below it if it is a modal. Never rejects. */
  const load = async ({ path, covered }: Target): Promise<Loaded<Parts>> => {
    const below = covered && pathOf(covered);
    try {
      const [page, coveredPage] = await Promise.all([
        loader.load(path),
        below !== undefined && below !== shown.location.path ? loader.load(below) : shown.page,
        beforeChange(shown.page, covered !== undefined),
      ]);
      if (page.status === 'success') await beforeChange(page);
      return [page, coveredPage];
    } catch {
      const failed: FailedPage = { status: 'error', path, hasDocument: false };
      return [failed, failed];
    }
  };

  /** Changes address and screen together. */
  const commit = (
    { address, kind, state: given, covered }: Omit<Target, 'path'>,
    content: Content<Parts>,
  ): void => {
    const { page, modal } = content;
    const state = modal && covered ? { ...given, modal: true, over: covered.href } : given;
    // A modal replaces another, so that Back leads to the page below.
    const isReplace = modal ? shown.modal !== undefined : kind === 'replace';
    const key = kind === 'pop' ? keyOfEntry() : writeEntry(address, state, isReplace);
    if (key === undefined) browser.loadDocument(address.href);
    else show({ ...content, arrival: { kind, key, state, samePage: page.path === shown.page.path } });
  };

  /** Decides what becomes of a navigation: it redirects, is left to a document, or is committed. */
  const decide = (target: Target, [page, below]: Loaded<Parts>): Promise<void> | void => {
    const { address, kind, state, path, covered } = target;
    if ('redirectTo' in page)
      return go(new URL(withBase(page.redirectTo), address), kind === 'pop' ? 'replace' : kind, state);
    // Even without the server's build hash, page data names its own build, which may be older if it is an offline copy.
    const build = page.status === 'success' && (page.buildHash ?? page.data.webpackCompilationHash);
    const isOtherBuild = documentBuild && build && documentBuild !== build;
    if (page.status === 'error' || below.status === 'error' || isOtherBuild) {
      // A page that has failed is not loaded as a document again and again (rule PATH-8).
      if (isOtherBuild || mayOpenDirectly(path)) browser.loadDocument(address.href);
      else setProgress('error');
      return;
    }
    const location = locationOf(address);
    // The 404 page is never a modal.
    if (!covered || page.notFound) return commit(target, { page, location });
    const belowLocation = below === shown.page ? shown.location : locationOf(covered);
    commit(target, { page: below, location: belowLocation, modal: { page, location } });
  };

  /** A navigation loads its page, decides what becomes of it, and then changes address and screen together. */
  const go = async (address: URL, kind: Arrival, state: RouteState): Promise<void> => {
    navigation += 1;
    const current = navigation;
    const sitePath = normalisePath(address.pathname);
    if (sitePath === undefined) return browser.loadDocument(address.href);
    const path = pagePathOf(sitePath);
    cancelNotice();
    // Closing a modal shows the page below synchronously, so that the next click does not hit the modal.
    if (kind === 'pop' && shown.modal && sitePath === shown.location.path) {
      const below = { page: shown.page, location: locationOf(address) };
      return commit({ address, kind, state: { noScroll: true } }, below);
    }
    // Not synchronous: a cached page would be rendered twice, first as loading.
    cancelNotice = browser.schedule(() => {
      setProgress('loading');
      cancelNotice = browser.schedule(() => setProgress('loading', true), delayedAfterMs);
    }, 0);
    const covered = path === sitePath ? undefined : coveredAddressOf(kind);
    const target: Target = { address, kind, state, path, covered };
    const loaded = await load(target);
    if (current !== navigation) return;
    cancelNotice();
    return decide(target, loaded);
  };

  // The first entry gets a key too, so that its scroll position can be saved.
  let currentKey = keyOfEntry();

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: (): Shown<Parts> => shown,
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
        currentKey = keyOfEntry();
        navigation += 1;
        cancelNotice();
        await beforeMove(shown.page);
        show({ page: shown.page, location: locationOf(address) });
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
