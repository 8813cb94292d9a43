import { expect, onTestFinished, test, vi } from 'vitest';
import { buildCheckIntervalMs, buildTimeoutMs, createLoader } from './loader.ts';
import { requestTimeoutMs } from './loader-requests.ts';
import type { PageData } from './types.ts';

const data = (path: string, change: Partial<PageData> = {}): PageData => ({
  path,
  componentChunkName: 'component---generic',
  staticQueryHashes: [],
  result: {
    data: {},
    pageContext: { key: path, language: 'is', title: path, description: '', alternates: {}, area: 'site' },
  },
  webpackCompilationHash: 'build1',
  ...change,
});

type FakeResponse = { status: number; body?: string } | 'fails' | 'breaks off' | 'hangs';
const json = (value: unknown): FakeResponse => ({ status: 200, body: JSON.stringify(value) });

const pageDataOf = (path: string) => `/arsskyrsla/page-data/${path}/page-data.json`;
const appData = '/arsskyrsla/page-data/app-data.json';

/** A response with a truncated body. */
const cutOffResponse = () => {
  const beginning = new TextEncoder().encode('{"path":"/x","resu');
  let sent = false;
  return new Response(
    new ReadableStream({
      pull(stream) {
        if (sent) stream.error(new TypeError('network error'));
        else stream.enqueue(beginning);
        sent = true;
      },
    }),
  );
};

/**
 * A server that returns the responses of each address in turn, repeating the last one. Addresses without responses are
 * 404, except for app data, which names the build.
 */
const serve = (answers: Record<string, FakeResponse | FakeResponse[]>) => {
  const requested: string[] = [];
  const responses = new Map(
    Object.entries({ [appData]: json({ webpackCompilationHash: 'build1' }), ...answers }).map(
      ([address, responses]) => [address, Array.isArray(responses) ? [...responses] : [responses]],
    ),
  );
  const loader = createLoader({
    fetch: async (address, init) => {
      const name = init.method ? `${init.method} ${address}` : address;
      requested.push(name);
      const queue = responses.get(name) ?? [];
      const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 404 };
      if (answer === 'fails') throw new TypeError('Failed to fetch');
      if (answer === 'breaks off') return cutOffResponse();
      if (answer === 'hangs')
        return new Promise<never>((_, reject) => {
          init.signal.addEventListener('abort', () => reject(init.signal.reason));
        });
      return new Response(init.method ? null : (answer.body ?? ''), { status: answer.status });
    },
    loadParts: async ({ componentChunkName }) =>
      componentChunkName === 'hangs' ? new Promise<never>(() => {}) : componentChunkName,
    matchPaths: [{ path: '/tryggingar/[id]', matchPath: '/tryggingar/:id' }],
    notFoundOf: (path) =>
      path === '/moves' || path.startsWith('/pl/')
        ? { path: '/404', isRedirect: true }
        : { path: path.startsWith('/en/') ? '/en/404' : '/404', isRedirect: false },
    timeout: (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    },
  });
  return {
    loader,
    asked: requested,
    times: (name: string) => requested.filter((entry) => entry === name).length,
  };
};

test('PATH-4: page data that is JSON with a path is loaded with one request', async () => {
  const { loader, times } = serve({ [pageDataOf('um-okkur')]: json(data('/um-okkur')) });
  const page = await loader.load('/um-okkur');
  expect(page).toMatchObject({
    status: 'success',
    path: '/um-okkur',
    notFound: false,
    parts: 'component---generic',
  });
  expect(times(pageDataOf('um-okkur'))).toBe(1);
});

test('PATH-4: the front page is requested as index, and a match path by its own path', async () => {
  const { loader, asked: requested } = serve({
    [pageDataOf('index')]: json(data('/')),
    [pageDataOf('tryggingar/%5Bid%5D')]: json(data('/tryggingar/[id]', { matchPath: '/tryggingar/:id' })),
  });
  expect((await loader.load('/')).status).toBe('success');
  expect((await loader.load('/tryggingar/17')).status).toBe('success');
  expect((await loader.load('/tryggingar/18')).status).toBe('success');
  expect(requested.filter((name) => name !== appData)).toEqual([
    pageDataOf('index'),
    pageDataOf('tryggingar/%5Bid%5D'),
  ]);
});

test.each([
  ['not JSON', { status: 200, body: '<!doctype html>' }],
  ['JSON without a path', json({ result: {} })],
  ['JSON that is not an object', json(null)],
  ['a path that is not a string', json({ path: 7 })],
] as [string, FakeResponse][])('PATH-4: page data that is %s is handled as 404', async (_what, answer) => {
  const { loader, times } = serve({ [pageDataOf('x')]: answer, [pageDataOf('404')]: json(data('/404')) });
  expect(await loader.load('/x')).toMatchObject({ status: 'success', notFound: true, path: '/404' });
  expect(times(pageDataOf('x'))).toBe(1);
});

