import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedPage, PageResult } from './loaded-page.ts';
import type { Loader } from './loader.ts';
import { createRouter, delayedAfterMs } from './router.ts';

const page = (path: string, buildHash: string | undefined = 'build1'): LoadedPage<string> => ({
  status: 'success',
  path,
  notFound: false,
  data: {
    path,
    componentChunkName: 'component---generic',
    staticQueryHashes: [],
    result: {
      data: {},
      pageContext: { key: path, language: 'is', title: path, description: '', alternates: {}, area: 'site' },
    },
    webpackCompilationHash: 'build1',
  },
  staticQueries: {},
  parts: '',
  buildHash,
});

const origin = 'https://hofn.example';

type Entry = { address: string; state: unknown };

/** A tab with a history, whose pages load when the test resolves them. */
const open = (
  path = '/arsskyrsla/a',
  options: {
    mayOpenDirectly?: (path: string) => boolean;
    build?: string;
    beforeChange?: () => Promise<void>;
    /** Whether the browser refuses to change its history, as Safari does after a hundred changes. */
    refuses?: () => boolean;
    /** A cached page. */
    cached?: PageResult<string>;
  } = {},
) => {
  const entries: Entry[] = [{ address: origin + path, state: null }];
  const loadedDocuments: string[] = [];
  let index = 0;
  let keys = 0;
  const waiting = new Map<string, (result: PageResult<string>) => void>();
  const loader: Loader<string> = {
    match: (path) => ({ path, params: {} }),
    load: async (path) =>
      path === options.cached?.path ? options.cached : new Promise((resolve) => waiting.set(path, resolve)),
    prefetch: async () => {},
    checkBuild: () => {},
    addEmbedded: () => {},
  };
  const router = createRouter<string>({
    loader,
    first: page('/a', 'build' in options ? options.build : 'build1'),
    browser: {
      address: () => new URL(entries[index]?.address ?? origin),
      historyState: () => entries[index]?.state,
      writeEntry: (address, state, replaces) => {
        if (options.refuses?.()) throw new DOMException('Too many changes', 'SecurityError');
        if (!replaces) index += 1;
        entries.splice(index, replaces ? 1 : entries.length, { address, state });
      },
      loadDocument: (address) => loadedDocuments.push(address.slice(origin.length)),
      schedule: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      newKey: () => {
        keys += 1;
        return `k${keys}`;
      },
    },
    mayOpenDirectly: options.mayOpenDirectly ?? (() => true),
    beforeChange: options.beforeChange ?? (async () => {}),
  });
  return {
    router,
    opened: loadedDocuments,
    addresses: () => entries.map(({ address }) => address.slice(origin.length)),
    /** Simulates the browser following a hash: it adds a history entry without the router's state. */
    follow: (hash: string) => {
      entries.push({ address: (entries[index]?.address ?? '') + hash, state: null });
      index += 1;
      return router.handleHistoryStep();
    },
    back: () => {
      index -= 1;
      return router.handleHistoryStep();
    },
    /** Runs due timers, then resolves the load of a path. */
    resolveLoad: async (path: string, result: PageResult<string>) => {
      await vi.advanceTimersByTimeAsync(0);
      const resolve = waiting.get(path);
      if (!resolve) throw new Error(`${path} was not requested`);
      resolve(result);
      await vi.advanceTimersByTimeAsync(0);
    },
    isRequested: (path: string) => waiting.has(path),
  };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a navigation loads its page, and then changes address and screen together', async () => {
  const { router, addresses, resolveLoad } = open();
  const done = router.navigate('/b?x=1#y');
  expect(addresses()).toEqual(['/arsskyrsla/a']);
  await resolveLoad('/b', page('/b'));
  await done;
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/b?x=1#y']);
  expect(router.shown()).toMatchObject({
    page: { path: '/b' },
    location: { path: '/b', search: '?x=1', hash: '#y' },
    arrival: { kind: 'push', samePage: false },
  });
});

test('replace, and a link to the current address, replace the entry', async () => {
  const { router, addresses, resolveLoad } = open();
  void router.navigate('/a');
  await resolveLoad('/a', page('/a'));
  expect(addresses()).toEqual(['/arsskyrsla/a']);
  void router.navigate('/b', { replace: true });
  await resolveLoad('/b', page('/b'));
  expect(addresses()).toEqual(['/arsskyrsla/b']);
});

