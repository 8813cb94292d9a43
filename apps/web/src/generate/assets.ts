import type { Manifest, ManifestChunk } from 'vite';
import type { Chunk, ChunkName } from '../engine/chunks.ts';
import { base } from '../engine/paths.ts';
import type { Page } from './pages.ts';
import type { AssetsOf } from './site.ts';

const entryName = 'src/entry.client.tsx';

const nameOf = (source: string): string => source.replace(/^src\/|\.tsx?$/g, '');

/** The parts of the app that a page is drawn with at its first paint, besides the entry. */
const drawnWith = ({ template, context }: Page): ChunkName[] => [
  `templates/${template}`,
  context.area === 'portal' ? 'shell/PortalFrame' : 'shell/PublicFrame',
];

/** Those of them whose modules its browser half asks for at once; the site's frame waits until it is wanted. */
const startsWith = (page: Page): ChunkName[] =>
  drawnWith(page).filter((name) => name !== 'shell/PublicFrame');

/**
 * Reads the bundler's manifest for which files a page's document names: the style sheets that its first paint needs,
 * one font, the modules that its browser half will ask for, and where every part of the app is.
 */
export const assetsFrom = (manifest: Manifest): AssetsOf => {
  const address = (file: string): string => `${base}/${file}`;
  const entry = manifest[entryName];
  if (!entry) throw new Error(`The bundler's manifest has no ${entryName}`);

  const reach = (source: string, found = new Map<string, ManifestChunk>()): Map<string, ManifestChunk> => {
    const chunk = manifest[source];
    if (!chunk || found.has(source)) return found;
    found.set(source, chunk);
    for (const next of chunk.imports ?? []) reach(next, found);
    return found;
  };
  const stylesIn = (chunks: Iterable<ManifestChunk>): string[] =>
    [...new Set([...chunks].flatMap((chunk) => chunk.css ?? []))].map(address);
  const modulesIn = (chunks: Iterable<ManifestChunk>): string[] =>
    [...new Set([...chunks].map((chunk) => chunk.file))].map(address);

  const parts = new Map(
    Object.entries(manifest)
      .filter(([source, chunk]) => chunk.isEntry && source !== entryName)
      .map(([source, chunk]) => [nameOf(source), { chunk, all: reach(source) }]),
  );
  const chunks: Record<string, Chunk> = Object.fromEntries(
    [...parts].map(([name, { chunk, all }]) => [
      name,
      { module: address(chunk.file), styles: stylesIn(all.values()) },
    ]),
  );
  const font = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .find((file) => /source-sans-3[^/]*\.woff2$/.test(file));
  const started = reach(entryName);
  const together = (names: ChunkName[]): ManifestChunk[] => {
    const found = new Map(started);
    for (const name of names)
      for (const [source, chunk] of parts.get(name)?.all ?? []) found.set(source, chunk);
    return [...found.values()];
  };

  return (page) => ({
    styles: stylesIn(together(drawnWith(page))),
    ...(font ? { font: address(font) } : {}),
    entry: address(entry.file),
    modules: modulesIn(together(startsWith(page))),
    chunks,
  });
};
