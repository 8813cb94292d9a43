import { useEffect, useMemo, useState } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import type { Language } from '../engine/types.ts';
import type { IndexedPage } from './search-index.ts';

/** A result from the user's own data. */
export type OwnResult = { path: string; title: string; description: string };
/** Searches the user's own data. */
export type FindOwn = (question: string, signal: AbortSignal) => Promise<OwnResult[]>;

export type Found = {
  /** The query that the results belong to; empty until the search has run. */
  question: string;
  site: IndexedPage[];
  own: OwnResult[];
  /** Own results have arrived. */
  hasOwn: boolean;
  failed: boolean;
};

const none: never[] = [];

// Debounce of requests for own data; public pages are searched in the browser on every keystroke.
const debounceMs = 200;
/** Minimum query length: a single letter matches too much. */
const shortest = 2;

type Finder = (question: string) => IndexedPage[];

/**
 * Searches while typing (rules SITE-6 and PORT-20). The first query loads the index. Own results are shown only for their
 * own query and subject (rule HOLD-2).
 */
export const useSearch = (language: Language, question: string, findOwn?: FindOwn): Found => {
  const trimmed = question.trim();
  const query = trimmed.length < shortest ? '' : trimmed;
  const [finder, setFinder] = useState<{ language: Language; find?: Finder }>();
  const [own, setOwn] = useState<{ by: FindOwn; query: string; results: OwnResult[] }>();

  useEffect(() => {
    if (!query) return;
    let isCurrent = true;
    loadChunk('search/live')
      .then(({ finderOf }) => finderOf(language))
      .then(
        (find) => isCurrent && setFinder((known) => (known?.find === find ? known : { language, find })),
        () => isCurrent && setFinder({ language }),
      );
    return () => {
      isCurrent = false;
    };
  }, [language, query]);

  useEffect(() => {
    if (!findOwn || !query) return;
    const controller = new AbortController();
    const answer = (results: OwnResult[]) =>
      controller.signal.aborted || setOwn({ by: findOwn, query, results });
    const timer = setTimeout(
      // If the request fails, still show the public results.
      () => findOwn(query, controller.signal).then(answer, () => answer([])),
      debounceMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [findOwn, query]);

  const isReady = query !== '' && finder?.language === language;
  const find = isReady ? finder.find : undefined;
  // Memoised, because the dialog identifies the active result by reference.
  const site = useMemo(() => find?.(query) ?? none, [find, query]);
  const hasOwn = own?.by === findOwn && own?.query === query;
  return {
    question: isReady ? query : '',
    site,
    own: (hasOwn && own?.results) || none,
    hasOwn,
    failed: isReady && !find,
  };
};
