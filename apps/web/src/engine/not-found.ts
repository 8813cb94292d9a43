import { languageOfPath, languageStorageKey, shortCode } from '@hofn/texts/language.ts';
import { visitStorage } from './visit-storage.ts';

/** Path of the page that is shown where a path has none. */
export const notFoundPath = (path: string): string => {
  // The path has no page and so says nothing, unless it is an English one: the stored choice serves (rule LANG-2).
  let stored: string | null = null;
  try {
    stored = visitStorage().getItem(languageStorageKey);
  } catch {
    // The path alone says it then.
  }
  return languageOfPath(path) === 'en' || shortCode(stored ?? '') === 'en' ? '/en/404' : '/404';
};
