/** A supported language. */
export type Language = 'is' | 'en';

/** All supported languages, the default first (rule LANG-1). */
export const languages: readonly Language[] = ['is', 'en'];

/** Session storage key of the chosen language (rule LANG-2). */
export const languageStorageKey = 'language';

/** The first two characters of a language code, in lower case: `is-IS` is `is` (rule LANG-2). */
export const shortCode = (code: string): string => code.slice(0, 2).toLowerCase();

/** Whether a code returned by `shortCode` is a supported language. */
export const isLanguage = (code: string): code is Language => code === 'is' || code === 'en';

/**
 * The language of a site path (without the base): English under `/en`, else Icelandic (rule LANG-1). Any other
 * two-letter first segment (`/pl/…`) is returned as the requested language code.
 */
export const languageOfPath = (path: string): string => {
  const prefix = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=[/?#]|$)/i.exec(path)?.[1];
  return prefix ? shortCode(prefix) : 'is';
};

/** The language to show and store, and where to redirect, if anywhere. */
export type LanguageChoice = { language: Language; redirect?: '/404' };

/**
 * Chooses the language of a visit (rules LANG-2, LANG-3).
 * @param path the site path without the base, or undefined if it does not belong to a page
 * @param stored the code in session storage, of any length
 * @param available the languages available to the visitor
 * @returns the language to store. With `redirect`, the requested language was not available and the choice is reset to
 *   Icelandic, so that the next page opens.
 */
export const chooseLanguage = (
  path: string | undefined,
  stored: string | null,
  available: readonly Language[] = languages,
): LanguageChoice => {
  const requested = path === undefined ? shortCode(stored || 'is') : languageOfPath(path);
  return isLanguage(requested) && available.includes(requested)
    ? { language: requested }
    : { language: 'is', redirect: '/404' };
};

/**
 * Like `chooseLanguage`, but reads the stored choice from session storage and writes the new one. Works without it if
 * storage is blocked.
 */
export const chooseAndStoreLanguage = (
  path: string | undefined,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  available: readonly Language[] = languages,
): LanguageChoice => {
  let stored: string | null = null;
  try {
    stored = storage.getItem(languageStorageKey);
  } catch {
    // storage is blocked: the path alone decides
  }
  const choice = chooseLanguage(path, stored, available);
  try {
    storage.setItem(languageStorageKey, choice.language);
  } catch {
    // storage is blocked or full: the next page decides by its path
  }
  return choice;
};
