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

/** A tab with a history, and pages that come when the test says so. */
const open = (
  at = '/arsskyrsla/a',
  given: {
    directly?: (path: string) => boolean;
    build?: string;
    beforeChange?: () => Promise<void>;
    /** A page in memory. */
    held?: PageResult<string>;
  } = {},
) => {
  const entries: Entry[] = [{ address: origin + at, state: null }];
  const opened: string[] = [];
  let here = 0;
  let keys = 0;
  const waiting = new Map<string, (result: PageResult<string>) => void>();
  const loader: Loader<string> = {
    match: (path) => ({ path, params: {} }),
    load: async (path) =>
      path === given.held?.path ? given.held : new Promise((resolve) => waiting.set(path, resolve)),
    prefetch: async () => {},
    checkBuild: () => {},
    keep: () => {},
  };
  const router = createRouter<string>({
    loader,
    first: page('/a', 'build' in given ? given.build : 'build1'),
    browser: {
      address: () => new URL(entries[here]?.address ?? origin),
      historyState: () => entries[here]?.state,
      push: (address, state) => {
        entries.splice(here + 1, entries.length, { address, state });
        here += 1;
      },
      replace: (address, state) => {
        entries[here] = { address, state };
      },
      open: (address) => opened.push(address.slice(origin.length)),
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      newKey: () => {
        keys += 1;
        return `k${keys}`;
      },
    },
    mayOpenDirectly: given.directly ?? (() => true),
    beforeChange: given.beforeChange ?? (async () => {}),
  });
  return {
    router,
    opened,
    addresses: () => entries.map(({ address }) => address.slice(origin.length)),
    /** The browser follows a hash by itself: an entry that knows no router. */
    follow: (hash: string) => {
      entries.push({ address: (entries[here]?.address ?? '') + hash, state: null });
      here += 1;
      return router.moved();
    },
    back: () => {
      here -= 1;
      return router.moved();
    },
    /** Lets what is due happen, then answers the load of a path. */
    answer: async (path: string, result: PageResult<string>) => {
      await vi.advanceTimersByTimeAsync(0);
      const resolve = waiting.get(path);
      if (!resolve) throw new Error(`${path} was not asked for`);
      resolve(result);
      await vi.advanceTimersByTimeAsync(0);
    },
    asked: (path: string) => waiting.has(path),
  };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a navigation loads its page, and then changes address and screen together', async () => {
  const { router, addresses, answer } = open();
  const done = router.navigate('/b?x=1#y');
  expect(addresses()).toEqual(['/arsskyrsla/a']);
  await answer('/b', page('/b'));
  await done;
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/b?x=1#y']);
  expect(router.shown()).toMatchObject({
    page: { path: '/b' },
    location: { path: '/b', search: '?x=1', hash: '#y' },
    arrival: { kind: 'push', samePage: false },
  });
});

test('replace, and a link to where one is, take the place of the entry', async () => {
  const { router, addresses, answer } = open();
  void router.navigate('/a');
  await answer('/a', page('/a'));
  expect(addresses()).toEqual(['/arsskyrsla/a']);
  void router.navigate('/b', { replace: true });
  await answer('/b', page('/b'));
  expect(addresses()).toEqual(['/arsskyrsla/b']);
});

test('of two navigations that race only the later one is applied, whichever comes first', async () => {
  for (const order of [
    ['/b', '/c'],
    ['/c', '/b'],
  ]) {
    const { router, addresses, answer } = open();
    void router.navigate('/b');
    void router.navigate('/c');
    for (const path of order) await answer(path, page(path));
    expect(router.shown().page.path).toBe('/c');
    expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/c']);
  }
});

test('back shows the page of the entry, with its key', async () => {
  const { router, answer, back } = open();
  const firstKey = router.key();
  void router.navigate('/b');
  await answer('/b', page('/b'));
  expect(router.key()).not.toBe(firstKey);
  void back();
  await answer('/a', page('/a'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, arrival: { kind: 'pop', key: firstKey } });
});

test('PATH-8: a page that fails to load is opened by the browser, with query and hash', async () => {
  const taken: string[] = [];
  const { router, opened, answer } = open('/arsskyrsla/a', { directly: (path) => taken.push(path) === 1 });
  void router.navigate('/b?x=1#y');
  await answer('/b', { status: 'error', path: '/b', hasDocument: false });
  expect(opened).toEqual(['/arsskyrsla/b?x=1#y']);
  expect(taken).toEqual(['/b']);
});

test('PATH-8 and PATH-21: when that was done a moment ago, the page stays and the status is error', async () => {
  const { router, opened, addresses, answer } = open('/arsskyrsla/a', { directly: () => false });
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(0);
  expect(router.progress().status).toBe('loading');
  await answer('/b', { status: 'error', path: '/b', hasDocument: false });
  expect(opened).toEqual([]);
  expect(addresses()).toEqual(['/arsskyrsla/a']);
  expect(router.shown().page.path).toBe('/a');
  expect(router.progress().status).toBe('error');
});

