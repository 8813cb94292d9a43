import { expect, onTestFinished, test, vi } from 'vitest';
import { buildPauseMs, buildTimeoutMs, createLoader, requestTimeoutMs } from './loader.ts';
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

type Answer = { status: number; body?: string } | 'fails' | 'breaks off' | 'hangs';
const json = (value: unknown): Answer => ({ status: 200, body: JSON.stringify(value) });

const pageDataOf = (path: string) => `/arsskyrsla/page-data/${path}/page-data.json`;
const appData = '/arsskyrsla/page-data/app-data.json';

/** The beginning of an answer whose rest does not come. */
const brokenOff = () => {
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
 * A server that answers each address with its answers in turn, the last one for good. Addresses without answers are
 * 404, but app data, which names the build.
 */
const serve = (answers: Record<string, Answer | Answer[]>) => {
  const asked: string[] = [];
  const turns = new Map(
    Object.entries({ [appData]: json({ webpackCompilationHash: 'build1' }), ...answers }).map(
      ([address, given]) => [address, Array.isArray(given) ? [...given] : [given]],
    ),
  );
  const loader = createLoader({
    fetch: async (address, init) => {
      const name = init.method ? `${init.method} ${address}` : address;
      asked.push(name);
      const turn = turns.get(name) ?? [];
      const answer = (turn.length > 1 ? turn.shift() : turn[0]) ?? { status: 404 };
      if (answer === 'fails') throw new TypeError('Failed to fetch');
      if (answer === 'breaks off') return brokenOff();
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
        ? { path: '/404', moves: true }
        : { path: path.startsWith('/en/') ? '/en/404' : '/404', moves: false },
    timeout: (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    },
  });
  return { loader, asked, times: (name: string) => asked.filter((entry) => entry === name).length };
};

test('PATH-4: page data that is JSON with a path is shown, after one request', async () => {
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

test('PATH-4: the front page is asked for as index, and a match path by its own path', async () => {
  const { loader, asked } = serve({
    [pageDataOf('index')]: json(data('/')),
    [pageDataOf('tryggingar/%5Bid%5D')]: json(data('/tryggingar/[id]', { matchPath: '/tryggingar/:id' })),
  });
  expect((await loader.load('/')).status).toBe('success');
  expect((await loader.load('/tryggingar/17')).status).toBe('success');
  expect((await loader.load('/tryggingar/18')).status).toBe('success');
  expect(asked.filter((name) => name !== appData)).toEqual([
    pageDataOf('index'),
    pageDataOf('tryggingar/%5Bid%5D'),
  ]);
});

test.each([
  ['not JSON', { status: 200, body: '<!doctype html>' }],
  ['JSON without a path', json({ result: {} })],
  ['JSON that is no record', json(null)],
  ['a path that is no text', json({ path: 7 })],
] as [string, Answer][])('PATH-4: page data that is %s is handled as 404', async (_what, answer) => {
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
  'PATH-5: app data that answers %s is asked for 4 times at most',
  async (fault) => {
    const answer: Answer = typeof fault === 'string' ? fault : { status: fault };
    const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')), [appData]: answer });
    expect(await loader.load('/x')).toMatchObject({ status: 'success', buildHash: undefined });
    expect(times(appData)).toBe(4);
  },
);

test('PATH-5: app data that comes at the third request is taken', async () => {
  const { loader, times } = serve({
    [pageDataOf('x')]: json(data('/x')),
    [appData]: [{ status: 503 }, 'fails', json({ webpackCompilationHash: 'build2' })],
  });
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
  expect(times(appData)).toBe(3);
});

test.each([
  ['no JSON', { status: 200, body: 'x' }],
  ['no hash', json({})],
] as [string, Answer][])(
  'PATH-5: app data with %s is invalid and not asked for again',
  async (_what, answer) => {
    const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')), [appData]: answer });
    expect(await loader.load('/x')).toMatchObject({ status: 'success', buildHash: undefined });
    expect(times(appData)).toBe(1);
  },
);

test('PATH-6: a static query is asked for once a visit, and its result belongs to every page that names it', async () => {
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

test('PATH-6: a static query that cannot be read fails the load, and the next load asks again', async () => {
  const address = '/arsskyrsla/page-data/sq/d/h1.json';
  const { loader, times } = serve({
    [pageDataOf('a')]: json(data('/a', { staticQueryHashes: ['h1'] })),
    [address]: [{ status: 200, body: 'broken' }, json({ data: {} })],
  });
  expect((await loader.load('/a')).status).toBe('error');
  expect((await loader.load('/a')).status).toBe('success');
  expect(times(address)).toBe(2);
});

test('PATH-7a: data answered 404 is confirmed by a HEAD on the page itself, then the 404 page is shown', async () => {
  const { loader, asked } = serve({ [pageDataOf('404')]: json(data('/404')) });
  expect(await loader.load('/x/y')).toMatchObject({ status: 'success', notFound: true, path: '/404' });
  expect(asked.filter((name) => name !== appData)).toEqual([
    pageDataOf('x/y'),
    'HEAD /arsskyrsla/x/y',
    pageDataOf('404'),
  ]);
});

test('PATH-7a: the 404 page is of the language of the path', async () => {
  const { loader } = serve({ [pageDataOf('en/404')]: json(data('/en/404')) });
  expect(await loader.load('/en/x')).toMatchObject({ notFound: true, path: '/en/404' });
});

test('PATH-7a: where HEAD answers 200 the page is left to a direct navigation', async () => {
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

test('PATH-7b: data answered 500 is an error after one request', async () => {
  const { loader, times, asked } = serve({ [pageDataOf('x')]: { status: 500 } });
  expect(await loader.load('/x')).toMatchObject({ status: 'error' });
  expect(times(pageDataOf('x'))).toBe(1);
  expect(asked.some((name) => name.startsWith('HEAD'))).toBe(false);
});

test.each([403, 429, 502, 503, 'fails', 'breaks off'] as const)(
  'PATH-7c: data that answers %s is asked for 4 times, then is an error',
  async (fault) => {
    const answer: Answer = typeof fault === 'string' ? fault : { status: fault };
    const { loader, times } = serve({ [pageDataOf('x')]: answer });
    expect(await loader.load('/x')).toMatchObject({ status: 'error' });
    expect(times(pageDataOf('x'))).toBe(4);
  },
);

test('PATH-7c: data that comes at the fourth request is shown', async () => {
  const { loader, times } = serve({
    [pageDataOf('x')]: [{ status: 503 }, 'fails', 'breaks off', json(data('/x'))],
  });
  expect(await loader.load('/x')).toMatchObject({ status: 'success', path: '/x' });
  expect(times(pageDataOf('x'))).toBe(4);
});

test('PATH-20: every request of a load is under the base', async () => {
  const { loader, asked } = serve({
    [pageDataOf('a')]: json(data('/a', { staticQueryHashes: ['h1'] })),
    '/arsskyrsla/page-data/sq/d/h1.json': json({ data: {} }),
    [pageDataOf('404')]: json(data('/404')),
  });
  await loader.load('/a');
  await loader.load('/missing');
  expect(asked.length).toBeGreaterThan(5);
  for (const name of asked) expect(name.replace('HEAD ', '')).toMatch(/^\/arsskyrsla\//);
});

test('LANG-3: a path whose language is not available is not asked for, one without a page is asked for first, and both send the reader to /404', async () => {
  const { loader, asked } = serve({});
  const instead = { status: 'error', instead: '/404' };
  expect(await loader.load('/pl/x')).toMatchObject(instead);
  expect(asked).toEqual([]);
  expect(await loader.load('/moves')).toMatchObject(instead);
  expect(asked).toContain('HEAD /arsskyrsla/moves');
});

test('LANG-2: the 404 page of a path is chosen each time, for the language chosen meanwhile', async () => {
  const { loader, times } = serve({ [pageDataOf('404')]: json(data('/404')) });
  await loader.load('/missing');
  expect(await loader.load('/missing')).toMatchObject({ path: '/404', notFound: true });
  expect(times(pageDataOf('404'))).toBe(2);
});

test('PATH-21: a template that does not come ends the load with an error, and the next load tries again', async () => {
  const loadParts = vi.fn().mockRejectedValueOnce(new Error('no chunk')).mockResolvedValue('template');
  const loader = createLoader({
    fetch: async (address) =>
      Response.json(address === appData ? { webpackCompilationHash: 'build1' } : data('/x')),
    loadParts,
    matchPaths: [],
    notFoundOf: () => ({ path: '/404', moves: false }),
  });
  expect(await loader.load('/x')).toMatchObject({ status: 'error' });
  expect(await loader.load('/x')).toMatchObject({ status: 'success', parts: 'template' });
});

test('PATH-9: two loads of a page at once are one, and a page that was shown is not asked for again, but the build on the server is', async () => {
  const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')) });
  await Promise.all([loader.load('/x'), loader.load('/x')]);
  await loader.load('/x');
  expect(times(pageDataOf('x'))).toBe(1);
  await vi.waitFor(() => expect(times(appData)).toBe(2));
});

test('the page that came with the document is not asked for, nor are its static queries', async () => {
  const { loader, asked } = serve({ [pageDataOf('b')]: json(data('/b', { staticQueryHashes: ['h1'] })) });
  const first = data('/a', { staticQueryHashes: ['h1'] });
  loader.keep(
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
  expect(asked.filter((name) => name !== appData)).toEqual([pageDataOf('b')]);
});

test('PATH-10: a page asked for ahead is not asked for again, and one that failed then is', async () => {
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

test('a path of thousands of signs, and page data of five million, are loaded like others', async () => {
  const long = `/${'a'.repeat(4000)}`;
  const text = 'þ'.repeat(5_000_000);
  const whole = data(long);
  const heavy = { ...whole, result: { ...whole.result, data: { text } } };
  const { loader } = serve({ [pageDataOf(long.slice(1))]: json(heavy) });
  const page = await loader.load(long);
  expect(page).toMatchObject({ status: 'success', path: long });
  expect(page.status === 'success' && page.data.result.data).toEqual({ text });
});

test.each(['visited', 'prefetched'])(
  'HOLD-21: a %s page is given without waiting for the build on the server',
  async (how) => {
    const { loader } = serve({
      [pageDataOf('x')]: json(data('/x')),
      [appData]: how === 'visited' ? [json({ webpackCompilationHash: 'build1' }), 'hangs'] : 'hangs',
    });
    if (how === 'visited') await loader.load('/x');
    else await loader.prefetch('/x', true);
    expect(await loader.load('/x')).toMatchObject({ status: 'success' });
  },
);

test('HOLD-21, PATH-9: another build found in the background is named by the next load, of any page', async () => {
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
});

test('HOLD-21, PATH-21: on a connection that hangs, a load ends after the timeouts of its four requests', async () => {
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
])('HOLD-21, PATH-21: a load whose request for %s hangs ends in an error', async (_what, change) => {
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

test('HOLD-21: a new page does not wait longer for the build on the server than for a moment', async () => {
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

test('HOLD-21: page data that was prefetched from another build is named as of that build', async () => {
  const { loader } = serve({
    [pageDataOf('x')]: json(data('/x', { webpackCompilationHash: 'build2' })),
    [pageDataOf('y')]: json(data('/y')),
  });
  loader.keep(documentOf('build1'), {});
  expect(await loader.load('/y')).toMatchObject({ buildHash: 'build1' });
  await loader.prefetch('/x', false);
  expect(await loader.load('/x')).toMatchObject({ buildHash: 'build2' });
});

test('HOLD-21: pointing at a link asks for the build on the server, but not each time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { loader, times } = serve({ [pageDataOf('x')]: json(data('/x')) });
  await loader.prefetch('/x', false);
  expect(times(appData)).toBe(0);
  await loader.prefetch('/x', true);
  await loader.prefetch('/x', true);
  expect(times(appData)).toBe(1);
  await vi.advanceTimersByTimeAsync(buildPauseMs + 1);
  await loader.prefetch('/x', true);
  expect(times(appData)).toBe(2);
});
