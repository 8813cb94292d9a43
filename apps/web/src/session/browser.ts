import { createAuthClient } from '@hofn/auth-client';
import type { Language } from '@hofn/texts';
import { QueryClient } from '@tanstack/react-query';
import { createApi } from './api.ts';
import { createCallTracker } from './calls.ts';
import { connectionOf } from './host.ts';
import { callbackPaths, isCallback } from './paths.ts';
import type { SessionParts } from './session.tsx';
import { createSession } from './session-store.ts';
import { loadSettings } from './settings.ts';

const base = '/arsskyrsla';

let opened: SessionParts | undefined;

/** The page's language, as the engine writes it on the document. */
const language = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'is');

/** The session of this page, made at first use; on the server a fresh one that never starts. */
export const openSession = (): SessionParts => {
  if (typeof window === 'undefined') return assemble();
  opened ??= assemble();
  return opened;
};

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
        redirectUri: `${location.origin}${base}${callbackPaths[language()]}/`,
      });
    },
    page: {
      address: () => location.href,
      reload: () => location.reload(),
      replace: (path) => location.replace(path),
    },
    tab: {
      getItem: (key) => sessionStorage.getItem(key),
      setItem: (key, value) => sessionStorage.setItem(key, value),
    },
    language,
    isCallback: (path) => isCallback(path.slice(base.length)),
    homePath: () => (language() === 'en' ? `${base}/en/` : `${base}/`),
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
  return { session, api, queries, tracker: createCallTracker(() => Date.now()) };
};