test('HOLD-21: a page in memory is shown without a render that says it is loading', async () => {
  const { router } = open('/arsskyrsla/a', { held: page('/b') });
  const seen: string[] = [];
  router.subscribe(() => seen.push(router.progress().status));
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['success']);
  expect(router.shown().page.path).toBe('/b');
});

test('PATH-21: the status is success when the page is shown', async () => {
  const { router, answer } = open();
  void router.navigate('/b');
  await answer('/b', page('/b'));
  expect(router.progress().status).toBe('success');
});

test('PATH-9: a page of another build is opened by the browser, and not shown before', async () => {
  const { router, opened, answer } = open();
  void router.navigate('/b?x#y');
  await answer('/b', page('/b', 'build2'));
  expect(opened).toEqual(['/arsskyrsla/b?x#y']);
  expect(router.shown().page.path).toBe('/a');
});

test.each([
  ['of the server', 'build1', undefined],
  ['of the document', '', 'build2'],
])('PATH-9: an unknown hash %s forces nothing', async (_whose, build, other) => {
  const { router, opened, answer } = open('/arsskyrsla/a', { build });
  void router.navigate('/b');
  await answer('/b', { ...page('/b'), buildHash: other });
  expect(opened).toEqual([]);
  expect(router.shown().page.path).toBe('/b');
});

test('PATH-17: where the build of the server is not known, page data of another build is not shown in this one', async () => {
  const { router, opened, answer } = open();
  void router.navigate('/b');
  const { data, ...rest } = page('/b');
  await answer('/b', { ...rest, data: { ...data, webpackCompilationHash: 'build2' }, buildHash: undefined });
  expect(opened).toEqual(['/arsskyrsla/b']);
  expect(router.shown().page.path).toBe('/a');
});

test('PATH-11: the notice comes after 1000 ms and goes when the page arrives', async () => {
  const { router, answer } = open();
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(delayedAfterMs - 1);
  expect(router.progress().delayed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(router.progress().delayed).toBe(true);
  await answer('/b', page('/b'));
  expect(router.progress().delayed).toBe(false);
});

test('PATH-11: the notice goes too when the page fails, and never comes for one that was in time', async () => {
  const { router, answer } = open('/arsskyrsla/a', { directly: () => false });
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(delayedAfterMs);
  await answer('/b', { status: 'error', path: '/b', hasDocument: false });
  expect(router.progress()).toEqual({ status: 'error', delayed: false });
  void router.navigate('/c');
  await answer('/c', page('/c'));
  await vi.advanceTimersByTimeAsync(5 * delayedAfterMs);
  expect(router.progress().delayed).toBe(false);
});

test('PATH-11: a navigation that another has overtaken leaves no notice behind', async () => {
  const { router, answer } = open();
  void router.navigate('/b');
  await vi.advanceTimersByTimeAsync(delayedAfterMs - 100);
  void router.navigate('/c');
  await answer('/c', page('/c'));
  await vi.advanceTimersByTimeAsync(delayedAfterMs);
  expect(router.progress()).toEqual({ status: 'success', delayed: false });
});

test('LANG-3: a path in a language that is not available leads to the 404 page’s own address, and Back to the page before', async () => {
  const { router, addresses, answer, back } = open();
  const elsewhere = { status: 'error', path: '/pl/x', hasDocument: false, instead: '/404' } as const;
  void router.navigate('/pl/x');
  await answer('/pl/x', elsewhere);
  await answer('/404', page('/404'));
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/404']);
  void back();
  await answer('/a', page('/a'));
  expect(router.shown().page.path).toBe('/a');
  void router.navigate('/pl/x', { replace: true });
  await answer('/pl/x', elsewhere);
  await answer('/404', page('/404'));
  expect(addresses()).toEqual(['/arsskyrsla/404', '/arsskyrsla/404']);
});

test('PATH-2: a path with a malformed escape is left to the server, which says that it is not found', async () => {
  const { router, opened } = open();
  await router.navigate('/a%ff');
  expect(opened).toEqual(['/arsskyrsla/a%ff']);
});

test('what the server rendered knows no query and no hash; the first screen after it does', () => {
  const { router } = open('/arsskyrsla/a?x=1#y');
  expect(router.firstShown().location).toEqual({ path: '/a', search: '', hash: '', params: {} });
  expect(router.shown().location).toEqual({ path: '/a', search: '?x=1', hash: '#y', params: {} });
  const plain = open().router;
  expect(plain.shown()).toBe(plain.firstShown());
});

test('a hash that the browser followed itself changes the location, moves nothing and asks for nothing', async () => {
  const { router, follow, asked } = open();
  const before = router.key();
  await follow('#efni');
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, location: { path: '/a', hash: '#efni' } });
  expect(router.shown().arrival).toBeUndefined();
  expect(router.key()).not.toBe(before);
  expect(asked('/a')).toBe(false);
});

