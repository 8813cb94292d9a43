import { keepLanguage } from './keep-language.ts';
import { navigate } from './navigate.ts';
import { notFoundOf } from './not-found.ts';
import { base, normalisePath, pageOf } from './paths.ts';

/**
 * Shows the 404 page that the reader should see, where the server, which knows the path alone, has sent `shown`: at an
 * address that has no page, or at its own.
 */
export const settleNotFound = async (shown: string): Promise<void> => {
  const { pathname, search, hash } = location;
  const path = pageOf(normalisePath(pathname) ?? shown);
  if (path === shown) return keepLanguage();
  const { path: wanted, moves } = notFoundOf(path);
  if (moves) await navigate(wanted, { replace: true });
  else if (wanted !== shown) await navigate(pathname.slice(base.length) + search + hash, { replace: true });
};
