import type { Language } from '@hofn/texts';
import { normalisePath, withBase } from '../engine/paths.ts';

/**
 * Paths where signing in and out begins and ends, without the base. Copied from the table of paths to keep the table out
 * of the bundle; a test compares them.
 */
export const sessionPaths = {
  loginCallback: { is: '/innskraning/svar', en: '/en/login/callback' },
  'portal.base': { is: '/vidskipti', en: '/en/my-pages' },
  'staff.customers': { is: '/starfsfolk/vidskiptavinir', en: '/en/staff/customers' },
  'staff.queue': { is: '/starfsfolk/verkefni', en: '/en/staff/work-queue' },
  front: { is: '/', en: '/en' },
} as const satisfies Record<string, Record<Language, string>>;

/** The address that a path is served at: with the base and a trailing slash. */
export const addressOf = (key: keyof typeof sessionPaths, language: Language): string =>
  withBase(sessionPaths[key][language]).replace(/\/?$/, '/');

/** Whether a path is the login callback, in either language. */
export const isCallback = (pathname: string): boolean =>
  Object.values<string>(sessionPaths.loginCallback).includes(normalisePath(pathname) ?? '');
