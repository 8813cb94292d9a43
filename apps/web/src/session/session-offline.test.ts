import type { AuthClient, AuthUser } from '@hofn/auth-client';
import { AuthError } from '@hofn/auth-client/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { createSession, type Session } from './session-store.ts';

const anna: AuthUser = { sub: 'customer-1' };

/** A page on a device that may have kept what a person saw, with or without a network. */
const world = () => {
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
      home: () => ({ signedIn: '/arsskyrsla/vidskipti/', signedOut: '/arsskyrsla/' }),
      knock: async () => undefined,
      kept: {
        owner: async () => w.owner,
        forget: async () => {
          w.owner = undefined;
          w.events.push('forgotten');
        },
      },
      reachable: async () => w.network,
      now: () => 100_000,
      later: () => undefined,
    });
  return { w, load };
};

let w: ReturnType<typeof world>['w'];
let load: () => Session;
beforeEach(() => {
  ({ w, load } = world());
});

const down = async (): Promise<never> => {
  throw new AuthError('request_error', 'Failed to fetch');
};

test.each([
  ['their session cannot be renewed', down],
  ['their session has run out on the device', async () => false],
])(
  'PATH-16: without a network, when %s, the person goes on with what is kept, and nothing reloads',
  async (_when, check) => {
    w.owner = anna;
    w.network = false;
    w.check = check;
    const session = load();
    await session.start();
    expect(session.state()).toEqual({ status: 'authenticated', user: anna, offline: true });
    await expect(session.calls.token()).rejects.toThrow('no network');
    expect(session.state().status).toBe('authenticated');
    expect(w.events).toEqual([]);
  },
);

test('PATH-16: a network that goes while the page is open ends no session; one that comes back asks for it anew', async () => {
  w.user = anna;
  w.owner = anna;
  const session = load();
  await session.start();
  w.network = false;
  w.token = down;
  await expect(session.calls.token()).rejects.toThrow('Failed to fetch');
  expect(session.state()).toEqual({ status: 'authenticated', user: anna, offline: true });
  expect(w.events).toEqual([]);
  w.network = true;
  w.token = async () => 'token';
  await session.retry();
  expect(session.state()).toEqual({ status: 'authenticated', user: anna });
  expect(await session.calls.token()).toBe('token');
});

test('PATH-16: an identity service that is down is told as that, while our own server answers', async () => {
  w.owner = anna;
  w.check = down;
  // AUTH-12a: said by the page that was loaded anew.
  await load().start();
  const session = load();
  await session.start();
  expect(session.state()).toMatchObject({ status: 'unauthenticated', error: { code: 'request_error' } });
  expect(w.owner).toEqual(anna);
});

test('PATH-16: with a network, whoever is signed out elsewhere has nothing left on the device', async () => {
  w.owner = anna;
  const session = load();
  await session.start();
  expect(session.state()).toEqual({ status: 'unauthenticated' });
  expect(w.events).toEqual(['forgotten']);
});

test('PATH-16: what is kept is gone before the sign-out leaves the page, and when another tab signs out', async () => {
  w.user = anna;
  w.owner = anna;
  const session = load();
  await session.start();
  await session.logout();
  expect(w.events).toEqual(['forgotten', 'logout']);

  w.owner = anna;
  w.events.length = 0;
  const other = load();
  await other.start();
  w.otherTab(undefined);
  expect(other.state()).toEqual({ status: 'unauthenticated', notice: 'signedOutElsewhere' });
  expect(w.events).toEqual(['forgotten']);
});
