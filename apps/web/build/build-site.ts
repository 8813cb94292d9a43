import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { languages } from '@hofn/texts/language.ts';
import { build, type Manifest } from 'vite';
import { iconSource, pixelIcons, vectorIcon } from './app-manifest.ts';
import { assetsFrom } from './assets.ts';
import { browserBuild, rendererBuild, serviceWorkerBuild } from './bundles.ts';
import { compressFolder } from './compress.ts';
import { type Content, contentFiles, type OpenContent } from './content.ts';
import { contentService } from './content-service.ts';
import { defaultFolders, projectRoot } from './folders.ts';
import { hashOfInputs } from './hash-inputs.ts';
import { missingTexts } from './missing-texts.ts';
import { planOffline, serviceWorkerOf } from './offline-plan.ts';
import { deadLinksIn, missingPicturesIn, pageLinksOf } from './page-links.ts';
import { type Page, rowsWithoutPage } from './plan-pages.ts';
import {
  documentRenderer,
  keysOf,
  pageFiles,
  planSite,
  type Renderer,
  type SitePlan,
  sharedFiles,
} from './plan-site.ts';
import { defaultSiteUrl } from './search-engines.ts';
import { shareFile } from './share-pictures.ts';
import {
  type Fill,
  fillFolder,
  keepRetired,
  type MadePage,
  readPages,
  readStamp,
  replaceFolder,
  writePages,
  writeStamp,
} from './site-folder.ts';

/** All inputs of the bundles. */
const bundled = [
  'apps/web/build',
  'apps/web/public',
  'apps/web/src',
  'packages/auth-client/src',
  'packages/content-types/src',
  'packages/contracts/src',
  'packages/domain/src',
  'packages/texts/src',
  'packages/ui/src',
  'package-lock.json',
];

