// The scripts of the built site, and ways to make them fail.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Manifest } from 'vite';
import { defaultFolders } from '../../apps/web/build/folders.ts';
import { templateSources } from '../../apps/web/build/template-sources.ts';
import type { PageData } from '../../apps/web/src/engine/types.ts';

/** The bundler's manifest of the site under test. */
export const readManifest = (): Manifest => {
  const bundles = join(dirname(defaultFolders.outDir), 'bundles');
  const [bundle = ''] = readdirSync(bundles).filter((name) => !name.includes('.new-'));
  return JSON.parse(readFileSync(join(bundles, bundle, 'browser/.vite/manifest.json'), 'utf8')) as Manifest;
};

/** The built file of a source file, or of a chunk that has only a name, as `assets/name-hash.js`. */
export const builtFile = (source: string): string => {
  const manifest = readManifest();
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (!chunk) throw new Error(`The build has no chunk of ${source}`);
  return chunk.file;
};

/** The built file of a template. @param name its page type */
export const builtTemplate = (name: string): string => builtFile(templateSources.get(name) ?? name);

const isFile = (file: string) => (url: URL) => url.pathname.endsWith(`/${file}`);

/** Aborts every request for a file. @returns a function that stops doing so */
export const abortRequests = async (page: Page, file: string): Promise<() => Promise<void>> => {
  const urls = isFile(file);
  await page.route(urls, (route) => route.abort());
  return () => page.unroute(urls);
};

/**
 * Aborts requests for a file's plain URL, but not with a query, for the rest of the test. This is what a browser does
 * that caches failed module requests, as Chromium did for years.
 */
export const simulateCachedFailure = (page: Page, file: string): Promise<unknown> =>
  page.route(
    (url) => isFile(file)(url) && url.search === '',
    (route) => route.abort(),
  );

/** The error message of a broken part. */
export const brokenMessage = 'Broken by the test';

/**
 * Makes a part throw when it renders, whatever its data, by answering the request for its file with a module whose
 * exports throw. Works for every template, frame and dialog without a test hook in the product. @returns a function
 * that stops doing so
 */
export const makeFileThrow = async (
  page: Page,
  file: string,
  exported: readonly string[] = ['default'],
): Promise<() => Promise<void>> => {
  const body = [
    `const part = () => { throw new Error(${JSON.stringify(brokenMessage)}); };`,
    `export { ${exported.map((name) => `part as ${name}`).join(', ')} };`,
  ].join('\n');
  const urls = isFile(file);
  await page.route(urls, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  return () => page.unroute(urls);
};

/** Makes a part throw at a mark in its built code, for a part that shares its file with code that must keep working. */
export const makeFileThrowAt = async (
  page: Page,
  file: string,
  mark: string,
): Promise<() => Promise<void>> => {
  const urls = isFile(file);
  await page.route(urls, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    if (!code.includes(mark)) throw new Error(`${file} has no ${mark}`);
    const fault = `(()=>{throw Error(${JSON.stringify(brokenMessage)})})()`;
    await route.fulfill({ response, body: code.replace(mark, `key:${fault},${mark}`) });
  });
  return () => page.unroute(urls);
};

/** One page of each template, in one language. */
export const pageOfEachTemplate = (
  language: 'is' | 'en',
): { area: string; template: string; path: string; title: string }[] => {
  const folder = join(defaultFolders.outDir, 'page-data');
  const pages = new Map<string, { area: string; template: string; path: string; title: string }>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('page-data.json')) continue;
    const data = JSON.parse(readFileSync(join(folder, file), 'utf8')) as PageData;
    const { area, language: pageLanguage, title } = data.result.pageContext;
    const template = data.componentChunkName.replace('component---', '');
    if (pageLanguage === language)
      pages.set(template, { area, template, path: data.path.replace(/\[\w+\]/, '1'), title });
  }
  return [...pages.values()];
};
