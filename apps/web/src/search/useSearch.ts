import { useEffect, useMemo, useState } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import type { Language } from '../engine/types.ts';
import type { IndexedPage } from './search-index.ts';

/** A result from the user's own data. */
export type OwnResult = { path: string; title: string; description: string };
/** Searches the user's own data. */
export type FindOwn = (question: string, signal: AbortSignal) => Promise<OwnResult[]>;

export type Found = {
  /** The query of these results; empty until there are results. */
  question: string;
  site: IndexedPage[];
  own: OwnResult[];
  failed: boolean;
};

const none: never[] = [];

// Public pages are searched in the browser on every keystroke; own data is requested when typing pauses.
const pauseMs = 200;
/** A single letter matches too much. */
const shortest = 2;

type Finder = (question: string) => IndexedPage[];

/**
 * Searches while typing (rules SITE-6 and PORT-20). The index loads with the first query. Own results are shown only for
 * the query and subject that they belong to (rule HOLD-2).
 */
export const useSearch = (language: Language, question: string, findOwn?: FindOwn): Found => {
  const trimmed = question.trim();
  const asked = trimmed.length < shortest ? '' : trimmed;
  const [finder, setFinder] = useState<{ language: Language; find?: Finder }>();
  const [own, setOwn] = useState<{ by: FindOwn; asked: string; results: OwnResult[] }>();

  useEffect(() => {
    if (!asked) return;
    let wanted = true;
    loadChunk('search/live')
      .then(({ finderOf }) => finderOf(language))
      .then(
        (find) => wanted && setFinder((known) => (known?.find === find ? known : { language, find })),
        () => wanted && setFinder({ language }),
      );
    return () => {
      wanted = false;
    };
  }, [language, asked]);

  useEffect(() => {
    if (!findOwn || !asked) return;
    const leaving = new AbortController();
    const answer = (results: OwnResult[]) =>
      leaving.signal.aborted || setOwn({ by: findOwn, asked, results });
    const timer = setTimeout(
      // Public results are still shown.
      () => findOwn(asked, leaving.signal).then(answer, () => answer([])),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [findOwn, asked]);

  const isReady = asked !== '' && finder?.language === language;
  const find = isReady ? finder.find : undefined;
  // Memoised, because the dialog identifies the active result by reference.
  const site = useMemo(() => find?.(asked) ?? none, [find, asked]);
  return {
    question: isReady ? asked : '',
    site,
    own: own && own.by === findOwn && own.asked === asked ? own.results : none,
    failed: isReady && !find,
  };
};
