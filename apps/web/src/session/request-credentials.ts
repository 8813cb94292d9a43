import { languageOfPath } from '@hofn/texts/language.ts';
import { normalisePath } from '../engine/paths.ts';
import type { Session } from './session-store.ts';
import { addressOf } from './sign-in-paths.ts';

/**
 * Redirects to the identity service's page for requesting a new password (rule AUTH-10d), even if somebody is signed in.
 * The sign-in that follows ends on My pages; returning to this page would start over.
 */
export const requestCredentials = (login: Session['login']): void => {
  const language = languageOfPath(normalisePath(location.pathname) ?? '/') === 'en' ? 'en' : 'is';
  void login(addressOf('portal.base', language), {
    replace: true,
    prompt: 'login',
    screenHint: 'credentials',
  });
};
