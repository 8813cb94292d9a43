import type { Manifest } from 'vite';
import type { ChunkName } from '../src/engine/chunks.ts';
import { base } from '../src/engine/paths.ts';
import type { Page } from './plan-pages.ts';
import type { AssetsOf } from './plan-site.ts';
import { templateSources } from './template-sources.ts';

const entryName = 'src/entry.client.tsx';
/** Chunks that the first navigation from any page may load. */
const navigationNames = [
  'src/shell/PublicFrame.ts',
  'src/engine/navigation-chunk.ts',
  'src/shell/ModalPage.tsx',
];

const templateNames = new Map(Array.from(templateSources, ([name, source]) => [source, `templates/${name}`]));

/** The name under which a chunk is loaded. */
const nameOf = (source: string): string => templateNames.get(source) ?? source.replace(/^src\/|\.tsx?$/g, '');

/** Chunks that a page loads at once. The public frame loads on interaction. */
const startsWith = ({ template, context }: Page): ChunkName[] => [
  `templates/${template}`,
  ...(context.area === 'portal' ? (['entry.portal'] as const) : []),
  ...(context.area === 'staff' ? (['shell/StaffFrame'] as const) : []),
];

/**
 * Finds the files that a page's document names in the bundler's manifest: the style sheet, one font, the modules to
 * load, and the URLs of all chunks.
 * @param icon the site's icon as SVG
 */
export const assetsFrom = (
  manifest: Manifest,
  icon: string,
): {
  assetsOf: AssetsOf;
  /** URLs of all scripts that a page may load before a navigation, including dynamic imports. */
  reachableFrom: (page: Page) => string[];
  /** URLs that a page of any template may load. */
  shared: string[];
  /** URLs of the style sheets of every document. */
  styles: string[];
} => {
  const address = (file: string): string => `${base}/${file}`;
  const entry = manifest[entryName];
  if (!entry) throw new Error(`The bundler's manifest has no ${entryName}`);

  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]);
  const style = files.find((file) => file.endsWith('.css'));
  const font = files.find((file) => /source-sans-3[^/]*\.woff2$/.test(file));
  const sources = Object.entries(manifest)
    .filter(([source, chunk]) => chunk.isEntry && source !== entryName && chunk.file.endsWith('.js'))
    .map(([source, chunk]) => ({ name: nameOf(source), source, file: chunk.file }));

  /** Finds the imports of a module; `withDynamic` includes dynamic ones. */
  const reach = (source: string, found: Set<string>, withDynamic = false): void => {
    const chunk = manifest[source];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    const dynamic = withDynamic ? (chunk.dynamicImports ?? []) : [];
    for (const next of [...(chunk.imports ?? []), ...dynamic]) reach(next, found, withDynamic);
  };

  const shared = new Set(files.filter((file) => /\.(?:css|svg|woff2)$/.test(file)));
  for (const source of [entryName, ...navigationNames]) reach(source, shared);

  const styles = style ? [address(style)] : [];
  const chunks = Object.fromEntries(sources.map(({ name, file }) => [name, address(file)]));
  const assetsOf: AssetsOf = (page) => {
    const modules = new Set<string>();
    reach(entryName, modules);
    for (const wanted of startsWith(page)) {
      const source = sources.find(({ name }) => name === wanted)?.source;
      if (source) reach(source, modules);
    }
    return {
      styles,
      ...(font ? { font: address(font) } : {}),
      // Small enough to embed in the document.
      icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
      entry: address(entry.file),
      modules: [...modules].map(address),
      chunks,
    };
  };
  const reachableFrom = (page: Page): string[] => {
    const found = new Set<string>();
    const names = new Set<string>(startsWith(page));
    const isOfPage = (name: string): boolean => names.has(name) || !/^templates\/|StaffFrame$/.test(name);
    reach(entryName, found, true);
    for (const { name, source } of sources) if (isOfPage(name)) reach(source, found, true);
    return [...found].map(address);
  };
  return { assetsOf, reachableFrom, shared: [...shared].map(address), styles };
};
