import { expect, test } from 'vitest';
import { appDataAddress, pageDataAddress, staticQueryAddress } from './page-data-addresses.ts';
import { normalisePath, pagePathOf, withBase } from './paths.ts';

test.each([
  ['/arsskyrsla/tryggingar?a=1#b', '/tryggingar'],
  ['/arsskyrsla/tryggingar#a?b', '/tryggingar'],
  ['/arsskyrsla/tryggingar/', '/tryggingar'],
  ['/arsskyrsla/', '/'],
  ['/arsskyrsla', '/'],
  ['/', '/'],
  ['', '/'],
  ['/index.html', '/'],
  ['/arsskyrsla/index.html', '/'],
  ['/arsskyrsla/tryggingar/index.html', '/tryggingar'],
  ['/arsskyrsla/m%C3%A1l', '/mál'],
  ['/a%3Fb', '/a?b'],
  ['/a%23b?c', '/a#b'],
  ['/arsskyrslan/rekstur', '/arsskyrslan/rekstur'],
  ['/annad/arsskyrsla/x', '/annad/arsskyrsla/x'],
  ['/arsskyrsla/arsskyrsla/x', '/arsskyrsla/x'],
  ['tryggingar', '/tryggingar'],
])('PATH-2: %s is the path %s', (address, path) => {
  expect(normalisePath(address)).toBe(path);
});

test.each(['/arsskyrsla/%', '/%E0%A4', '/a%ffb'])(
  'PATH-2: the malformed escape in %s is not found',
  (address) => {
    expect(normalisePath(address)).toBeUndefined();
  },
);

test.each(['/arsskyrsla/..%2f..%2fapi/user', '/a/%2e%2e/b', '/.'])(
  'PATH-2: %s would escape from the site, and is not found',
  (address) => {
    expect(normalisePath(address)).toBeUndefined();
  },
);

test('PATH-4: page data is addressed by the path of the page, and by index for the front page', () => {
  expect(pageDataAddress('/')).toBe('/arsskyrsla/page-data/index/page-data.json');
  expect(pageDataAddress('/en/insurance')).toBe('/arsskyrsla/page-data/en/insurance/page-data.json');
  expect(pageDataAddress('/mál/a?b')).toBe('/arsskyrsla/page-data/m%C3%A1l/a%3Fb/page-data.json');
});

test('PATH-20: page data, app data, static queries and a page are under the base', () => {
  for (const address of [pageDataAddress('/x'), appDataAddress, staticQueryAddress('h'), withBase('/x')])
    expect(address).toMatch(/^\/arsskyrsla\//);
  expect(appDataAddress).toBe('/arsskyrsla/page-data/app-data.json');
  expect(staticQueryAddress('h1')).toBe('/arsskyrsla/page-data/sq/d/h1.json');
});

test.each([
  ['/arsskyrsla/um-okkur/stjorn', '/um-okkur/stjorn'],
  ['/arsskyrsla/en/about/board', '/en/about/board'],
])('PATH-13a: %s, after one base is removed, shows the page %s', (path, page) => {
  expect(pagePathOf(path)).toBe(page);
});

test.each(['/arsskyrslan', '/arsskyrslan/rekstur', '/arsskyrsla', '/um-okkur/arsskyrsla/x', '/'])(
  'PATH-13a: %s is not a modal',
  (path) => {
    expect(pagePathOf(path)).toBe(path);
  },
);
