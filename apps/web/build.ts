import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { assetsFrom } from './src/generate/assets.ts';
import { compressFolder } from './src/generate/compress.ts';
import { contentFiles, type OpenContent } from './src/generate/content.ts';
import { contentService } from './src/generate/content-service.ts';
import { deadLinksIn } from './src/generate/dead-links.ts';
import { defaultFolders, root } from './src/generate/folders.ts';
import { hashOfInputs } from './src/generate/inputs.ts';
import { defaultSiteUrl } from './src/generate/search-engines.ts';
import { planSite, type Renderer, renderSite, writeFiles } from './src/generate/site.ts';
import { browserBuild, rendererBuild } from './vite.config.ts';

/** All that the bundles are made from. */
const bundled = [
  'apps/web/src',
  'apps/web/build.ts',
  'apps/web/vite.config.ts',
  'packages/auth-client/src',
  'packages/content-types/src',
  'packages/contracts/src',
  'packages/domain/src',
  'packages/texts/src',
  'packages/ui/src',
  'package-lock.json',
];

export type BuildOptions = {
  /** The site's folder. It is replaced whole when the new site is whole, and not before. */
  outDir?: string;
  /** Where content is read: the folder of the repository unless told otherwise. */
  content?: OpenContent;
  /** Address that the site will have, with its base: canonical addresses and the sitemap are made from it. */
  siteUrl?: string;
  log?: (line: string) => void;
};

/** What a site was made from, and the hashed files that are its own. Kept in its folder. */
type Stamp = { sources: string; siteUrl: string; version: string; content: string; kept: string[] };

const stampName = '.stamp.json';

const readStamp = async (outDir: string): Promise<Stamp | undefined> => {
  try {
    return JSON.parse(await readFile(join(outDir, stampName), 'utf8')) as Stamp;
  } catch {
    return undefined;
  }
};

const writeStamp = (outDir: string, stamp: Stamp): Promise<void> =>
  writeFile(join(outDir, stampName), JSON.stringify(stamp));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

/**
 * Puts a folder that is whole in the place of another, whatever another build does there at the same time. The gap
 * between the two renames is shorter than a request.
 */
const replaceFolder = async (fresh: string, place: string): Promise<void> => {
  const old = `${place}.old-${process.pid}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (existsSync(place)) await rename(place, old);
      await rename(fresh, place);
      break;
    } catch (error) {
      // Another build was quicker with one of the two.
      if (attempt === 5) throw error;
    }
  }
  await rm(old, { recursive: true, force: true });
};

/** Makes the bundles, unless they are there from the same sources, and drops those of others. */
const bundle = async (folder: string, hash: string, log: (line: string) => void): Promise<string> => {
  const made = join(folder, hash);
  if (existsSync(made)) return made;
  log('bundling');
  const fresh = `${made}.new-${process.pid}`;
  await Promise.all([
    build(browserBuild(join(fresh, 'browser'))),
    build(rendererBuild(join(fresh, 'renderer'))),
  ]);
  await replaceFolder(fresh, made);
  const others = (await readdir(folder)).filter((name) => name !== hash && !name.includes('.new-'));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return made;
};

/** Hashed files: their names change with their content, so that an older page's may stand beside a newer one's. */
const hashedFolders = ['assets', 'page-data/sq/d'];

const hashedFiles = async (site: string): Promise<string[]> => {
  const lists = hashedFolders.map(async (folder) =>
    existsSync(join(site, folder))
      ? (await readdir(join(site, folder))).map((name) => `${folder}/${name}`)
      : [],
  );
  return (await Promise.all(lists)).flat();
};

/**
 * Builds the site: bundles, pages as HTML and page data, compressed copies. The folder that is there is served until
 * the new one is whole; what an open page of the former build may still ask for stays. Does nothing when neither
 * sources nor content have changed.
 *
 * @returns whether anything was built, and how many pages the site has then
 * @throws naming content that cannot be read, pages that cannot be made, and dead links
 */
export const buildSite = async ({
  outDir = defaultFolders.outDir,
  content: open = contentFiles(defaultFolders.contentDir),
  siteUrl = defaultSiteUrl,
  log = () => {},
}: BuildOptions = {}): Promise<{ built: boolean; pages?: number }> => {
  const opening = open();
  opening.catch(() => {}); // Awaited below; the bundles are made while the content is on its way.
  const sources = await hashOfInputs(root, bundled);
  const bundles = await bundle(join(dirname(outDir), 'bundles'), sources, log);
  const { version, read } = await opening;
  const former = await readStamp(outDir);
  const fromSame = former?.sources === sources && former.siteUrl === siteUrl;
  if (fromSame && former.version === version) return { built: false };
  const content = await read();
  const contentHash = hashOf(JSON.stringify(content.documents));
  if (fromSame && former.content === contentHash) {
    // Published anew as it was, or read from elsewhere: the next build need not read it to know.
    await writeStamp(outDir, { ...former, version });
    return { built: false };
  }

  const manifestText = await readFile(join(bundles, 'browser/.vite/manifest.json'), 'utf8');
  const buildHash = hashOf(manifestText);
  const renderer = (await import(`${pathToFileURL(join(bundles, 'renderer/renderer.js'))}`)) as Renderer;

  const plan = planSite(content, renderer, buildHash, siteUrl);
  log(`rendering ${plan.pages.length} pages`);
  const icon = await readFile(join(root, 'packages/ui/src/icons/favicon.svg'), 'utf8');
  const files = await renderSite(plan, renderer, assetsFrom(JSON.parse(manifestText) as Manifest, icon));
  const dead = deadLinksIn(files, plan);
  if (dead.length > 0) throw new Error(`The site has dead links:\n  ${dead.join('\n  ')}`);

  const fresh = `${outDir}.new-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await cp(join(bundles, 'browser/assets'), join(fresh, 'assets'), { recursive: true });
    await writeFiles(fresh, files);
    await compressFolder(fresh, 'assets');
    const kept = await hashedFiles(fresh);
    for (const file of former?.kept ?? [])
      if (!existsSync(join(fresh, file)) && existsSync(join(outDir, file)))
        await cp(join(outDir, file), join(fresh, file));
    await writeStamp(fresh, { sources, siteUrl, version, content: contentHash, kept });

    await replaceFolder(fresh, outDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return { built: true, pages: plan.pages.length };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
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
