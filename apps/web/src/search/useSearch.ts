import { useEffect, useState } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import type { Language } from '../engine/types.ts';
import type { IndexedPage } from './search-index.ts';

/** Something of the reader's own that was found: where it is, and what it is called. */
export type OwnResult = { path: string; title: string; description: string };
/** Finds what the reader has; only where somebody is signed in. */
export type FindOwn = (question: string, signal: AbortSignal) => Promise<OwnResult[]>;

export type Found = {
  /** The question that this answers; a newer one may be under way. */
  question: string;
  site: IndexedPage[];
  own: OwnResult[];
  failed: boolean;
};

const nothing: Found = { question: '', site: [], own: [], failed: false };

// The public pages are in the browser and answer each key; the reader's own are asked for when the typing pauses.
const pauseMs = 200;
/** A letter alone finds half of everything. */
const shortest = 2;

/** Searches as one types (rules SITE-6 and PORT-20). The index is loaded with the first question. */
export const useSearch = (language: Language, question: string, findOwn?: FindOwn): Found => {
  const asked = question.trim();
  const [site, setSite] = useState<Pick<Found, 'question' | 'site' | 'failed'>>(nothing);
  const [own, setOwn] = useState<OwnResult[]>([]);

  useEffect(() => {
    if (asked.length < shortest) return;
    let wanted = true;
    loadChunk<typeof import('./live.ts')>('search/live')
      .then(({ finderOf }) => finderOf(language))
      .then(
        (find) => wanted && setSite({ question: asked, site: find(asked), failed: false }),
        () => wanted && setSite({ question: asked, site: [], failed: true }),
      );
    return () => {
      wanted = false;
    };
  }, [language, asked]);

  useEffect(() => {
    if (!findOwn || asked.length < shortest) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      findOwn(asked, leaving.signal).then(
        (results) => leaving.signal.aborted || setOwn(results),
        // What is public is found all the same.
        () => leaving.signal.aborted || setOwn([]),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [findOwn, asked]);

  return asked.length < shortest ? nothing : { ...site, own: findOwn ? own : [] };
};
