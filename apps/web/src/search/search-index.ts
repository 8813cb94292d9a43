/** A page in the index. */
export type IndexedPage = { path: string; title: string; description: string };

/**
 * The search index of a language: its pages, and the postings of each folded word. A posting is `placeWeights` times the
 * page's index in `pages`, plus the field that contains the word: 3 the editor's search words, 2 title, 1 description, 0 text.
 */
export type SearchIndex = { pages: IndexedPage[]; words: Record<string, number[]> };

export const placeWeights = 4;
