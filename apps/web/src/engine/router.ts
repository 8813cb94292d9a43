import { hrefOf } from './link-rules.ts';
import type { FailedPage, LoadedPage } from './loaded-page.ts';
import type { Loader } from './loader.ts';
import { normalisePath, pageOf, withBase } from './paths.ts';
import type { Arrival, RouteState } from './scroll-target.ts';
import type { Location } from './types.ts';

/** After this many milliseconds a navigation shows the notice that the page is slow to come (rule PATH-11). */
export const delayedAfterMs = 1000;

/** What is on the screen. The same object for as long as nothing of it changes. */
export type Shown<Parts> = {
  page: LoadedPage<Parts>;
  location: Location;
  /** The page that stands over it as a modal (rule PATH-13a), and where that is. */
  modal?: { page: LoadedPage<Parts>; location: Location };
  /** What brought the reader here, for scroll and focus. Undefined for the page that came with the document. */
  arrival?: { kind: Arrival; key: string; state: RouteState; samePage: boolean };
};

/** How loading goes. */
export type Progress = {
  /** How the last load of a page ended (rule PATH-21); `loading` while one is under way. */
  status: 'loading' | 'success' | 'error';
  /** The load under way has taken longer than `delayedAfterMs`. */
  delayed: boolean;
};

/** The parts of a browser that the router needs, so that a test can stand in for one. */
export type RouterWindow = {
  address(): URL;
  historyState(): unknown;
  push(address: string, state: unknown): void;
  replace(address: string, state: unknown): void;
  /** Loads an address by the browser itself; `address` may be the present one. */
  open(address: string): void;
  later(run: () => void, ms: number): () => void;
  newKey(): string;
};

export type NavigateOptions = { replace?: boolean; state?: RouteState };

type Entry = RouteState & { key: string };

const entryOf = (state: unknown): Entry | undefined =>
  typeof state === 'object' && state !== null && 'key' in state && typeof state.key === 'string'
    ? (state as Entry)
    : undefined;

