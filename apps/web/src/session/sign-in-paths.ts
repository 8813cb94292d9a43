import type { Language } from '@hofn/texts';
import { normalisePath, withBase } from '../engine/paths.ts';

/**
 * Where signing in and out begins and ends, without the base. Written out, because the session needs a few rows of the
 * table of paths and not the table; a test compares them.
 */
export const sessionPaths = {
  loginCallback: { is: '/innskraning/svar', en: '/en/login/callback' },
  'portal.base': { is: '/vidskipti', en: '/en/my-pages' },
  'staff.customers': { is: '/starfsfolk/vidskiptavinir', en: '/en/staff/customers' },
  front: { is: '/', en: '/en' },
} as const satisfies Record<string, Record<Language, string>>;

/** A row's address as pages are served: the base before it and a slash behind it. */
export const addressOf = (key: keyof typeof sessionPaths, language: Language): string =>
  withBase(sessionPaths[key][language]).replace(/\/?$/, '/');

/** Whether the path of an address is where logins end, in either language. */
export const isCallback = (pathname: string): boolean =>
  Object.values<string>(sessionPaths.loginCallback).includes(normalisePath(pathname) ?? '');
