import type { Template } from './types.ts';

/** A part of the app that is loaded when it is needed, by the name of its source below `src`, without its ending. */
export type ChunkName =
  | `templates/${string}`
  | 'shell/PublicFrame'
  | 'shell/PortalFrame'
  | 'shell/StaffFrame'
  | 'shell/help'
  | 'shell/older-browsers'
  | 'shell/ModalPage'
  | 'shell/outbound'
  | 'search/live'
  | 'engine/onward';

type LoadChunk = (name: ChunkName) => Promise<unknown>;

let load: LoadChunk = async (name) => {
  throw new Error(`No chunk ${name}`);
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
