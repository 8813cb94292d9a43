import type { Language } from '@hofn/texts';

/**
 * Where the identity service sends its answer to, without base and last slash. Written out, because the session needs
 * two rows of the table of paths and not the table; a test compares them.
 */
export const callbackPaths: Record<Language, string> = {
  is: '/innskraning/svar',
  en: '/en/login/callback',
};

/** Whether a path, without its base, is where logins end. */
export const isCallback = (path: string): boolean =>
  Object.values(callbackPaths).includes(path.replace(/\/$/, ''));
