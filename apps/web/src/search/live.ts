import type { Language } from '../engine/types.ts';
import { createFinder } from './finder.ts';
import type { IndexedPage, SearchIndex } from './search-index.ts';

// Loaded when the search is first used.

const finders = new Map<Language, Promise<(question: string) => IndexedPage[]>>();

const load = async (language: Language): Promise<(question: string) => IndexedPage[]> => {
  const answer = await fetch(`/arsskyrsla/search-index/${language}.json`);
  if (!answer.ok) throw new Error(`The search index answered ${answer.status}`);
  return createFinder((await answer.json()) as SearchIndex);
};

/** The search over the public pages of a language. A failed load is not cached, so that the next keystroke retries. */
export const finderOf = (language: Language): Promise<(question: string) => IndexedPage[]> => {
  const known = finders.get(language);
  if (known) return known;
  const finder = load(language);
  finder.catch(() => finders.delete(language));
  finders.set(language, finder);
  return finder;
};
