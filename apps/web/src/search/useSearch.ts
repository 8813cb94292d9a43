import { useEffect, useMemo, useState } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import type { Language } from '../engine/types.ts';
import type { IndexedPage } from './search-index.ts';

/** Something of the reader's own that was found: where it is, and what it is called. */
export type OwnResult = { path: string; title: string; description: string };
/** Finds what the reader has; only where somebody is signed in. */
export type FindOwn = (question: string, signal: AbortSignal) => Promise<OwnResult[]>;

export type Found = {
  /** The question that this answers; empty until it is answered. */
  question: string;
  site: IndexedPage[];
  own: OwnResult[];
  failed: boolean;
};

const none: never[] = [];

// The public pages are in the browser and answer each key; the reader's own are asked for when the typing pauses.
const pauseMs = 200;
/** A letter alone finds half of everything. */
const shortest = 2;

type Finder = (question: string) => IndexedPage[];

/**
 * Searches as one types (rules SITE-6 and PORT-20). The index is loaded with the first question. Own results are shown
 * for the question and the subject that they answer alone (rule HOLD-2).
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
      // What is public is found all the same.
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
  // The same objects while the question is the same: the dialog knows the active one by them.
  const site = useMemo(() => find?.(asked) ?? none, [find, asked]);
  return {
    question: isReady ? asked : '',
    site,
    own: own && own.by === findOwn && own.asked === asked ? own.results : none,
    failed: isReady && !find,
  };
};
