/** A language that the product speaks. */
export type Language = 'is' | 'en';

/** Every language of the product, the default first (rule LANG-1). */
export const languages: readonly Language[] = ['is', 'en'];

/** Name under which session storage keeps the chosen language (rule LANG-2). */
export const languageStorageKey = 'language';

/** A language code by its first two characters, in lower case: `is-IS` is `is` (rule LANG-2). */
export const shortCode = (code: string): string => code.slice(0, 2).toLowerCase();

/** Whether a code, already cut by `shortCode`, is a language of the product. */
export const isLanguage = (code: string): code is Language => code === 'is' || code === 'en';

/**
 * The language that a site path (without the base) is written in: English under `/en`, else Icelandic (rule LANG-1).
 * Another two-letter first segment (`/pl/…`) is a language that was asked for, and comes back as its code.
 */
export const languageOfPath = (path: string): string => {
  const prefix = /^\/([a-z]{2}(?:-[a-z]{2})?)(?=[/?#]|$)/i.exec(path)?.[1];
  return prefix ? shortCode(prefix) : 'is';
};

/** What `chooseLanguage` decides: the language to show, which is also the choice to store, and where to go instead. */
export type LanguageChoice = { language: Language; redirect?: '/404' };

/**
 * Chooses the language of a visit (rules LANG-2, LANG-3).
 * @param path the site path without the base, or undefined where the path belongs to no page and so says nothing
 * @param stored the code that session storage holds, of any length
 * @param available the languages that are open to this visitor
 * @returns the language, to be stored. With `redirect`, the wanted one was not available: the choice is Icelandic
 *   again, so that the next page opens.
 */
export const chooseLanguage = (
  path: string | undefined,
  stored: string | null,
  available: readonly Language[] = languages,
): LanguageChoice => {
  const wanted = path === undefined ? shortCode(stored || 'is') : languageOfPath(path);
  return isLanguage(wanted) && available.includes(wanted)
    ? { language: wanted }
    : { language: 'is', redirect: '/404' };
};

/**
 * As `chooseLanguage`, reading the stored choice from session storage and writing the new one.
 * A browser that refuses storage is served without it.
 */
export const settleLanguage = (
  path: string | undefined,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  available: readonly Language[] = languages,
): LanguageChoice => {
  let stored: string | null = null;
  try {
    stored = storage.getItem(languageStorageKey);
  } catch {
    // storage is blocked: the path decides alone
  }
  const choice = chooseLanguage(path, stored, available);
  try {
    storage.setItem(languageStorageKey, choice.language);
  } catch {
    // storage is blocked or full: the next page decides by its path
  }
  return choice;
};
