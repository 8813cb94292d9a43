import { languageStorageKey } from '@hofn/texts/language.ts';

/** Remembers the language of the document as the chosen one of the visit (rule LANG-2). */
export const keepLanguage = (): void => {
  try {
    sessionStorage.setItem(languageStorageKey, document.documentElement.lang);
  } catch {
    // Storage is blocked or full: the next page decides by its path.
  }
};
