import type { Template } from './types.ts';

/** A part of the app that is loaded when it is needed, by the name of its source below `src`, without its ending. */
export type ChunkName = `templates/${string}` | 'shell/PublicFrame' | 'shell/PortalFrame';

/** Where a chunk is: its module, and the style sheets that it is drawn with. */
export type Chunk = { module: string; styles: string[] };

type LoadChunk = (name: ChunkName) => Promise<unknown>;

let load: LoadChunk = async (name) => {
  throw new Error(`${name} was asked for before it was said how to load it`);
};

/** Says how chunks are loaded: by address in a browser, out of the bundle where pages are rendered. */
export const setChunkLoader = (loader: LoadChunk): void => {
  load = loader;
};

/** Loads a chunk. Rejects when it does not come. */
export const loadChunk = async <Module>(name: ChunkName): Promise<Module> => (await load(name)) as Module;

/** What a page needs besides its data. */
export type PageParts = { Template: Template };

/** The name of a page's template from the name of its chunk in page data: `component---product` is `product`. */
const templateOf = (chunkName: string): string => chunkName.replace(/^component---/, '');

/** Loads the template of a page. Rejects when the build has no such template, or when it does not come. */
export const loadParts = async ({
  componentChunkName,
}: {
  componentChunkName: string;
}): Promise<PageParts> => {
  const { default: Template } = await loadChunk<{ default: Template }>(
    `templates/${templateOf(componentChunkName)}`,
  );
  return { Template };
};

const styleSheet = (href: string): Promise<void> | undefined => {
  for (const { href: there } of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (new URL(there).pathname === href) return undefined;
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} did not come`));
    };
    document.head.append(link);
  });
};

/** Loads chunks by address; a chunk is ready when its style sheets are, so that nothing is drawn bare. */
export const chunksAt =
  (chunks: Readonly<Record<string, Chunk>>): LoadChunk =>
  async (name) => {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`This build has no ${name}`);
    const [loaded] = await Promise.all([
      import(/* @vite-ignore */ chunk.module),
      ...chunk.styles.map(styleSheet),
    ]);
    return loaded;
  };
