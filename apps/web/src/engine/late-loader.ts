import { type Chunks, loadChunk, loadParts, type PageParts } from './chunks.ts';
import type { EmbeddedPage } from './embedded-page.ts';
import type { LoadedPage } from './loaded-page.ts';
import type { Loader } from './loader.ts';
import { createMatcher } from './match.ts';

type NavigationChunk = Chunks['engine/navigation-chunk'];

/** Loads the code for navigating. */
export const loadNavigation = (): Promise<NavigationChunk> => loadChunk('engine/navigation-chunk');

/** The loader of a document, whose code is loaded with the first navigation, or earlier by `begin`. */
export const createLateLoader = (
  { matchPaths, staticQueries }: Pick<EmbeddedPage, 'matchPaths' | 'staticQueries'>,
  first: LoadedPage<PageParts>,
) => {
  let onBegin = (_chunk: NavigationChunk): void => {};
  let started: Promise<Loader<PageParts>> | undefined;
  /** Loads the code once; a failure lets the next click try again. */
  const begin = (): Promise<Loader<PageParts>> => {
    started ??= loadNavigation().then((chunk) => {
      onBegin(chunk);
      const loader = chunk.createLoader<PageParts>({
        fetch,
        loadParts,
        matchPaths,
        notFoundOf: chunk.notFoundPageOf,
      });
      loader.addEmbedded(first, staticQueries);
      chunk.watchBuild(loader.checkBuild);
      return loader;
    });
    started.catch(() => {
      started = undefined;
    });
    return started;
  };
  return {
    begin,
    /** Sets what else is done with the code once it has loaded, before the first navigation. */
    setOnBegin: (run: typeof onBegin): void => {
      onBegin = run;
    },
    loader: {
      match: createMatcher(matchPaths),
      load: async (path: string) => {
        // From here on the engine restores the scroll position; `trackScroll` hands it back.
        history.scrollRestoration = 'manual';
        return (await begin()).load(path);
      },
      prefetch: async (path: string, whole: boolean) => (await begin()).prefetch(path, whole),
    },
  };
};
