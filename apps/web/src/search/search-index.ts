import type { Language } from '../engine/types.ts';

/** A page in the index. */
export type IndexedPage = { path: string; title: string; description: string };

/**
 * The search index of a language: its pages, and the postings of each folded word. A posting is `placeWeights` times the
 * page's index in `pages`, plus the field that contains the word: 3 the editor's search words, 2 title, 1 description, 0 text.
 */
export type SearchIndex = { pages: IndexedPage[]; words: Record<string, number[]> };

export const placeWeights = 4;

/**
 * File of a language's index, relative to the site. A page of an older build may ask for it, so a format that it cannot
 * read needs another name.
 */
export const searchIndexFile = (language: Language): string =>
  `search-index/${language}-${placeWeights}.json`;