test('PATH-5: the hash of the build comes from app data', async () => {
  const { loader } = serve({
    [pageDataOf('x')]: json(data('/x')),
    [appData]: json({ webpackCompilationHash: 'build2' }),
  });
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
});

test.each([503, 500, 404, 202, 'fails'] as const)(
  'PATH-5: app data that responds with %s is requested at most 4 times',
  async (fault) => {
    const answer: FakeResponse = typeof fault === 'string' ? fault : { status: fault };
    const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')), [appData]: answer });
    expect(await loader.load('/x')).toMatchObject({ status: 'success', buildHash: undefined });
    expect(times(appData)).toBe(4);
  },
);

test('PATH-5: app data that succeeds at the third request is used', async () => {
  const { loader, times } = serve({
    [pageDataOf('x')]: json(data('/x')),
    [appData]: [{ status: 503 }, 'fails', json({ webpackCompilationHash: 'build2' })],
  });
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
  expect(times(appData)).toBe(3);
});

test.each([
  ['no JSON body', { status: 200, body: 'x' }],
  ['no hash', json({})],
] as [string, FakeResponse][])(
  'PATH-5: app data with %s is invalid and not requested again',
  async (_what, answer) => {
    const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')), [appData]: answer });
    expect(await loader.load('/x')).toMatchObject({ status: 'success', buildHash: undefined });
    expect(times(appData)).toBe(1);
  },
);

test('PATH-6: a static query is requested once per visit, and shared by all pages that name it', async () => {
  const address = '/arsskyrsla/page-data/sq/d/h1.json';
  const { loader, times } = serve({
    [pageDataOf('a')]: json(data('/a', { staticQueryHashes: ['h1'] })),
    [pageDataOf('b')]: json(data('/b', { staticQueryHashes: ['h1'] })),
    [address]: json({ data: { site: 'menus' } }),
  });
  const [a, b] = await Promise.all([loader.load('/a'), loader.load('/b')]);
  expect(a).toMatchObject({ staticQueries: { site: 'menus' } });
  expect(b).toMatchObject({ staticQueries: { site: 'menus' } });
  expect(times(address)).toBe(1);
});

test('PATH-6: a malformed static query fails the load, and the next load requests it again', async () => {
  const address = '/arsskyrsla/page-data/sq/d/h1.json';
  const { loader, times } = serve({
    [pageDataOf('a')]: json(data('/a', { staticQueryHashes: ['h1'] })),
    [address]: [{ status: 200, body: 'broken' }, json({ data: {} })],
  });
  expect((await loader.load('/a')).status).toBe('error');
  expect((await loader.load('/a')).status).toBe('success');
  expect(times(address)).toBe(2);
});

test('PATH-7a: a 404 for page data is confirmed by a HEAD request for the page, then the 404 page is shown', async () => {
  const { loader, asked: requested } = serve({ [pageDataOf('404')]: json(data('/404')) });
  expect(await loader.load('/x/y')).toMatchObject({ status: 'success', notFound: true, path: '/404' });
  expect(requested.filter((name) => name !== appData)).toEqual([
    pageDataOf('x/y'),
    'HEAD /arsskyrsla/x/y',
    pageDataOf('404'),
  ]);
});

test('PATH-7a: the 404 page is in the language of the path', async () => {
  const { loader } = serve({ [pageDataOf('en/404')]: json(data('/en/404')) });
  expect(await loader.load('/en/x')).toMatchObject({ notFound: true, path: '/en/404' });
});

test('PATH-7a: if HEAD responds with 200, the page is left to a direct navigation', async () => {
  const { loader, times } = serve({
    'HEAD /arsskyrsla/x': { status: 200 },
    [pageDataOf('404')]: json(data('/404')),
  });
  expect(await loader.load('/x')).toEqual({ status: 'error', path: '/x', hasDocument: true });
  expect(times(pageDataOf('404'))).toBe(0);
});

test('PATH-7a: a HEAD that fails confirms the 404, and a 404 page without data is an error', async () => {
  const { loader } = serve({ 'HEAD /arsskyrsla/x': 'fails' });
  expect(await loader.load('/x')).toEqual({ status: 'error', path: '/x', hasDocument: false });
});

