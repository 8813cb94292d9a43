import { navigate } from './navigate.ts';
import { notFoundPageOf } from './not-found.ts';
import { base, normalisePath, pagePathOf } from './paths.ts';
import { saveLanguage } from './save-language.ts';

/**
 * Replaces the 404 page `shown`, which the server chose by the path alone, with the 404 page in the stored language.
 */
export const showNotFoundPage = async (shown: string): Promise<void> => {
  const { pathname, search, hash } = location;
  const path = pagePathOf(normalisePath(pathname) ?? shown);
  if (path === shown) return saveLanguage();
  const { path: expected, isRedirect } = notFoundPageOf(path);
  if (isRedirect) await navigate(expected, { replace: true });
  else if (expected !== shown) await navigate(pathname.slice(base.length) + search + hash, { replace: true });
};
