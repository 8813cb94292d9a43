import { createAuthClient } from '@hofn/auth-client';
import { originOf } from '@hofn/auth-client/protocol.ts';
import type { Language } from '@hofn/texts';
import { languageOfPath } from '@hofn/texts/language.ts';
import { QueryClient } from '@tanstack/react-query';
import { navigate } from '../engine/navigate.ts';
import { base, normalisePath } from '../engine/paths.ts';
import { createApi } from './api.ts';
import { createCallTracker } from './calls.ts';
import { connectionOf } from './host.ts';
import { addressOf, isCallback } from './paths.ts';
import type { SessionParts } from './session.tsx';
import { createSession } from './session-store.ts';
import { loadSettings } from './settings.ts';

/** How long the identity service may take to answer before a login, in milliseconds. */
const knockTimeout = 10_000;

let opened: SessionParts | undefined;

/** The session of this page, made at first use; on the server a fresh one that never starts. */
export const openSession = (): SessionParts => {
  if (typeof window === 'undefined') return assemble();
  if (!opened) {
    const parts = assemble();
    opened = parts;
    // A page that the back button brings from the browser's memory was left in the middle of signing in or out.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void parts.session.retry();
    });
  }
  return opened;
};

/** The path decides the language (rule LANG-2). */
const language = (): Language =>
  languageOfPath(normalisePath(location.pathname) ?? '/') === 'en' ? 'en' : 'is';

const assemble = (): SessionParts => {
  const session = createSession({
    client: async () => {
      const settings = await loadSettings();
      return createAuthClient({
        domain: settings.identityDomain,
        clientId: settings.clientId,
        audience: settings.audience,
        scope: settings.scope,
        connection: connectionOf(location.hostname, settings.connection),
        cacheLocation: 'localstorage',
        useRefreshTokens: true,
        redirectUri: `${location.origin}${addressOf('loginCallback', language())}`,
      });
    },
    page: {
      address: () => location.href,
      reload: () => location.reload(),
      replace: (path) =>
        void navigate(path.slice(base.length), { replace: true }).catch(() => location.replace(path)),
    },
    tab: {
      getItem: (key) => sessionStorage.getItem(key),
      setItem: (key, value) => sessionStorage.setItem(key, value),
    },
    language,
    isCallback,
    home: () => ({
      signedIn: addressOf('portal.base', language()),
      signedOut: addressOf('front', language()),
    }),
    knock: async () => {
      const { identityDomain } = await loadSettings();
      // The keys, which the answer of the login is checked by in any case.
      await fetch(`${originOf(identityDomain)}/.well-known/jwks.json`, {
        signal: AbortSignal.timeout(knockTimeout),
      });
    },
    farewell: async () => {
      await api.post('/api/user/v1/logout');
    },
    now: () => Date.now(),
    later: (run, milliseconds) => setTimeout(run, milliseconds),
  });
  const api = createApi({
    base: async () => (await loadSettings()).apiBase,
    language,
    session: session.calls,
    fetch: (...request) => fetch(...request),
  });
  // Offline is an error with a retry, not an endless skeleton; and the reader decides when to ask again.
  const queries = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: 60_000 } },
  });
  return { session, api, queries, tracker: createCallTracker(() => Date.now()), language };
};
