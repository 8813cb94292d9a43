import { fork } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { createTemporaryFolder } from '../scripts/temporary-folder.mjs';
import type { Bench, Figure } from './bench.ts';
import type { BuildOrder, BuildResult } from './build-once.ts';

/** Page counts: the site's own pages, and the site filled up to more. */
const sizes = [0, 1000, 3000];
const model = 'generic/complaints.json';

const fileOf = (folder: string, number: number): string => join(folder, `generic/bench${number}.json`);

/** Copies the site's own content, and adds text pages like one of its own up to the given number of pages. */
const fillContent = async (folder: string, pages: number, ownPages: number): Promise<void> => {
  await cp(defaultFolders.contentDir, folder, { recursive: true });
  const text = await readFile(join(folder, model), 'utf8');
  const { uid: _, page: __, ...document } = JSON.parse(text);
  for (let number = 0; number < (pages - ownPages) / 2; number += 1) {
    const path = { is: `/maeling/sida-${number}`, en: `/en/measured/page-${number}` };
    const title = { is: `Síða ${number}`, en: `Page ${number}` };
    const added = { ...document, uid: `bench${number}`, page: `bench.${number}`, path, title };
    await writeFile(fileOf(folder, number), JSON.stringify(added));
  }
};

/** Builds in a separate process, so that its CPU and memory are measured alone. */
const buildOnce = (order: BuildOrder): Promise<BuildResult> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./build-once.ts', import.meta.url)));
    child.once('message', (built: BuildResult) => resolve(built));
    child.once('exit', (code) => code !== 0 && reject(new Error('The build failed.')));
    child.send(order);
  });

const rounded = (value: number): number => Math.round(value * 100) / 100;

const measure = async (folder: string): Promise<Figure[]> => {
  const figures: Figure[] = [];
  // Separate folders for each build: when creating files, ext4 scans past everything deleted in the last minute.
  const foldersOf = (name: string) => ({
    outDir: join(folder, `site-${name}`),
    contentDir: join(folder, `content-${name}`),
  });
  // Builds the bundles, which are the same for every size.
  const first = await buildOnce({ ...foldersOf('first'), contentDir: defaultFolders.contentDir });
  figures.push({ name: `CPU with bundles, ${first.pages} pages`, value: rounded(first.cpu), unit: 's' });
  for (const pages of sizes) {
    const { outDir, contentDir } = foldersOf(`${pages}`);
    await fillContent(contentDir, pages, first.pages);
    const fullBuild = await buildOnce({ outDir, contentDir });
    const budget = pages === 3000;
    const name = `${fullBuild.pages} pages`;
    figures.push(
      { name: `CPU, ${name}`, value: rounded(fullBuild.cpu), unit: 's' },
      {
        name: `CPU by rendering alone, ${name}`,
        value: rounded(fullBuild.cpu / fullBuild.rendering),
        unit: 'times',
        ...(budget && { most: 2 }),
      },
      { name: `CPU a page, ${name}`, value: rounded((fullBuild.cpu * 1000) / fullBuild.pages), unit: 'ms' },
      { name: `peak memory, ${name}`, value: fullBuild.memory, unit: 'MB', ...(budget && { most: 600 }) },
    );
    if (pages === 0) continue;
    const changed = fileOf(contentDir, 0);
    const text = await readFile(changed, 'utf8');
    await writeFile(changed, text.replace('Síða 0', 'Breytt síða'));
    const changedBuild = await buildOnce({ outDir, contentDir });
    figures.push(
      {
        name: `one changed document, ${name}`,
        value: rounded(changedBuild.seconds),
        unit: 's',
      },
      {
        name: `CPU then, by rendering all, ${name}`,
        value: rounded(changedBuild.cpu / fullBuild.rendering),
        unit: 'times',
        ...(budget && { most: 0.6 }),
      },
      { name: `pages rendered then, ${name}`, value: changedBuild.rendered, unit: '' },
    );
  }
  return figures;
};

/** Builds the site as it is and filled up to 1000 and 3000 pages, and again after a change to one document. */
export const bench: Bench = {
  about: 'building the site as it is, with 1000 and with 3000 pages, and again after one changed document',
  async run() {
    const folder = await mkdtemp(join(createTemporaryFolder(), 'site-build-'));
    try {
      return await measure(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
