import type { Template } from './types.ts';

/**
 * Parts of the app that are loaded when they are needed: name and module. `src/chunks.ts` declares them, so that whoever
 * loads one by its name need not import from it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Chunks {}

/** The name of a part's source below `src`, without its ending. */
export type ChunkName = keyof Chunks | `templates/${string}`;

type ModuleOf<Name extends ChunkName> = Name extends keyof Chunks ? Chunks[Name] : { default: Template };

type LoadChunk = (name: ChunkName) => Promise<unknown>;

let load: LoadChunk = async (name) => {
  throw new Error(`No chunk ${name}`);
};

/** Says how chunks are loaded: by address in a browser, out of the bundle where pages are rendered. */
export const setChunkLoader = (loader: LoadChunk): void => {
  load = loader;
};

/** Loads a chunk. Rejects when it does not come. */
export const loadChunk = async <Name extends ChunkName>(name: Name): Promise<ModuleOf<Name>> =>
  (await load(name)) as ModuleOf<Name>;

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
  const { default: Template } = await loadChunk(`templates/${templateOf(componentChunkName)}`);
  return { Template };
};

let retries = 0;

/**
 * Imports a module when it is first needed. A call after a failed one imports it by another URL: a browser may have
 * cached the failure under the first, and would not ask the server again.
 */
export const later = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loading: Promise<Module> | undefined;
  let failed: string | undefined;
  const again = async (address: string): Promise<Module> => {
    retries += 1;
    const retry = `${address}?retry=${retries}`;
    return import(/* @vite-ignore */ retry);
  };
  return () => {
    loading ??= failed ? again(failed) : load();
    loading.catch((error: unknown) => {
      loading = undefined;
      // Chromium and Firefox name the URL in the message. Safari does not, and caches no failure.
      failed = /https?:[^\s?]+\.js/.exec(String(error))?.[0];
    });
    return loading;
  };
};

/** Loads chunks by the addresses of their modules. The site's one style sheet has the styles of all. */
export const chunksAt = (addresses: Readonly<Record<string, string>>): LoadChunk => {
  const chunks: Partial<Record<ChunkName, () => Promise<unknown>>> = {};
  return async (name) => {
    const address = addresses[name];
    if (!address) throw new Error(`No chunk ${name}`);
    chunks[name] ??= later(() => import(/* @vite-ignore */ address));
    return chunks[name]();
  };
};
