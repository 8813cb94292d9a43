import { languageOfPath } from '@hofn/texts/language.ts';
import { normalisePath } from '../engine/paths.ts';
import type { Session } from './session-store.ts';
import { addressOf } from './sign-in-paths.ts';

/**
 * Leaves for the identity service's page that sends a link to a new password (rule AUTH-10d), also when somebody is signed
 * in. A sign-in that follows ends on My pages: coming back here would ask again.
 */
export const requestCredentials = (login: Session['login']): void => {
  const language = languageOfPath(normalisePath(location.pathname) ?? '/') === 'en' ? 'en' : 'is';
  void login(addressOf('portal.base', language), {
    replace: true,
    prompt: 'login',
    screenHint: 'credentials',
  });
};
