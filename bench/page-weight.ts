import { brotliCompressSync, constants } from 'node:zlib';
import { buildSite } from '../apps/web/build/build-site.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { bytesOf, type FirstVisit, firstVisit, type Load } from '../e2e/support/first-visit.ts';
import type { Bench, Figure } from './bench.ts';
import { freshBrowser, withSite } from './site.ts';

const brotli = (body: Buffer): number =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Opens a page in a fresh browser, the size of a phone's. */
const load = async (address: string): Promise<FirstVisit> => {
  const browser = await freshBrowser();
  try {
    return await firstVisit(await browser.newPage({ viewport: { width: 390, height: 844 } }), address);
  } finally {
    await browser.close();
  }
};

const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;

const scripts = (loads: Load[]): number => bytesOf(loads, '.js');

/** react and react-dom alone, bundled and compressed like the site's: the floor below which no page can be. */
const floor = async (loads: Load[]): Promise<number> => {
  const react = loads.find(({ address }) => /\/react-[^/]*\.js$/.test(address));
  if (!react) throw new Error('The page loaded no chunk of react');
  const response = await fetch(react.address, { headers: { 'accept-encoding': 'identity' } });
  return brotli(Buffer.from(await response.arrayBuffer()));
};

const origins = (loads: Load[], own: string): number =>
  new Set(loads.map(({ address }) => new URL(address).origin).filter((origin) => origin !== own)).size;

const measure = async (site: string): Promise<Figure[]> => {
  const text = await load(`${site}/um-okkur`);
  const product = await load(`${site}/tryggingar/kaskotrygging`);
  const front = await load(`${site}/`);
  const react = await floor(text.loads);
  const figures: Figure[] = [
    { name: 'react and react-dom, the floor', value: kilobytes(react), unit: 'KB' },
    { name: 'scripts of a text page', value: kilobytes(scripts(text.loads)), unit: 'KB', most: 66 },
    {
      name: 'scripts of a text page over the floor',
      value: Math.round((scripts(text.loads) / react) * 1000) / 1000,
      unit: 'times',
    },
    { name: 'scripts of a product page', value: kilobytes(scripts(product.loads)), unit: 'KB' },
    { name: 'scripts of the front page', value: kilobytes(scripts(front.loads)), unit: 'KB' },
    { name: 'requests of the front page', value: front.loads.length, unit: '', most: 10 },
    {
      name: 'fonts of the front page',
      value: kilobytes(bytesOf(front.loads, '.woff2')),
      unit: 'KB',
      most: 60,
    },
    {
      name: 'layout shift of the front page',
      value: Math.round(front.layoutShift * 1000) / 1000,
      unit: '',
      most: 0,
    },
    {
      name: 'other origins asked by the front page',
      value: origins(front.loads, new URL(site).origin),
      unit: '',
      most: 0,
    },
  ];
  return figures;
};

/** What a first visit downloads, in a real browser, from the product's own web server. */
export const bench: Bench = {
  about: 'bytes and requests of a first visit, against react and react-dom alone',
  async run() {
    await buildSite();
    return withSite(defaultFolders.outDir, measure);
  },
};
