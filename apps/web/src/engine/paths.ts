/** Prefix of every address of the product; site paths do not include it (rule PATH-1). */
export const base = '/arsskyrsla';

/**
 * The site path of an address: without query and hash, percent-decoded, without `/index.html` and trailing slash, and
 * with one base removed (rules PATH-2 and PATH-13a).
 *
 * Query and hash are removed before decoding, so that `/a%3Fb` is a path.
 * @returns undefined for a path that cannot be a page: one with a malformed escape, or with a `.` or `..` after
 * decoding, which would let the request for page data escape from `page-data`
 */
export const normalisePath = (address: string): string | undefined => {
  let path: string;
  try {
    path = decodeURIComponent(address.replace(/[?#].*/s, ''));
  } catch {
    return undefined;
  }
  if (!path.startsWith('/')) path = `/${path}`;
  if (path === base) path = '/';
  else if (path.startsWith(`${base}/`)) path = path.slice(base.length);
  if (/\/\.\.?(?:\/|$)/.test(path)) return undefined;
  if (path.endsWith('/index.html')) path = path.slice(0, -'index.html'.length);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
};

/**
 * The site path of the page that a path shows: a path that still begins with the base shows the page as a modal, or as a
 * full page if there is none below it (rules PATH-13a and PATH-13c).
 */
export const pagePathOf = (path: string): string =>
  path.startsWith(`${base}/`) ? path.slice(base.length) : path;

/** A site path as an address: with the base, segments escaped. */
export const withBase = (path: string): string => `${base}${escapePath(path)}`;

/** A site path with its segments escaped. */
export const escapePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