test('of two concurrent navigations only the later one is applied, whichever loads first', async () => {
  for (const order of [
    ['/b', '/c'],
    ['/c', '/b'],
  ]) {
    const { router, addresses, resolveLoad } = open();
    void router.navigate('/b');
    void router.navigate('/c');
    for (const path of order) await resolveLoad(path, page(path));
    expect(router.shown().page.path).toBe('/c');
    expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/c']);
  }
});

test('Back shows the page of the entry, with its key', async () => {
  const { router, resolveLoad, back } = open();
  const firstKey = router.key();
  void router.navigate('/b');
  await resolveLoad('/b', page('/b'));
  expect(router.key()).not.toBe(firstKey);
  void back();
  await resolveLoad('/a', page('/a'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, arrival: { kind: 'pop', key: firstKey } });
});

test('PATH-8: a page that fails to load is loaded as a document, with query and hash', async () => {
  const paths: string[] = [];
  const {
    router,
    opened: loadedDocuments,
    resolveLoad,
  } = open('/arsskyrsla/a', { mayOpenDirectly: (path) => paths.push(path) === 1 });
  void router.navigate('/b?x=1#y');
  await resolveLoad('/b', { status: 'error', path: '/b', hasDocument: false });
  expect(loadedDocuments).toEqual(['/arsskyrsla/b?x=1#y']);
  expect(paths).toEqual(['/b']);
});

test('PATH-8 and PATH-21: if that was tried a moment ago, the page stays and the status is error', async () => {
  const {
    router,
    opened: loadedDocuments,
    addresses,
    resolveLoad,
  } = open('/arsskyrsla/a', { mayOpenDirectly: () => false });
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(0);
  expect(router.progress().status).toBe('loading');
  await resolveLoad('/b', { status: 'error', path: '/b', hasDocument: false });
  expect(loadedDocuments).toEqual([]);
  expect(addresses()).toEqual(['/arsskyrsla/a']);
  expect(router.shown().page.path).toBe('/a');
  expect(router.progress().status).toBe('error');
});

test('HOLD-21: a cached page is shown without a loading render', async () => {
  const { router } = open('/arsskyrsla/a', { cached: page('/b') });
  const seen: string[] = [];
  router.subscribe(() => seen.push(router.progress().status));
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['success']);
  expect(router.shown().page.path).toBe('/b');
});

test('PATH-21: the status is success when the page is shown', async () => {
  const { router, resolveLoad } = open();
  void router.navigate('/b');
  await resolveLoad('/b', page('/b'));
  expect(router.progress().status).toBe('success');
});

test('PATH-9: a page of another build is loaded as a document, and not shown before', async () => {
  const { router, opened: loadedDocuments, resolveLoad } = open();
  void router.navigate('/b?x#y');
  await resolveLoad('/b', page('/b', 'build2'));
  expect(loadedDocuments).toEqual(['/arsskyrsla/b?x#y']);
  expect(router.shown().page.path).toBe('/a');
});

test.each([
  ['of the server', 'build1', undefined],
  ['of the document', '', 'build2'],
])('PATH-9: an unknown hash %s causes no full load', async (_whose, build, other) => {
  const { router, opened: loadedDocuments, resolveLoad } = open('/arsskyrsla/a', { build });
  void router.navigate('/b');
  await resolveLoad('/b', { ...page('/b'), buildHash: other });
  expect(loadedDocuments).toEqual([]);
  expect(router.shown().page.path).toBe('/b');
});

test('PATH-17: without the server’s build hash, page data of another build is not shown', async () => {
  const { router, opened: loadedDocuments, resolveLoad } = open();
  void router.navigate('/b');
  const { data, ...rest } = page('/b');
  await resolveLoad('/b', {
    ...rest,
    data: { ...data, webpackCompilationHash: 'build2' },
    buildHash: undefined,
  });
  expect(loadedDocuments).toEqual(['/arsskyrsla/b']);
  expect(router.shown().page.path).toBe('/a');
});