export type BuildOptions = {
  /** The site's folder, which is replaced when the new site is complete. */
  outDir?: string;
  /** Content source; default: the repository's folder. */
  content?: OpenContent;
  /** URL of the site with its base, for canonical URLs and the sitemap. */
  siteUrl?: string;
  log?: (line: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Wraps the bundled renderer; a benchmark uses it to measure rendering. */
  rendererFrom?: (bundled: Renderer) => Renderer;
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

/** Creates the bundles, unless they exist for the same sources, and deletes older ones. */
const bundle = async (folder: string, hash: string, log: (line: string) => void): Promise<string> => {
  const made = join(folder, hash);
  if (existsSync(made)) return made;
  log('bundling');
  const fresh = `${made}.new-${process.pid}`;
  await Promise.all([
    build(browserBuild(join(fresh, 'browser'))),
    build(rendererBuild(join(fresh, 'renderer'))),
    build(serviceWorkerBuild(join(fresh, 'worker'))),
  ]);
  await compressFolder(join(fresh, 'browser/assets'));
  await replaceFolder(fresh, made);
  const others = (await readdir(folder)).filter((name) => name !== hash && !name.includes('.new-'));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return made;
};

/** Names of the bundler's files, compressed copies included. */
const assetsIn = async (bundles: string): Promise<string[]> =>
  (await readdir(join(bundles, 'browser/assets'))).map((name) => `assets/${name}`);

/** Renders changed pages, and reuses the others. */
const makePages = async (
  plan: SitePlan,
  parts: {
    keyOf: (page: Page) => string;
    render: (page: Page) => Promise<string>;
    former: ReadonlyMap<string, MadePage>;
    outDir: string;
    fill: Fill;
  },
): Promise<{ made: Map<string, MadePage>; rendered: number }> => {
  const { keyOf, render, former, outDir, fill } = parts;
  const made = new Map<string, MadePage>();
  let rendered = 0;
  for (const page of plan.pages) {
    const { document, data } = pageFiles(page.path);
    const before = former.get(page.path);
    const key = keyOf(page);
    if (before?.key === key && fill.link(outDir, [document, data])) {
      made.set(page.path, before);
      continue;
    }
    const text = await render(page);
    made.set(page.path, { key, ...pageLinksOf(text) });
    fill.write(document, text);
    fill.write(data, JSON.stringify(plan.pageData.get(page.path)));
    rendered += 1;
    // `npm start` starts the services in this process, so yield to them between pages.
    await setImmediate();
  }
  return { made, rendered };
};

/** @throws an error that names every dead link, row of the table of paths without a page, and missing picture */
const expectWhole = (plan: SitePlan, made: ReadonlyMap<string, MadePage>, folder: string): void => {
  const sprites = new Map<string, Set<string> | undefined>();
  const picturesOf = (file: string): Set<string> | undefined => {
    if (!sprites.has(file)) sprites.set(file, namesIn(join(folder, file)));
    return sprites.get(file);
  };
  const hasFile = (file: string): boolean => /\.\w+$/.test(file) && existsSync(join(folder, file));
  const faults = [
    { what: 'dead links', found: deadLinksIn(made, plan.appData.matchPaths, hasFile) },
    { what: 'paths without a page', found: rowsWithoutPage(plan.pages) },
    { what: 'missing pictures', found: missingPicturesIn(made, picturesOf) },
  ].filter(({ found }) => found.length > 0);
  if (faults.length === 0) return;
  const lines = faults.map(({ what, found }) => `The site has ${what}:\n  ${found.toSorted().join('\n  ')}`);
  throw new Error(lines.join('\n'));
};

/** @throws an error that names every text that the pages need and the content does not have */
const expectTexts = (content: Content): void => {
  const missing = missingTexts(content);
  if (missing.length === 0) return;
  throw new Error(
    `The published content lacks texts that this release needs. Run npm run seed-content of this release, or add them in the content service:\n  ${missing.toSorted().join('\n  ')}`,
  );
};

/** Names of the pictures in a sprite, empty for another file; undefined if there is no such file. */
const namesIn = (path: string): Set<string> | undefined => {
  if (!existsSync(path)) return undefined;
  if (!path.endsWith('.svg')) return new Set();
  return new Set(Array.from(readFileSync(path, 'utf8').matchAll(/\sid="([^"]*)"/g), ([, id]) => id ?? ''));
};

export type Built = {
  /** False if neither sources nor content have changed. */
  built: boolean;
  /** Number of pages, and how many of them have changed. */
  pages?: number;
  rendered?: number;
};

/**
 * Builds the site: bundles, pages as HTML and page data, the service worker. Only changed pages are rendered. The existing
 * folder is served until the new one is complete; files that open pages of former builds may load are kept. Does nothing if
 * neither sources nor content have changed.
 *
 * @throws an error that names invalid content, missing texts, invalid pages, dead links, paths without a page and missing pictures
 */
export const buildSite = async ({
  outDir = defaultFolders.outDir,
  content: open = contentFiles(defaultFolders.contentDir),
  siteUrl = defaultSiteUrl,
  log = () => {},
  now = Date.now,
  rendererFrom = (bundled) => bundled,
}: BuildOptions = {}): Promise<Built> => {
  const opening = open();
  opening.catch(() => {}); // Awaited below; the bundles are created while the content loads.
  const sources = await hashOfInputs(projectRoot, bundled);
  const bundles = await bundle(join(dirname(outDir), 'bundles'), sources, log);
  const { version, read } = await opening;
  const former = await readStamp(outDir);
  const fromSame = former?.sources === sources && former.siteUrl === siteUrl;
  if (fromSame && former.version === version) return { built: false };
  const content = await read();
  expectTexts(content);
  const contentHash = hashOf(JSON.stringify(content.documents));
  if (fromSame && former.content === contentHash) {
    // The content is unchanged but has a new version: store the version, so that the next build skips reading the
    // content.
    await writeStamp(outDir, { ...former, version });
    return { built: false };
  }

  const manifestText = await readFile(join(bundles, 'browser/.vite/manifest.json'), 'utf8');
  const buildHash = hashOf(manifestText);
  const bundledRenderer: Renderer = await import(`${pathToFileURL(join(bundles, 'renderer/renderer.js'))}`);
  const renderer = rendererFrom(bundledRenderer);

  const plan = planSite(content, renderer, buildHash, siteUrl);
  const icon = await readFile(join(projectRoot, iconSource), 'utf8');
  const { assetsOf, reachableFrom, shared, styles } = assetsFrom(JSON.parse(manifestText) as Manifest, icon);
  const keyOf = keysOf(plan, sources);

  const fresh = `${outDir}.new-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    const fill = fillFolder(fresh);
    fill.link(join(bundles, 'browser'), await assetsIn(bundles));
    fill.link(join(projectRoot, 'apps/web/public'), [
      ...languages.map(shareFile),
      ...pixelIcons.map(({ file }) => file),
    ]);
    fill.write(vectorIcon, icon);
    log(`making ${plan.pages.length} pages`);
    const { made, rendered } = await makePages(plan, {
      keyOf,
      render: documentRenderer(plan, renderer, assetsOf),
      former: fromSame ? await readPages(outDir) : new Map(),
      outDir,
      fill,
    });
    const files = sharedFiles(plan);
    const worker = await readFile(join(bundles, 'worker/sw.js'), 'utf8');
    files.set('sw.js', serviceWorkerOf(planOffline(plan, reachableFrom, keyOf, shared), worker));
    for (const [file, text] of files) fill.write(file, text);
    expectWhole(plan, made, fresh);
    await writePages(fresh, made);
    const kept = await keepRetired(former, outDir, fresh, fill, now());
    await writeStamp(fresh, { sources, siteUrl, version, content: contentHash, styles, ...kept });
    await replaceFolder(fresh, outDir);
    return { built: true, pages: plan.pages.length, rendered };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
};

const help = `node apps/web/build/build-site.ts    builds the site, unless neither sources nor content have changed

settings by environment:
  CONTENT_ORIGIN  content service to read from; by default the folder content of the repository
  SITE_URL        address of the site with its base [${defaultSiteUrl}]`;

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--help')) {
  console.log(help);
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now();
  try {
    const { CONTENT_ORIGIN: origin, SITE_URL: siteUrl } = process.env;
    const { built, pages } = await buildSite({
      log: (line) => console.log(`web: ${line}`),
      ...(origin ? { content: contentService(origin) } : {}),
      ...(siteUrl ? { siteUrl } : {}),
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(built ? `web: ${pages} pages in ${seconds} s` : `web: nothing has changed (${seconds} s)`);
  } catch (error) {
    console.error(`web: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && error.cause) console.error(error.cause);
    process.exitCode = 1;
  }
}
