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
  push(address: string, state: unknown): void;
  replace(address: string, state: unknown): void;
  /** Loads an address as a document; may be the current one. */
  loadDocument(address: string): void;
  schedule(run: () => void, ms: number): () => void;
  newKey(): string;
};

export type NavigateOptions = { replace?: boolean; state?: RouteState };

type Entry = RouteState & { key: string };

/** Where a navigation goes: the address, the path of its page, and of a modal the address of the page below. */
type Target = { address: URL; kind: Arrival; state: RouteState; path: string; covered: URL | undefined };
/** The loaded page, and the one below it, which without a modal is the page on the screen. */
type Loaded<Parts> = readonly [page: PageResult<Parts>, below: PageResult<Parts>];
/** What becomes of a navigation. */
type Decision<Parts> =
  | { act: 'redirect'; to: URL }
  | { act: 'openDirectly' }
  | { act: 'loadDocument' }
  | { act: 'show'; content: Omit<Shown<Parts>, 'arrival'> };

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

  // `firstShown` is what the server rendered, without query and hash, which it does not know: React hydrates that. `shown` is
  // what is on the screen; it is another object from the start if the address has more than the server knew, and the page
  // then changes right after hydration. `shown.arrival` is the navigation that led to it, for scroll, focus and the
  // announcement; the first page and a followed hash have none, because the browser takes care of both.
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

  /**
   * Writes a history entry. @returns its key; undefined if the browser refuses it, as Safari does after a hundred changes in
   * half a minute
   */
  const writeEntry = ({ href }: URL, routeState: RouteState, replace: boolean): string | undefined => {
    const entry: Entry = { ...routeState, key: browser.newKey() };
    try {
      if (replace) browser.replace(href, entry);
      else browser.push(href, entry);
      return entry.key;
    } catch {
      return undefined;
    }
  };

  /** Key of the browser's current entry, which gets one if it has none. */
  const keyOfEntry = (address: URL, routeState: RouteState = {}): string =>
    entryOf(browser.historyState())?.key ?? writeEntry(address, routeState, true) ?? browser.newKey();

  /** Loads an address as a document, or fails if that was tried a moment ago (rule PATH-8). */
  const openDirectly = (path: string, address: URL): void => {
    if (mayOpenDirectly(path)) browser.loadDocument(address.href);
    else setProgress('error');
  };

  /** Address of the page below a modal: the current one, or the one when the entry was created. */
  const coveredAddressOf = (kind: Arrival, { over: covered }: RouteState): URL | undefined => {
    if (kind !== 'pop' && !shown.modal) return browser.address();
    const saved = kind === 'pop' ? covered : entryOf(browser.historyState())?.over;
    return saved === undefined ? undefined : new URL(saved);
  };

  /** Shows the page below a modal synchronously, so that the next click does not hit the modal. */
  const closeModal = (address: URL): void => {
    const arrival = {
      kind: 'pop',
      key: keyOfEntry(address),
      state: { noScroll: true },
      samePage: true,
    } as const;
    show({ page: shown.page, location: locationOf(address, pathOf(address)), arrival });
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

  /** Decides what becomes of a navigation; changes nothing. */
  const decide = ({ address, path, covered }: Target, [page, below]: Loaded<Parts>): Decision<Parts> => {
    if ('redirectTo' in page) return { act: 'redirect', to: new URL(withBase(page.redirectTo), address) };
    if (page.status === 'error' || below.status === 'error') return { act: 'openDirectly' };
    // Even without the server's build hash, page data names its own build, which may be older if it is an offline copy.
    const build = page.buildHash ?? page.data.webpackCompilationHash;
    if (documentBuild && build && documentBuild !== build) return { act: 'loadDocument' };
    const location = locationOf(address, path);
    // The 404 page is never a modal.
    if (!covered || page.notFound) return { act: 'show', content: { page, location } };
    const belowLocation = below === shown.page ? shown.location : locationOf(covered, pathOf(covered));
    const content = { page: below, location: belowLocation, modal: { page, location } };
    return { act: 'show', content };
  };

  /** Changes address and screen together, or leaves the page. */
  const commit = async (target: Target, decision: Decision<Parts>): Promise<void> => {
    const { address, kind, path, covered } = target;
    if (decision.act === 'redirect') return go(decision.to, kind === 'pop' ? 'replace' : kind, target.state);
    if (decision.act === 'openDirectly') return openDirectly(path, address);
    if (decision.act === 'loadDocument') return browser.loadDocument(address.href);
    const { content } = decision;
    const { page, modal } = content;
    const state = modal && covered ? { ...target.state, modal: true, over: covered.href } : target.state;
    // A modal replaces another, so that Back leads to the page below.
    const isReplace = modal ? shown.modal !== undefined : kind === 'replace';
    const key = kind === 'pop' ? keyOfEntry(address, state) : writeEntry(address, state, isReplace);
    if (key === undefined) return browser.loadDocument(address.href);
    show({ ...content, arrival: { kind, key, state, samePage: page.path === shown.page.path } });
  };

  /** A navigation loads its page, decides what becomes of it, and then changes address and screen together. */
  const go = async (address: URL, kind: Arrival, state: RouteState): Promise<void> => {
    navigation += 1;
    const current = navigation;
    const sitePath = normalisePath(address.pathname);
    if (sitePath === undefined) return browser.loadDocument(address.href);
    const path = pagePathOf(sitePath);
    cancelNotice();
    if (kind === 'pop' && shown.modal && sitePath === shown.location.path) return closeModal(address);
    // Not synchronous: a cached page would be rendered twice, first as loading.
    cancelNotice = browser.schedule(() => {
      setProgress('loading');
      cancelNotice = browser.schedule(() => setProgress('loading', true), delayedAfterMs);
    }, 0);
    const covered = path === sitePath ? undefined : coveredAddressOf(kind, state);
    const target: Target = { address, kind, state, path, covered };
    const loaded = await load(target);
    if (current !== navigation) return;
    cancelNotice();
    await commit(target, decide(target, loaded));
  };

  // The first entry gets a key too, so that its scroll position can be saved.
  let currentKey = keyOfEntry(browser.address());

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
        currentKey = keyOfEntry(address);
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
