import { isLanguage, languageOfPath, settleLanguage } from '@hofn/texts/language.ts';
import { visitStorage } from './visit-storage.ts';

/** What is shown where a path has no page. */
export type NotFound = {
  /** Site path of the 404 page. */
  path: string;
  /** The chosen language is not available, so that the reader goes to that page's own address (rule LANG-3). */
  moves: boolean;
};

/** Whether a path asks for a language that the product does not speak, and so can have no page. */
export const asksForOther = (path: string): boolean => !isLanguage(languageOfPath(path));

/**
 * Chooses the 404 page of a path that has no page: such a path has no language unless it begins with one, and the stored
 * choice serves (rule LANG-2). A choice that is not available falls back to Icelandic (rule LANG-3).
 */
export const notFoundOf = (path: string): NotFound => {
  const hasLanguage = asksForOther(path) || languageOfPath(path) === 'en';
  const { language, redirect } = settleLanguage(hasLanguage ? path : undefined, visitStorage());
  return { path: language === 'en' ? '/en/404' : '/404', moves: redirect !== undefined };
};
