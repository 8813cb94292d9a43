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
  const raw = address.split('#', 1)[0]?.split('?', 1)[0] ?? '';
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  if (!path.startsWith('/')) path = `/${path}`;
  if (path === base) path = '/';
  else if (path.startsWith(`${base}/`)) path = path.slice(base.length);
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return undefined;
  if (path.endsWith('/index.html')) path = path.slice(0, -'index.html'.length);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
};

/** A site path as it stands in an address: the base before it, its segments escaped. */
export const withBase = (path: string): string => `${base}${escapePath(path)}`;

const escapePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Address of a page's data (rules PATH-4 and PATH-20). */
export const pageDataAddress = (path: string): string =>
  `${base}/page-data/${path === '/' ? 'index' : escapePath(path).replace(/^\/+|\/+$/g, '')}/page-data.json`;

/** Address of the data of the build (rules PATH-5 and PATH-20). */
export const appDataAddress = `${base}/page-data/app-data.json`;

/** Address of the result of a static query (rules PATH-6 and PATH-20). */
export const staticQueryAddress = (hash: string): string => `${base}/page-data/sq/d/${hash}.json`;
