import type { Manifest, ManifestChunk } from 'vite';
import { base } from '../engine/paths.ts';
import type { Page } from './pages.ts';
import type { AssetsOf } from './site.ts';

const entryName = 'src/entry.client.tsx';

/** The chunks that a page needs before it can be shown and used, by their names in the manifest. */
const chunksOf = ({ template, context }: Page): string[] => [
  entryName,
  `src/templates/${template}.tsx`,
  `src/engine/texts/${context.area}.${context.language}.ts`,
  ...(context.area === 'portal' ? ['src/shell/PortalFrame.tsx'] : []),
];

/**
 * Reads the bundler's manifest for which files a page's document names: the style sheets that its first paint needs,
 * one font, and the modules that its browser half will ask for.
 */
export const assetsFrom = (manifest: Manifest): AssetsOf => {
  const address = (file: string): string => `${base}/${file}`;

  const reach = (name: string, found: Map<string, ManifestChunk>): void => {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) return;
    found.set(name, chunk);
    for (const next of chunk.imports ?? []) reach(next, found);
  };

  const font = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    .find((file) => /source-sans-3[^/]*\.woff2$/.test(file));

  return (page) => {
    const found = new Map<string, ManifestChunk>();
    for (const name of chunksOf(page)) reach(name, found);
    const chunks = [...found.values()];
    const entry = manifest[entryName];
    if (!entry) throw new Error(`The bundler's manifest has no ${entryName}`);
    const modules = chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js'));
    return {
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map(address),
      ...(font ? { font: address(font) } : {}),
      entry: address(entry.file),
      modules: [...new Set(modules)].map(address),
    };
  };
};