test('PATH-11: the notice appears after 1000 ms and disappears when the page is shown', async () => {
  const { router, resolveLoad } = open();
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(delayedAfterMs - 1);
  expect(router.progress().delayed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(router.progress().delayed).toBe(true);
  await resolveLoad('/b', page('/b'));
  expect(router.progress().delayed).toBe(false);
});

test('PATH-11: the notice disappears when the page fails, and never appears for a fast page', async () => {
  const { router, resolveLoad } = open('/arsskyrsla/a', { mayOpenDirectly: () => false });
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(delayedAfterMs);
  await resolveLoad('/b', { status: 'error', path: '/b', hasDocument: false });
  expect(router.progress()).toEqual({ status: 'error', delayed: false });
  void router.navigate('/c');
  await resolveLoad('/c', page('/c'));
  await vi.advanceTimersByTimeAsync(5 * delayedAfterMs);
  expect(router.progress().delayed).toBe(false);
});

test('PATH-11: a superseded navigation leaves no notice behind', async () => {
  const { router, resolveLoad } = open();
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(delayedAfterMs - 100);
  void router.navigate('/c');
  await resolveLoad('/c', page('/c'));
  await vi.advanceTimersByTimeAsync(delayedAfterMs);
  expect(router.progress()).toEqual({ status: 'success', delayed: false });
});

test('LANG-3: a path in an unsupported language redirects to the 404 page’s own address, and Back returns to the previous page', async () => {
  const { router, addresses, resolveLoad, back } = open();
  const redirect = { status: 'error', path: '/pl/x', hasDocument: false, redirectTo: '/404' } as const;
  void router.navigate('/pl/x');
  await resolveLoad('/pl/x', redirect);
  await resolveLoad('/404', page('/404'));
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/404']);
  void back();
  await resolveLoad('/a', page('/a'));
  expect(router.shown().page.path).toBe('/a');
  void router.navigate('/pl/x', { replace: true });
  await resolveLoad('/pl/x', redirect);
  await resolveLoad('/404', page('/404'));
  expect(addresses()).toEqual(['/arsskyrsla/404', '/arsskyrsla/404']);
});

test('PATH-2: a path with a malformed escape is left to the server, which responds with 404', async () => {
  const { router, opened: loadedDocuments } = open();
  await router.navigate('/a%ff');
  expect(loadedDocuments).toEqual(['/arsskyrsla/a%ff']);
});

test('the server’s render has no query and hash; the first client render has', () => {
  const { router } = open('/arsskyrsla/a?x=1#y');
  expect(router.firstShown().location).toEqual({ path: '/a', search: '', hash: '', params: {} });
  expect(router.shown().location).toEqual({ path: '/a', search: '?x=1', hash: '#y', params: {} });
  const plain = open().router;
  expect(plain.shown()).toBe(plain.firstShown());
});

test('a hash followed by the browser changes the location, without scroll or requests', async () => {
  const { router, follow, isRequested } = open();
  const before = router.key();
  await follow('#efni');
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, location: { path: '/a', hash: '#efni' } });
  expect(router.shown().arrival).toBeUndefined();
  expect(router.key()).not.toBe(before);
  expect(isRequested('/a')).toBe(false);
});

const overA = `${origin}/arsskyrsla/a`;

test('PATH-13a: a path that still begins with the base is shown over the current page, without that segment', async () => {
  const { router, addresses, resolveLoad } = open();
  void router.navigate('/arsskyrsla/b?x=1');
  await resolveLoad('/b', page('/b'));
  expect(router.shown()).toMatchObject({
    page: { path: '/a' },
    location: { path: '/a', search: '' },
    modal: { page: { path: '/b' }, location: { path: '/b', search: '?x=1' } },
    arrival: { kind: 'push', samePage: true, state: { modal: true, over: overA } },
  });
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/arsskyrsla/b?x=1']);
  void router.navigate('/arsskyrslan');
  await resolveLoad('/arsskyrslan', page('/arsskyrslan'));
  expect(router.shown().page.path).toBe('/arsskyrslan');
  expect(router.shown().modal).toBeUndefined();
});

test('PATH-13b: Back from a modal leads to the page below, however many modals were opened from one another', async () => {
  const { router, addresses, resolveLoad, isRequested, back } = open();
  void router.navigate('/arsskyrsla/b');
  await resolveLoad('/b', page('/b'));
  void router.navigate('/arsskyrsla/c');
  await resolveLoad('/c', page('/c'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, modal: { page: { path: '/c' } } });
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/arsskyrsla/c']);
  void back();
  // Synchronous and without a request: the next click is on the page below.
  expect(router.shown()).toMatchObject({
    page: { path: '/a' },
    location: { path: '/a' },
    arrival: { kind: 'pop', samePage: true, state: { noScroll: true } },
  });
  expect(router.shown().modal).toBeUndefined();
  expect(isRequested('/a')).toBe(false);
  void router.navigate('/arsskyrsla/d');
  await resolveLoad('/d', page('/d'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, modal: { page: { path: '/d' } } });
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/arsskyrsla/d']);
});