const overA = `${origin}/arsskyrsla/a`;

test('PATH-13a: a path that still begins with the base stands over the page that was shown, without that segment', async () => {
  const { router, addresses, answer } = open();
  void router.navigate('/arsskyrsla/b?x=1');
  await answer('/b', page('/b'));
  expect(router.shown()).toMatchObject({
    page: { path: '/a' },
    location: { path: '/a', search: '' },
    modal: { page: { path: '/b' }, location: { path: '/b', search: '?x=1' } },
    arrival: { kind: 'push', samePage: true, state: { modal: true, over: overA } },
  });
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/arsskyrsla/b?x=1']);
  void router.navigate('/arsskyrslan');
  await answer('/arsskyrslan', page('/arsskyrslan'));
  expect(router.shown().page.path).toBe('/arsskyrslan');
  expect(router.shown().modal).toBeUndefined();
});

test('PATH-13b: one step back from a modal is the page below, however many modals were opened from one another', async () => {
  const { router, addresses, answer, asked, back } = open();
  void router.navigate('/arsskyrsla/b');
  await answer('/b', page('/b'));
  void router.navigate('/arsskyrsla/c');
  await answer('/c', page('/c'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, modal: { page: { path: '/c' } } });
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/arsskyrsla/c']);
  void back();
  // At once, with nothing asked for: the next press is on the page below.
  expect(router.shown()).toMatchObject({
    page: { path: '/a' },
    location: { path: '/a' },
    arrival: { kind: 'pop', samePage: true, state: { noScroll: true } },
  });
  expect(router.shown().modal).toBeUndefined();
  expect(asked('/a')).toBe(false);
  void router.navigate('/arsskyrsla/d');
  await answer('/d', page('/d'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, modal: { page: { path: '/d' } } });
  expect(addresses()).toEqual(['/arsskyrsla/a', '/arsskyrsla/arsskyrsla/d']);
});

test('PATH-13a: back to a modal from a page that was opened out of it shows it over the page below again', async () => {
  const { router, answer, back } = open();
  void router.navigate('/arsskyrsla/b');
  await answer('/b', page('/b'));
  void router.navigate('/c');
  await answer('/c', page('/c'));
  expect(router.shown()).toMatchObject({ page: { path: '/c' }, arrival: { samePage: false } });
  void back();
  await answer('/b', page('/b'));
  await answer('/a', page('/a'));
  expect(router.shown()).toMatchObject({
    page: { path: '/a' },
    location: { path: '/a' },
    modal: { page: { path: '/b' } },
    arrival: { kind: 'pop', samePage: false },
  });
});

test('PATH-13c: opened directly it is a full page under its own path', async () => {
  const { router } = open('/arsskyrsla/arsskyrsla/a');
  expect(router.shown()).toBe(router.firstShown());
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, location: { path: '/a' } });
  expect(router.shown().modal).toBeUndefined();
});

test('PATH-13c: opened directly it is a full page too for a reader who comes back to it', async () => {
  const { router, back, answer } = open('/arsskyrsla/arsskyrsla/a');
  void router.navigate('/b');
  await answer('/b', page('/b'));
  expect(router.shown()).toMatchObject({ page: { path: '/b' } });
  void back();
  await answer('/a', page('/a'));
  expect(router.shown()).toMatchObject({ page: { path: '/a' }, location: { path: '/a' } });
  expect(router.shown().modal).toBeUndefined();
});

test('a modal whose page is not there is told on a page of its own, and one that fails is opened by the browser', async () => {
  const { router, opened, answer } = open();
  void router.navigate('/arsskyrsla/b');
  await answer('/b', { ...page('/404'), notFound: true });
  expect(router.shown()).toMatchObject({ page: { path: '/404' }, arrival: { samePage: false, state: {} } });
  expect(router.shown().modal).toBeUndefined();
  void router.navigate('/arsskyrsla/c');
  await answer('/c', { status: 'error', path: '/c', hasDocument: false });
  expect(opened).toEqual(['/arsskyrsla/arsskyrsla/c']);
});

test('PATH-8: what a change of page needs and does not get is no dead end: the browser opens the page', async () => {
  const { router, opened, answer } = open('/arsskyrsla/a', {
    beforeChange: () => Promise.reject(new Error('the chunk did not come')),
  });
  const done = router.navigate('/b');
  await answer('/b', page('/b'));
  await done;
  expect(opened).toEqual(['/arsskyrsla/b']);
});