/**
 * Moves between pages without loading the document anew. A navigation loads its page first and then changes address
 * and screen together; when two race, the later one alone is applied.
 *
 * A page that cannot be loaded, or that another build made (rule PATH-9), is opened by the browser itself.
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
  /** The page that came with the document. */
  first: LoadedPage<Parts>;
  browser: RouterWindow;
  /** Whether a path may be opened by the browser now (rule PATH-8). */
  mayOpenDirectly: (path: string) => boolean;
  /** What must be here before a page may come on the screen or leave it, or be covered by a modal. */
  beforeChange: (page: LoadedPage<Parts>, modal?: boolean) => Promise<void>;
  /** What must be done before the page on the screen has another location. */
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

  const pathOf = (address: URL): string => pageOf(normalisePath(address.pathname) ?? first.path);

  const firstShown: Shown<Parts> = {
    page: first,
    location: { path: first.path, search: '', hash: '', params: {} },
  };
  const here = locationOf(browser.address(), pathOf(browser.address()));
  const asRendered =
    here.path === first.path &&
    here.search === '' &&
    here.hash === '' &&
    Object.keys(here.params).length === 0;
  let shown: Shown<Parts> = asRendered ? firstShown : { ...firstShown, location: here };
  let progress: Progress = { status: 'success', delayed: false };

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const setProgress = (status: Progress['status'], delayed = false): void => {
    progress = { status, delayed };
    tell();
  };
  const show = (next: Shown<Parts>): void => {
    shown = next;
    setProgress('success');
  };

  const stamp = (address: string, routeState: RouteState, replace: boolean): string => {
    const entry: Entry = { ...routeState, key: browser.newKey() };
    if (replace) browser.replace(address, entry);
    else browser.push(address, entry);
    return entry.key;
  };

  /** Opens an address by the browser, or gives up with an error when that was tried a moment ago (rule PATH-8). */
  const openDirectly = (path: string, address: URL): void => {
    if (mayOpenDirectly(path)) browser.open(address.href);
    else setProgress('error');
  };

  const go = async (address: URL, kind: Arrival, routeState: RouteState): Promise<void> => {
    navigation += 1;
    const mine = navigation;
    const wanted = normalisePath(address.pathname);
    if (wanted === undefined) return browser.open(address.href);
    const path = pageOf(wanted);

    cancelNotice();
    // Closing a modal shows what is there already, and at once: the next press must not meet the one that is leaving.
    if (kind === 'pop' && shown.modal && wanted === shown.location.path) {
      const { key = stamp(address.href, routeState, true) } = entryOf(browser.historyState()) ?? {};
      const arrival = { kind, key, state: { noScroll: true }, samePage: true };
      return show({ page: shown.page, location: locationOf(address, path), arrival });
    }
    // A page in memory is here before the first of these: a render of “loading” before it would only cost time.
    cancelNotice = browser.later(() => {
      setProgress('loading');
      cancelNotice = browser.later(() => setProgress('loading', true), delayedAfterMs);
    }, 0);
    const failed: FailedPage = { status: 'error', path, hasDocument: false };
    const over = path === wanted ? undefined : overOf(kind, routeState);
    const [result, under] = await Promise.all([
      loader.load(path),
      over && pathOf(over) !== shown.location.path ? loader.load(pathOf(over)) : shown.page,
      beforeChange(shown.page, over !== undefined),
    ])
      .then(async ([page, below]) => {
        if (page.status === 'success') await beforeChange(page);
        return [page, below] as const;
      })
      .catch(() => [failed, failed] as const);
    if (mine !== navigation) return;
    cancelNotice();
    if ('instead' in result)
      return go(new URL(withBase(result.instead), address), kind === 'pop' ? 'replace' : kind, routeState);
    if (result.status === 'error' || under.status === 'error') return openDirectly(path, address);
    // Where the server's build is not known, page data still says which build made it: a copy may be another's.
    const build = result.buildHash ?? result.data.webpackCompilationHash;
    if (documentBuild && build && documentBuild !== build) return browser.open(address.href);

    // What is not there is told on a page of its own.
    const isModal = over !== undefined && !result.notFound;
    const state = isModal ? { ...routeState, modal: true, over: over.href } : routeState;
    // A modal takes the place of another, so that what was before it is the page below.
    const inPlace = isModal ? shown.modal !== undefined : kind === 'replace';
    const key =
      kind === 'pop'
        ? (entryOf(browser.historyState())?.key ?? stamp(address.href, state, true))
        : stamp(address.href, state, inPlace);
    const location = locationOf(address, path);
    const page = isModal ? under : result;
    const arrival = { kind, key, state, samePage: page.path === shown.page.path };
    show(
      isModal
        ? {
            page,
            location: page === shown.page ? shown.location : locationOf(over, pathOf(over)),
            modal: { page: result, location },
            arrival,
          }
        : { page, location, arrival },
    );
  };

  /** Address of the page that a modal stands over: where the reader is, or was when the entry was made. */
  const overOf = (kind: Arrival, { over }: RouteState): URL | undefined => {
    if (kind !== 'pop' && !shown.modal) return browser.address();
    const kept = kind === 'pop' ? over : entryOf(browser.historyState())?.over;
    return kept === undefined ? undefined : new URL(kept);
  };

  // The first entry gets a key too, so that its scroll position can be kept.
  const firstEntry = entryOf(browser.historyState());
  let currentKey = firstEntry?.key ?? stamp(browser.address().href, {}, true);

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shown: (): Shown<Parts> => shown,
    /** What the server rendered: the page at its own path, before the address has had its say. */
    firstShown: (): Shown<Parts> => firstShown,
    progress: (): Progress => progress,
    /** Key of the history entry on the screen. */
    key: (): string => shown.arrival?.key ?? currentKey,

    /** Goes to a site path, as it stands in an address, with query and hash if any. Resolves when the page is shown or given up. */
    async navigate(
      to: string,
      { replace = false, state: routeState = {} }: NavigateOptions = {},
    ): Promise<void> {
      const address = new URL(hrefOf(to), browser.address());
      // A link to where one is takes the place of the entry, as a browser does.
      const same = address.href === browser.address().href;
      await go(address, replace || same ? 'replace' : 'push', routeState);
    },

    /** The browser moved in its history, or followed a hash. */
    async moved(): Promise<void> {
      const address = browser.address();
      const entry = entryOf(browser.historyState());
      if (!entry) {
        // A hash followed by the browser itself: it has scrolled already, and made an entry of its own.
        currentKey = stamp(address.href, {}, true);
        navigation += 1;
        cancelNotice();
        await beforeMove(shown.page);
        show({ page: shown.page, location: locationOf(address, pathOf(address)) });
        return;
      }
      await go(address, 'pop', entry);
    },

    /** Asks for a page before it is wanted, with `whole` all of it. */
    prefetch(to: string, whole: boolean): void {
      const path = normalisePath(hrefOf(to));
      if (path !== undefined) loader.prefetch(pageOf(path), whole).catch(() => {});
    },
  };
};

export type Router<Parts> = ReturnType<typeof createRouter<Parts>>;
