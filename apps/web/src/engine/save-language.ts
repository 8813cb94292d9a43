import { languageStorageKey } from '@hofn/texts/language.ts';

/** Saves the document's language as the language chosen for this visit (rule LANG-2). */
export const saveLanguage = (): void => {
  try {
    sessionStorage.setItem(languageStorageKey, document.documentElement.lang);
  } catch {
    // Storage is blocked or full: the next page's path decides.
  }
};
