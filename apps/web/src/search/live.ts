import type { Language } from '../engine/types.ts';
import { createFinder } from './finder.ts';
import { type IndexedPage, type SearchIndex, searchIndexFile } from './search-index.ts';

// Entry point of the chunk that the first search loads.

const finders = new Map<Language, Promise<(question: string) => IndexedPage[]>>();

const load = async (language: Language): Promise<(question: string) => IndexedPage[]> => {
  const answer = await fetch(`/arsskyrsla/${searchIndexFile(language)}`);
  if (!answer.ok) throw new Error(`The search index answered ${answer.status}`);
  return createFinder((await answer.json()) as SearchIndex);
};

/** Loads the search over a language's public pages. A failed load is not cached, so the next keystroke retries. */
export const finderOf = (language: Language): Promise<(question: string) => IndexedPage[]> => {
  const cached = finders.get(language);
  if (cached) return cached;
  const finder = load(language);
  finder.catch(() => finders.delete(language));
  finders.set(language, finder);
  return finder;
};
