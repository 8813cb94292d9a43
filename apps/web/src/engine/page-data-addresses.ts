import { base, escapePath } from './paths.ts';

/** Address of a page's data (rules PATH-4 and PATH-20). */
export const pageDataAddress = (path: string): string =>
  `${base}/page-data/${path === '/' ? 'index' : escapePath(path).replace(/^\/+|\/+$/g, '')}/page-data.json`;

/** Address of the build's data (rules PATH-5 and PATH-20). */
export const appDataAddress = `${base}/page-data/app-data.json`;

/** Address of the result of a static query (rules PATH-6 and PATH-20). */
export const staticQueryAddress = (hash: string): string => `${base}/page-data/sq/d/${hash}.json`;