test('PATH-7b: a 500 for page data is an error after one request', async () => {
  const { loader, times, asked: requested } = serve({ [pageDataOf('x')]: { status: 500 } });
  expect(await loader.load('/x')).toMatchObject({ status: 'error' });
  expect(times(pageDataOf('x'))).toBe(1);
  expect(requested.some((name) => name.startsWith('HEAD'))).toBe(false);
});

test.each([403, 429, 502, 503, 'fails', 'breaks off'] as const)(
  'PATH-7c: page data that responds with %s is requested 4 times, then is an error',
  async (fault) => {
    const answer: FakeResponse = typeof fault === 'string' ? fault : { status: fault };
    const { loader, times } = serve({ [pageDataOf('x')]: answer });
    expect(await loader.load('/x')).toMatchObject({ status: 'error' });
    expect(times(pageDataOf('x'))).toBe(4);
  },
);

test('PATH-7c: page data that succeeds at the fourth request is loaded', async () => {
  const { loader, times } = serve({
    [pageDataOf('x')]: [{ status: 503 }, 'fails', 'breaks off', json(data('/x'))],
  });
  expect(await loader.load('/x')).toMatchObject({ status: 'success', path: '/x' });
  expect(times(pageDataOf('x'))).toBe(4);
});

test('PATH-20: every request of a load is under the base', async () => {
  const { loader, asked: requested } = serve({
    [pageDataOf('a')]: json(data('/a', { staticQueryHashes: ['h1'] })),
    '/arsskyrsla/page-data/sq/d/h1.json': json({ data: {} }),
    [pageDataOf('404')]: json(data('/404')),
  });
  await loader.load('/a');
  await loader.load('/missing');
  expect(requested.length).toBeGreaterThan(5);
  for (const name of requested) expect(name.replace('HEAD ', '')).toMatch(/^\/arsskyrsla\//);
});

test('LANG-3: an unsupported language redirects to /404 without a request, a path without a page after one', async () => {
  const { loader, asked: requested } = serve({});
  const redirect = { status: 'error', redirectTo: '/404' };
  expect(await loader.load('/pl/x')).toMatchObject(redirect);
  expect(requested).toEqual([]);
  expect(await loader.load('/moves')).toMatchObject(redirect);
  expect(requested).toContain('HEAD /arsskyrsla/moves');
});

test('LANG-2: the 404 page of a path is chosen on each load, by the current language', async () => {
  const { loader, times } = serve({ [pageDataOf('404')]: json(data('/404')) });
  await loader.load('/missing');
  expect(await loader.load('/missing')).toMatchObject({ path: '/404', notFound: true });
  expect(times(pageDataOf('404'))).toBe(2);
});

test('PATH-21: a template that fails to load is an error, and the next load tries again', async () => {
  const loadParts = vi.fn().mockRejectedValueOnce(new Error('no chunk')).mockResolvedValue('template');
  const loader = createLoader({
    fetch: async (address) =>
      Response.json(address === appData ? { webpackCompilationHash: 'build1' } : data('/x')),
    loadParts,
    matchPaths: [],
    notFoundOf: () => ({ path: '/404', isRedirect: false }),
  });
  expect(await loader.load('/x')).toMatchObject({ status: 'error' });
  expect(await loader.load('/x')).toMatchObject({ status: 'success', parts: 'template' });
});

test('PATH-9: concurrent loads share a request, and a cached page requests only the build hash', async () => {
  const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')) });
  await Promise.all([loader.load('/x'), loader.load('/x')]);
  await loader.load('/x');
  expect(times(pageDataOf('x'))).toBe(1);
  await vi.waitFor(() => expect(times(appData)).toBe(2));
});

test('the embedded page and its static queries are not requested', async () => {
  const { loader, asked: requested } = serve({
    [pageDataOf('b')]: json(data('/b', { staticQueryHashes: ['h1'] })),
  });
  const first = data('/a', { staticQueryHashes: ['h1'] });
  loader.addEmbedded(
    {
      status: 'success',
      path: '/a',
      notFound: false,
      data: first,
      staticQueries: {},
      parts: '',
      buildHash: 'build1',
    },
    { h1: { data: { site: 'menus' } } },
  );
  expect(await loader.load('/b')).toMatchObject({ staticQueries: { site: 'menus' } });
  expect((await loader.load('/a')).status).toBe('success');
  expect(requested.filter((name) => name !== appData)).toEqual([pageDataOf('b')]);
});

test('PATH-10: a prefetched page is not requested again, unless the prefetch failed', async () => {
  const { loader, times } = serve({
    [pageDataOf('x')]: json(data('/x')),
    [pageDataOf('y')]: [{ status: 500 }, json(data('/y'))],
  });
  await Promise.all([loader.prefetch('/x', false), loader.prefetch('/x', true), loader.prefetch('/y', true)]);
  expect(await loader.load('/x')).toMatchObject({ status: 'success' });
  expect(await loader.load('/y')).toMatchObject({ status: 'success' });
  expect(times(pageDataOf('x'))).toBe(1);
  expect(times(pageDataOf('y'))).toBe(2);
});

test('a path of thousands of characters, and page data of five million, are loaded', async () => {
  const long = `/${'a'.repeat(4000)}`;
  const text = 'þ'.repeat(5_000_000);
  const original = data(long);
  const heavy = { ...original, result: { ...original.result, data: { text } } };
  const { loader } = serve({ [pageDataOf(long.slice(1))]: json(heavy) });
  const page = await loader.load(long);
  expect(page).toMatchObject({ status: 'success', path: long });
  expect(page.status === 'success' && page.data.result.data).toEqual({ text });
});

test.each(['visited', 'prefetched'])(
  'HOLD-21: a %s page is loaded without waiting for the server’s build hash',
  async (origin) => {
    const { loader } = serve({
      [pageDataOf('x')]: json(data('/x')),
      [appData]: origin === 'visited' ? [json({ webpackCompilationHash: 'build1' }), 'hangs'] : 'hangs',
    });
    if (origin === 'visited') await loader.load('/x');
    else await loader.prefetch('/x', true);
    expect(await loader.load('/x')).toMatchObject({ status: 'success' });
  },
);

test('HOLD-21, PATH-9: a new build found in the background is reported by the next load of any page', async () => {
  const { loader, times } = serve({
    [pageDataOf('x')]: json(data('/x')),
    [appData]: [
      json({ webpackCompilationHash: 'build1' }),
      json({ webpackCompilationHash: 'build2' }),
      { status: 503 },
    ],
  });
  await loader.load('/x');
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build1' });
  await vi.waitFor(() => expect(times(appData)).toBe(2));
  await new Promise((done) => setTimeout(done));
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
  // When the build can no longer be determined, the last one still counts.
  await vi.waitFor(() => expect(times(appData)).toBe(6));
  await new Promise((done) => setTimeout(done));
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
});

test('HOLD-21, PATH-21: on a hanging connection, a load fails after the timeouts of its four requests', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loader, times } = serve({ [pageDataOf('x')]: 'hangs', [appData]: 'hangs' });
  let ended: string | undefined;
  void loader.load('/x').then(({ status }) => (ended = status));
  await vi.advanceTimersByTimeAsync(4 * requestTimeoutMs - 1);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toBe('error');
  expect(times(pageDataOf('x'))).toBe(4);
});

