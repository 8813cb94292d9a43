/** One page that can be found. */
export type IndexedPage = { path: string; title: string; description: string };

/**
 * The index of one language: its pages, and for each folded word the pages that have it. A posting is the place of the
 * page among `pages`, times three, plus where the word stands: 2 title, 1 description, 0 text.
 */
export type SearchIndex = { pages: IndexedPage[]; words: Record<string, number[]> };

export const placeWeights = 3;
