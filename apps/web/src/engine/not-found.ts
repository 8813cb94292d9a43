import { chooseAndStoreLanguage, isLanguage, languageOfPath } from '@hofn/texts/language.ts';
import { visitStorage } from './visit-storage.ts';

/** The 404 page for a path. */
export type NotFoundPage = {
  /** Site path of the 404 page. */
  path: string;
  /** Redirect to the page's own address, because the chosen language is not available (rule LANG-3). */
  isRedirect: boolean;
};

/** Whether a path has the prefix of an unsupported language, so that it cannot have a page. */
export const hasUnsupportedLanguage = (path: string): boolean => !isLanguage(languageOfPath(path));

/**
 * Chooses the 404 page for a path without a page. Its language is that of the path's prefix, otherwise the stored choice
 * (rule LANG-2); an unsupported choice falls back to Icelandic (rule LANG-3).
 */
export const notFoundPageOf = (path: string): NotFoundPage => {
  const hasLanguage = hasUnsupportedLanguage(path) || languageOfPath(path) === 'en';
  const { language, redirect } = chooseAndStoreLanguage(hasLanguage ? path : undefined, visitStorage());
  return { path: language === 'en' ? '/en/404' : '/404', isRedirect: redirect !== undefined };
};
