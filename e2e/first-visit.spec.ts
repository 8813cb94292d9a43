// The budgets of a first visit that are exact on every machine: bytes, requests, shift. bench/page-weight.ts has more figures.
import { bytesOf, firstVisit } from './support/first-visit.ts';
import { expect, test } from './support/site.ts';

// A shared context has the files of other tests in its cache.
test.use({ reuseContext: false, viewport: { width: 390, height: 844 } });

const kilobyte = 1000;

test('a first visit to the front page takes ten requests, all to the site, moves nothing, and loads 60 KB of fonts at most', async ({
  page,
  site,
}) => {
  const { loads, layoutShift } = await firstVisit(page, `${site.url}/`);
  const addresses = loads.map(({ address }) => address);
  expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(10);
  expect(addresses.filter((address) => !address.startsWith(site.url))).toEqual([]);
  expect(bytesOf(loads, '.woff2')).toBeLessThanOrEqual(60 * kilobyte);
  expect(layoutShift).toBe(0);
});

test('a first visit to a text page loads 75 KB of scripts at most and moves nothing', async ({
  page,
  site,
}) => {
  const { loads, layoutShift } = await firstVisit(page, `${site.url}/um-okkur/`);
  expect(bytesOf(loads, '.js')).toBeLessThanOrEqual(75 * kilobyte);
  expect(layoutShift).toBe(0);
});
