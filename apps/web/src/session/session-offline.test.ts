import type { AuthClient, AuthUser } from '@hofn/auth-client';
import { AuthError } from '@hofn/auth-client/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { createSession, type Session } from './session-store.ts';

const anna: AuthUser = { sub: 'customer-1' };

/** A page on a device that may have stored responses, with or without a network. */
const createWorld = () => {
  const w = {
    user: undefined as AuthUser | undefined,
    owner: undefined as AuthUser | undefined,
    network: true,
    check: async (): Promise<boolean> => w.user !== undefined,
    token: async (): Promise<string> => 'token',
    events: [] as string[],
    otherTab: (_: AuthUser | undefined): void => undefined,
  };
  const client: AuthClient = {
    loginWithRedirect: async () => void w.events.push('login'),
    handleRedirectCallback: async () => ({ appState: undefined }),
    loginWithPopup: async () => undefined,
    getTokenSilently: () => w.token(),
    getUser: () => w.user,
    isAuthenticated: () => w.user !== undefined,
    checkSession: () => w.check(),
    onChange(listener) {
      w.otherTab = listener;
      return () => undefined;
    },
    logout: async () => void w.events.push('logout'),
  };
  const storage = new Map<string, string>();
  const load = (): Session =>
    createSession({
      client: async () => client,
      page: {
        address: () => 'https://hofn.example/arsskyrsla/vidskipti/',
        reload: () => void w.events.push('reload'),
        replace: () => undefined,
      },
      tab: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
      },
      language: () => 'is',
      isCallback: () => false,
      home: () => ({
        signedIn: '/arsskyrsla/vidskipti/',
        signedOut: '/arsskyrsla/',
        signedOutIdle: '/arsskyrsla/starfsfolk/verkefni/',
      }),
      checkIdentityReachable: async () => undefined,
      offlineAnswers: {
        owner: async () => w.owner,
        clear: async () => {
          w.owner = undefined;
          w.events.push('cleared');
        },
      },
      isReachable: async () => w.network,
      now: () => 100_000,
      schedule: () => undefined,
    });
  return { w, load };
};

let w: ReturnType<typeof createWorld>['w'];
let load: () => Session;
beforeEach(() => {
  ({ w, load } = createWorld());
});

const failRequest = async (): Promise<never> => {
  throw new AuthError('request_error', 'Failed to fetch');
};

test.each([
  ['the session cannot be renewed', failRequest],
  ['the session on the device has expired', async () => false],
])('PATH-16: offline, when %s, the stored responses are shown without a reload', async (_when, check) => {
  w.owner = anna;
  w.network = false;
  w.check = check;
  const session = load();
  await session.start();
  expect(session.state()).toEqual({ status: 'authenticated', user: anna, offline: true });
  await expect(session.calls.token()).rejects.toThrow('no network');
  expect(session.state().status).toBe('authenticated');
  expect(w.events).toEqual([]);
});

test('PATH-16: going offline does not end the session; going online renews it', async () => {
  w.user = anna;
  w.owner = anna;
  const session = load();
  await session.start();
  w.network = false;
  w.token = failRequest;
  await expect(session.calls.token()).rejects.toThrow('Failed to fetch');
  expect(session.state()).toEqual({ status: 'authenticated', user: anna, offline: true });
  expect(w.events).toEqual([]);
  w.network = true;
  w.token = async () => 'token';
  await session.retry();
  expect(session.state()).toEqual({ status: 'authenticated', user: anna });
  expect(await session.calls.token()).toBe('token');
});

test('PATH-16: an identity service that is down is an error if our own server responds', async () => {
  w.owner = anna;
  w.check = failRequest;
  // AUTH-12a: the error is shown after the reload.
  await load().start();
  const session = load();
  await session.start();
  expect(session.state()).toMatchObject({ status: 'unauthenticated', error: { code: 'request_error' } });
  expect(w.owner).toEqual(anna);
});

test('PATH-16: online, a sign-out elsewhere deletes the stored responses', async () => {
  w.owner = anna;
  const session = load();
  await session.start();
  expect(session.state()).toEqual({ status: 'unauthenticated' });
  expect(w.events).toEqual(['cleared']);
});

test('PATH-16: stored responses are deleted before a sign-out redirects, and when another tab signs out', async () => {
  w.user = anna;
  w.owner = anna;
  const session = load();
  await session.start();
  await session.logout();
  expect(w.events).toEqual(['cleared', 'logout']);

  w.owner = anna;
  w.events.length = 0;
  const other = load();
  await other.start();
  w.otherTab(undefined);
  expect(other.state()).toEqual({ status: 'unauthenticated', notice: 'signedOutElsewhere' });
  expect(w.events).toEqual(['cleared']);
});
