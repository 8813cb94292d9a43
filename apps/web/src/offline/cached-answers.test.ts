import { describe, expect, test } from 'vitest';
import { copyWithTime, createCacheKey, isCacheable, kindOf, noticeOf, withNotice } from './cached-answers.ts';
import { mayRegister } from './may-register.ts';

test.each([
  ['https://hofn.example/', true],
  ['https://staff.hofn.example/', true],
  ['http://localhost:8080/', true],
  ['http://staff.localhost:8080/', false],
  ['http://hofn.example/', false],
  ['http://127.0.0.1:8080/', false],
])('PATH-15: at %s the worker is registered: %s', (address, may) => {
  expect(mayRegister(new URL(address))).toBe(may);
});

describe('PATH-16: cached files', () => {
  test.each([
    ['/arsskyrsla/', 'document'],
    ['/arsskyrsla/um-okkur', 'document'],
    ['/arsskyrsla/vidskipti/tryggingar/a1', 'document'],
    ['/arsskyrsla/page-data/um-okkur/page-data.json', 'data'],
    ['/arsskyrsla/settings.json', 'data'],
    ['/arsskyrsla/page-data/sq/d/abc.json', 'asset'],
    ['/arsskyrsla/assets/react-1.js', 'asset'],
    ['/arsskyrsla/page-data/app-data.json', undefined],
    ['/arsskyrsla/sw.js', undefined],
    ['/arsskyrsla/sitemap.xml', undefined],
    ['/api/policy/v3/overview', undefined],
    ['/arsskyrslan', undefined],
  ])('%s is %s', (address, kind) => {
    expect(kindOf(address)).toBe(kind);
  });

  test.each([
    [200, 'public, max-age=0, must-revalidate', true],
    [200, null, true],
    [200, 'private, no-store', false],
    [200, 'no-store', false],
    [200, 'private', false],
    [404, null, false],
    [500, null, false],
    [206, null, false],
  ])('a response %s with Cache-Control %s: %s', (status, cacheControl, may) => {
    const headers = cacheControl ? { 'cache-control': cacheControl } : {};
    expect(isCacheable(new Response('', { status, headers }))).toBe(may);
  });

  test('a page with a match path is cached under its own path, without query or id', () => {
    const addressOf = createCacheKey({
      matchPaths: [{ path: '/vidskipti/tryggingar/[id]', matchPath: '/vidskipti/tryggingar/:id' }],
    });
    expect(addressOf('/arsskyrsla/vidskipti/tryggingar/9b1c/')).toBe(
      '/arsskyrsla/vidskipti/tryggingar/%5Bid%5D',
    );
    expect(addressOf('/arsskyrsla/um-okkur/')).toBe('/arsskyrsla/um-okkur');
    expect(addressOf('/arsskyrsla/%E0%A4%A')).toBe('/arsskyrsla/%E0%A4%A');
  });
});

test('PATH-16: a copy of a page has a notice of its age, in the language of its address', async () => {
  const made = Date.UTC(2026, 10, 21, 9, 5);
  const page = new Response('<html><body><div id="hofn-root"></div></body></html>', {
    headers: { etag: '"1"', 'content-encoding': 'br', 'content-length': '9', 'x-frame-options': 'DENY' },
  });
  const copy = copyWithTime(page, made);
  const notice = { is: 'Frá {time}.', en: 'From {time}.' };
  expect(noticeOf(copy, '/arsskyrsla/en/about', notice)).toMatch(/^From 21\s\w+\s2026\sat\s09:05\.$/);
  expect(noticeOf(new Response(''), '/arsskyrsla/um-okkur', notice)).toBeUndefined();
  const shown = await withNotice(copy, noticeOf(copy, '/arsskyrsla/um-okkur', notice) ?? '');
  expect(await shown.text()).toMatch(
    /<body><p class="hofn-copy-notice" role="status">Frá 21\.\snóvember\s2026\skl\.\s9\.05\.<\/p><div id="hofn-root">/,
  );
  expect(shown.headers.get('x-frame-options')).toBe('DENY');
  for (const name of ['etag', 'content-encoding', 'content-length'])
    expect(shown.headers.get(name)).toBeNull();
});
