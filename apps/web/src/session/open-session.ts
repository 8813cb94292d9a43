import { createAuthClient } from '@hofn/auth-client';
import { originOf } from '@hofn/auth-client/protocol.ts';
import type { Language } from '@hofn/texts';
import { languageOfPath } from '@hofn/texts/language.ts';
import { navigate } from '../engine/navigate.ts';
import { base, normalisePath } from '../engine/paths.ts';
import { createSessionParts } from './create-session-parts.ts';
import { browserStore, createOfflineAnswers } from './offline-answers.ts';
import type { SessionParts } from './session-parts.ts';
import { createSession } from './session-store.ts';
import { loadSettings, settingsAddress } from './settings.ts';
import { addressOf, isCallback } from './sign-in-paths.ts';
import { forgetUser } from './sign-out.ts';
import { connectionOf, isStaffHost } from './staff-host.ts';
import { clearTab, endView, viewedSsn } from './viewed-customer.ts';

/** How long to wait for the identity service before a login, in milliseconds. */
const identityTimeout = 10_000;
/** How long to wait for our own server when checking for a network, in milliseconds. */
const reachableTimeout = 4_000;

let pageSession: SessionParts | undefined;

/** The session of this page, created on first use; on the server a new one that never starts. */
export const openSession = (): SessionParts => {
  if (typeof window === 'undefined') return assemble();
  if (!pageSession) {
    const parts = assemble();
    pageSession = parts;
    window.addEventListener('online', async () => {
      if (parts.session.state().offline) await parts.session.retry();
      await parts.queries.invalidateQueries();
    });
    // A page restored from the back/forward cache was left in the middle of signing in or out.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void parts.session.retry();
    });
  }
  return pageSession;
};

/** The path decides the language (rule LANG-2). */
const language = (): Language =>
  languageOfPath(normalisePath(location.pathname) ?? '/') === 'en' ? 'en' : 'is';

/** Whether our own web server responds, which tells a lost network from a service that is down. */
const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  const request = {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(reachableTimeout),
  } as const;
  return fetch(settingsAddress, request).then(
    () => true,
    () => false,
  );
};

/** Undefined for staff: what they see of customers must not be stored on a device. */
const openOfflineAnswers = () =>
  typeof window === 'undefined' || isStaffHost(location.hostname)
    ? undefined
    : createOfflineAnswers({
        store: browserStore(),
        crypto,
        now: () => Date.now(),
        log: (message, error) => console.warn(message, error),
      });

const assemble = (): SessionParts => {
  const offlineAnswers = openOfflineAnswers();
  const session = createSession({
    client: async () => {
      const settings = await loadSettings();
      return createAuthClient({
        domain: settings.identityDomain,
        provider: settings.provider,
        resource: settings.resource,
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
    // A page that was left while a request of its session failed has no storage any more.
    tab: {
      getItem: (key) => (sessionStorage as Storage | null)?.getItem(key) ?? null,
      setItem: (key, value) => (sessionStorage as Storage | null)?.setItem(key, value),
    },
    language,
    isCallback,
    home: () => ({
      signedIn: addressOf('portal.base', language()),
      signedOut: addressOf('front', language()),
      signedOutIdle: addressOf('staff.queue', language()),
    }),
    checkIdentityReachable: async () => {
      const { identityDomain, provider } = await loadSettings();
      // The signing keys, which verifying the login needs in any case.
      await fetch(provider?.keys ?? `${originOf(identityDomain)}/.well-known/jwks.json`, {
        signal: AbortSignal.timeout(identityTimeout),
        // A copy in the browser's cache says nothing of the service.
        cache: 'reload',
      });
    },
    notifyLogout: async () => {
      const ssn = viewedSsn();
      clearTab();
      if (ssn !== undefined) await parts.api.post('/api/staff/v1/views/end', { body: { ssn } });
      else if (!isStaffHost(location.hostname)) await parts.api.post('/api/user/v1/logout');
    },
    forgetUser,
    ...(offlineAnswers && { offlineAnswers }),
    isReachable,
    now: () => Date.now(),
    schedule: (run, milliseconds) => setTimeout(run, milliseconds),
  });
  const parts = createSessionParts({
    session,
    language,
    ...(offlineAnswers && { offlineAnswers }),
    base: async () => (await loadSettings()).apiBase,
    fetch: (...request) => fetch(...request),
    onViewLost: () => {
      if (viewedSsn() === undefined) return;
      endView(true);
      // Remove the customer's data from the screen.
      location.reload();
    },
  });
  return parts;
};
