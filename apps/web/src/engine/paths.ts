/** Where the site is served. Every address of the product begins with it; site paths do not (rule PATH-1). */
export const base = '/arsskyrsla';

/**
 * The site path of an address: query and hash off, percent-decoded, `/index.html` off, no trailing slash, the base off
 * once (rules PATH-2 and PATH-13a).
 *
 * Query and hash are cut before decoding, so that `/a%3Fb` stays one path.
 * @returns undefined for what can never be a page: a malformed escape, or a `.` or `..` left after decoding, which
 * would make the request for its page data leave `page-data`.
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
 * The site path of the page that a path shows: a path that still begins with the base shows that page as a modal, or as
 * a full page where there is none to stand over (rules PATH-13a and PATH-13c).
 */
export const pageOf = (path: string): string =>
  path.startsWith(`${base}/`) ? path.slice(base.length) : path;

/** A site path as it stands in an address: the base before it, its segments escaped. */
export const withBase = (path: string): string => `${base}${escapePath(path)}`;

/** A site path with its segments escaped. */
export const escapePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
