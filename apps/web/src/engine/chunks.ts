import type { Template } from './types.ts';

/**
 * Parts of the app that are loaded on demand: name and module. `src/chunks.ts` declares them, so that loading a chunk by
 * name needs no import of its module.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Chunks {}

/** A chunk's source path below `src`, without the extension. */
export type ChunkName = keyof Chunks | `templates/${string}`;

type ModuleOf<Name extends ChunkName> = Name extends keyof Chunks ? Chunks[Name] : { default: Template };

type LoadChunk = (name: ChunkName) => Promise<unknown>;

let loadByName: LoadChunk = async (name) => {
  throw new Error(`No chunk ${name}`);
};

/** Sets how chunks are loaded: by URL in the browser, from the bundle on the server. */
export const setChunkLoader = (loader: LoadChunk): void => {
  loadByName = loader;
};

/** Loads a chunk. Rejects if that fails. */
export const loadChunk = async <Name extends ChunkName>(name: Name): Promise<ModuleOf<Name>> =>
  (await loadByName(name)) as ModuleOf<Name>;

/** What a page needs besides its data. */
export type PageParts = { Template: Template };

/** Template name from the chunk name in page data: `component---product` is `product`. */
const templateOf = (chunkName: string): string => chunkName.replace(/^component---/, '');

/** Loads the template of a page. Rejects if the build has no such template, or if loading fails. */
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
 * Imports a module on first use. After a failure, the next call imports it by another URL, because the browser may have
 * cached the failure under the first.
 */
export const importOnDemand = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loading: Promise<Module> | undefined;
  let failedUrl: string | undefined;
  const retryImport = async (address: string): Promise<Module> => {
    retries += 1;
    const retryUrl = `${address}?retry=${retries}`;
    return import(/* @vite-ignore */ retryUrl);
  };
  return () => {
    loading ??= failedUrl ? retryImport(failedUrl) : load();
    loading.catch((error: unknown) => {
      loading = undefined;
      // Chromium and Firefox name the URL in the message. Safari does not, but does not cache failures either.
      failedUrl = /https?:[^\s?]+\.js/.exec(String(error))?.[0];
    });
    return loading;
  };
};

/** Loads chunks by the URLs of their modules. Their styles are in the site's one style sheet. */
export const chunksAt = (addresses: Readonly<Record<string, string>>): LoadChunk => {
  const chunks: Partial<Record<ChunkName, () => Promise<unknown>>> = {};
  return async (name) => {
    const address = addresses[name];
    if (!address) throw new Error(`No chunk ${name}`);
    chunks[name] ??= importOnDemand(() => import(/* @vite-ignore */ address));
    return chunks[name]();
  };
};