test.each([
  ['a static query', { staticQueryHashes: ['h1'] }],
  ['its template', { componentChunkName: 'hangs' }],
])('HOLD-21, PATH-21: a load whose request for %s hangs is an error', async (_what, change) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loader } = serve({
    [pageDataOf('x')]: json(data('/x', change)),
    '/arsskyrsla/page-data/sq/d/h1.json': 'hangs',
  });
  const loaded = loader.load('/x');
  await vi.advanceTimersByTimeAsync(requestTimeoutMs);
  expect(await loaded).toMatchObject({ status: 'error' });
});

test('HOLD-21: a new page waits only briefly for the server’s build hash', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loader } = serve({ [pageDataOf('x')]: json(data('/x')), [appData]: 'hangs' });
  const loaded = loader.load('/x');
  await vi.advanceTimersByTimeAsync(buildTimeoutMs);
  expect(await loaded).toMatchObject({ status: 'success', buildHash: undefined });
});

const documentOf = (build: string) => ({
  status: 'success' as const,
  path: '/a',
  notFound: false,
  data: data('/a'),
  staticQueries: {},
  parts: '',
  buildHash: build,
});

test('HOLD-21: page data prefetched from another build reports that build', async () => {
  const { loader } = serve({
    [pageDataOf('x')]: json(data('/x', { webpackCompilationHash: 'build2' })),
    [pageDataOf('y')]: json(data('/y')),
  });
  loader.addEmbedded(documentOf('build1'), {});
  expect(await loader.load('/y')).toMatchObject({ buildHash: 'build1' });
  await loader.prefetch('/x', false);
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
});

test('HOLD-21: hovering a link requests the server’s build hash, but not each time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')) });
  await loader.prefetch('/x', false);
  expect(times(appData)).toBe(0);
  await loader.prefetch('/x', true);
  await loader.prefetch('/x', true);
  expect(times(appData)).toBe(1);
  await vi.advanceTimersByTimeAsync(buildCheckIntervalMs + 1);
  await loader.prefetch('/x', true);
  expect(times(appData)).toBe(2);
});
