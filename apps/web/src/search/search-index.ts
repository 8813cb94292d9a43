/** A page in the index. */
export type IndexedPage = { path: string; title: string; description: string };

/**
 * The index of a language: its pages, and for each folded word its postings. A posting is the index of the page in
 * `pages`, times three, plus the field of the word: 2 title, 1 description, 0 text.
 */
export type SearchIndex = { pages: IndexedPage[]; words: Record<string, number[]> };

export const placeWeights = 3;