test('PATH-13a: Back to a modal, from a page opened from it, shows it over the page below again', async () => {
  const { router, resolveLoad, back } = open();
  void router.navigate('/arsskyrsla/b');
  await resolveLoad('/b', page('/b'));
  void router.navigate('/c');
  await resolveLoad('/c', page('/c'));
  expect(router.shown()).toMatchObject({ page: { path: '/c' }, arrival: { samePage: false } });
  void back();
  await resolveLoad('/b', page('/b'));
  await resolveLoad('/a', page('/a'));
  expect(router.shown()).toMatchObject({
    page: { path: '/a' },
    location: { path: '/a' },
    modal: { page: { path: '/b' } },
    arrival: { kind: 'pop', samePage: false },
  });
});

test('PATH-13c: a modal opened directly is a full page at its own path', async () => {
  const { router } = open('/arsskyrsla/arsskyrsla/a');
  expect(router.shown()).toBe(router.firstShown());
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, location: { path: '/a' } });
  expect(router.shown().modal).toBeUndefined();
});

test('PATH-13c: a modal opened directly is a full page after Back too', async () => {
  const { router, back, resolveLoad } = open('/arsskyrsla/arsskyrsla/a');
  void router.navigate('/b');
  await resolveLoad('/b', page('/b'));
  expect(router.shown()).toMatchObject({ page: { path: '/b' } });
  void back();
  await resolveLoad('/a', page('/a'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, location: { path: '/a' } });
  expect(router.shown().modal).toBeUndefined();
});

test('a modal without a page shows the full 404 page, and one that fails is loaded as a document', async () => {
  const { router, opened: loadedDocuments, resolveLoad } = open();
  void router.navigate('/arsskyrsla/b');
  await resolveLoad('/b', { ...page('/404'), notFound: true });
  expect(router.shown()).toMatchObject({ page: { path: '/404' }, arrival: { samePage: false, state: {} } });
  expect(router.shown().modal).toBeUndefined();
  void router.navigate('/arsskyrsla/c');
  await resolveLoad('/c', { status: 'error', path: '/c', hasDocument: false });
  expect(loadedDocuments).toEqual(['/arsskyrsla/arsskyrsla/c']);
});

test('PATH-8: if `beforeChange` fails, the page is loaded as a document', async () => {
  const {
    router,
    opened: loadedDocuments,
    resolveLoad,
  } = open('/arsskyrsla/a', {
    beforeChange: () => Promise.reject(new Error('the chunk failed to load')),
  });
  const done = router.navigate('/b');
  await resolveLoad('/b', page('/b'));
  await done;
  expect(loadedDocuments).toEqual(['/arsskyrsla/b']);
});

test('HOLD-1: when the browser refuses to change its history, a link loads a document, and Back and a hash still work', async () => {
  let refuses = false;
  const { router, opened, resolveLoad, back, follow } = open('/arsskyrsla/a', { refuses: () => refuses });
  void router.navigate('/b');
  await resolveLoad('/b', page('/b'));
  refuses = true;
  const followed = router.navigate('/c?x=1');
  await resolveLoad('/c', page('/c'));
  await followed;
  expect(opened).toEqual(['/arsskyrsla/c?x=1']);
  expect(router.shown().page.path).toBe('/b');
  await follow('#efni');
  expect(router.shown().location.hash).toBe('#efni');
  const step = back();
  await resolveLoad('/b', page('/b'));
  await step;
  expect(router.shown()).toMatchObject({ location: { path: '/b', hash: '' }, arrival: { kind: 'pop' } });
  expect(opened).toHaveLength(1);
});

test('a page whose history cannot be changed from the start works all the same', () => {
  const { router } = open('/arsskyrsla/a', { refuses: () => true });
  expect(router.shown().page.path).toBe('/a');
  expect(router.key()).not.toBe('');
});
