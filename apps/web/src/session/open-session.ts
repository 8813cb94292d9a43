import { createAuthClient } from '@hofn/auth-client';
import { originOf } from '@hofn/auth-client/protocol.ts';
import type { Language } from '@hofn/texts';
import { languageOfPath } from '@hofn/texts/language.ts';
import { navigate } from '../engine/navigate.ts';
import { base, normalisePath } from '../engine/paths.ts';
import { createCallParts } from './call-parts.ts';
import { browserStore, createKept } from './device-copies.ts';
import type { SessionParts } from './session-parts.ts';
import { createSession } from './session-store.ts';
import { loadSettings, settingsAddress } from './settings.ts';
import { addressOf, isCallback } from './sign-in-paths.ts';
import { forgetUser } from './sign-out.ts';
import { connectionOf, isStaffHost } from './staff-host.ts';
import { clearTab, forgetViewed, viewedSsn } from './viewed-customer.ts';

/** How long the identity service may take to answer before a login, in milliseconds. */
const knockTimeout = 10_000;
/** How long our own server may take to show that there is a network, in milliseconds. */
const reachTimeout = 4_000;

let opened: SessionParts | undefined;

/** The session of this page, made at first use; on the server a fresh one that never starts. */
export const openSession = (): SessionParts => {
  if (typeof window === 'undefined') return assemble();
  if (!opened) {
    const parts = assemble();
    opened = parts;
    window.addEventListener('online', async () => {
      if (parts.session.state().offline) await parts.session.retry();
      await parts.queries.invalidateQueries();
    });
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

/** Whether our own server answers: a service that does not is another matter. */
const reachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  const request = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(reachTimeout) } as const;
  return fetch(settingsAddress, request).then(
    () => true,
    () => false,
  );
};

/** What staff see of customers never stays on a device. */
const openKept = () =>
  typeof window === 'undefined' || isStaffHost(location.hostname)
    ? undefined
    : createKept({
        store: browserStore(),
        crypto,
        now: () => Date.now(),
        log: (message, error) => console.warn(message, error),
      });

const assemble = (): SessionParts => {
  const kept = openKept();
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
      const ssn = viewedSsn();
      clearTab();
      if (ssn !== undefined) await parts.api.post('/api/staff/v1/views/end', { body: { ssn } });
      else if (!isStaffHost(location.hostname)) await parts.api.post('/api/user/v1/logout');
    },
    forgetUser,
    ...(kept && { kept }),
    reachable,
    now: () => Date.now(),
    later: (run, milliseconds) => setTimeout(run, milliseconds),
  });
  const parts = createCallParts({
    session,
    language,
    ...(kept && { kept }),
    base: async () => (await loadSettings()).apiBase,
    fetch: (...request) => fetch(...request),
    viewLost: () => {
      if (viewedSsn() === undefined) return;
      forgetViewed(true);
      // What is on the screen goes with the right to see it.
      location.reload();
    },
  });
  return parts;
};
