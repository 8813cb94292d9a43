import type { AuthClient, AuthUser, LoginOptions, RedirectOptions } from '@hofn/auth-client';
import { AuthError } from '@hofn/auth-client/errors.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession, type Session } from './session-store.ts';

const origin = 'https://hofn.example';
const portal = '/arsskyrsla/vidskipti/';
const callback = '/arsskyrsla/innskraning/svar/';

const tokenOf = (sub: string): string => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`;

/** A page, a tab and an auth client that tests control. */
const createWorld = () => {
  const w = {
    now: 100_000,
    address: `${origin}${portal}`,
    user: undefined as AuthUser | undefined,
    storage: new Map<string, string>(),
    storageFails: false,
    settingsFail: undefined as Error | undefined,
    check: async (): Promise<boolean> => w.user !== undefined,
    token: async (_ignoreCache: boolean): Promise<string> => tokenOf(w.user?.sub ?? ''),
    callback: async (): Promise<{ appState: unknown }> => ({ appState: undefined }),
    login: async (_: RedirectOptions): Promise<void> => undefined,
    popup: async (_?: LoginOptions): Promise<void> => undefined,
    checkIdentityReachable: async (): Promise<void> => undefined,
    notifyLogout: async (): Promise<void> => undefined,
    forget: async (): Promise<void> => undefined,
    reloads: 0,
    replaced: [] as string[],
    logins: [] as RedirectOptions[],
    logouts: [] as unknown[],
    chatsCleared: 0,
    forgotten: 0,
    timers: [] as { run: () => void; milliseconds: number }[],
    otherTab: (_: AuthUser | undefined): void => undefined,
    clients: 0,
  };
  const client: AuthClient = {
    async loginWithRedirect(options = {}) {
      w.logins.push(options);
      await w.login(options);
    },
    handleRedirectCallback: () => w.callback(),
    loginWithPopup: (options) => w.popup(options),
    getTokenSilently: ({ ignoreCache = false } = {}) => w.token(ignoreCache),
    getUser: () => w.user,
    isAuthenticated: () => w.user !== undefined,
    checkSession: () => w.check(),
    onChange(listener) {
      w.otherTab = listener;
      return () => undefined;
    },
    async logout(options) {
      w.logouts.push(options);
    },
  };
  /** Loads a new page: only storage and time are left of the previous one. */
  const load = (): Session =>
    createSession({
      client: async () => {
        if (w.settingsFail) throw w.settingsFail;
        w.clients += 1;
        return client;
      },
      page: {
        address: () => w.address,
        reload: () => {
          w.reloads += 1;
        },
        replace: (path) => void w.replaced.push(path),
      },
      tab: {
        getItem: (key) => {
          if (w.storageFails) throw new DOMException('denied', 'SecurityError');
          return w.storage.get(key) ?? null;
        },
        setItem: (key, value) => {
          if (w.storageFails) throw new DOMException('denied', 'SecurityError');
          w.storage.set(key, value);
        },
      },
      language: () => 'is',
      isCallback: (path) => path === callback,
      home: () => ({
        signedIn: portal,
        signedOut: '/arsskyrsla/',
        signedOutIdle: '/arsskyrsla/starfsfolk/verkefni/',
      }),
      checkIdentityReachable: () => w.checkIdentityReachable(),
      notifyLogout: () => w.notifyLogout(),
      forgetUser: () => {
        w.chatsCleared += 1;
      },
      offlineAnswers: {
        owner: async () => undefined,
        clear: () => {
          w.forgotten += 1;
          return w.forget();
        },
      },
      now: () => w.now,
      schedule: (run, milliseconds) => void w.timers.push({ run, milliseconds }),
    });
  return { w, load };
};

let w: ReturnType<typeof createWorld>['w'];
let load: () => Session;

beforeEach(() => {
  ({ w, load } = createWorld());
});

const anna: AuthUser = { sub: 'customer-1' };
const bjarni: AuthUser = { sub: 'customer-2' };
const requestFailed = () => new AuthError('request_error', 'Failed to fetch');

describe('start', () => {
  test('a signed-in user is restored', async () => {
    w.user = anna;
    const session = load();
    expect(session.state()).toEqual({ status: 'authenticating' });
    await session.start();
    expect(session.state()).toEqual({ status: 'authenticated', user: anna });
  });

  test('nobody signed in is not an error', async () => {
    const session = load();
    await session.start();
    expect(session.state()).toEqual({ status: 'unauthenticated' });
  });

  test('starting twice checks the session once', async () => {
    let checks = 0;
    w.check = async () => {
      checks += 1;
      return false;
    };
    const session = load();
    await Promise.all([session.start(), session.start()]);
    expect(checks).toBe(1);
  });

  test('settings that fail to load are an error, and a retry loads them again', async () => {
    w.settingsFail = new Error('/arsskyrsla/settings.json answered 503');
    w.user = anna;
    w.storageFails = true;
    const session = load();
    await session.start();
    expect(session.state().error?.message).toBe('/arsskyrsla/settings.json answered 503');
    w.settingsFail = undefined;
    await session.retry();
    expect(session.state()).toEqual({ status: 'authenticated', user: anna });
  });
});

describe('login', () => {
  test('PORT-16: login sends the path, query and hash of the page', async () => {
    w.address = `${origin}/arsskyrsla/vidskipti/tryggingar/T-1/?flipi=skilmálar&a[b]=1#bótasvið`;
    const session = load();
    await session.start();
    await session.login();
    expect(w.logins).toEqual([
      {
        language: 'is',
        appState: {
          returnTo: '/arsskyrsla/vidskipti/tryggingar/T-1/?flipi=skilm%C3%A1lar&a[b]=1#b%C3%B3tasvi%C3%B0',
        },
      },
    ]);
  });

  test('AUTH-10d: no call is made without a token while a signed-in user is redirected to sign-in', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    const leaving = session.login(portal, { prompt: 'login', screenHint: 'credentials' });
    await expect(session.calls.token()).rejects.toThrow('The page is being left');
    await leaving;
    expect(w.logins).toEqual([
      { language: 'is', prompt: 'login', screenHint: 'credentials', appState: { returnTo: portal } },
    ]);
  });

  test('PORT-16: the callback signs in and returns to that path', async () => {
    w.address = `${origin}${callback}?code=c&state=s`;
    w.callback = async () => {
      w.user = anna;
      return { appState: { returnTo: '/arsskyrsla/vidskipti/?a=1#b' } };
    };
    const session = load();
    await session.start();
    expect(session.state()).toEqual({ status: 'authenticated', user: anna });
    expect(w.replaced).toEqual(['/arsskyrsla/vidskipti/?a=1#b']);
  });

  test.each([
    ['another origin', 'https://elsewhere.example/'],
    ['another origin without a scheme', '//elsewhere.example/'],
    ['another origin with a backslash', '/\\elsewhere.example/'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', undefined],
    ['a number', 7],
  ])('PORT-16: a callback with %s as its return path leads to the portal', async (_, returnTo) => {
    w.address = `${origin}${callback}?code=c&state=s`;
    w.callback = async () => {
      w.user = anna;
      return { appState: { returnTo } };
    };
    await load().start();
    expect(w.replaced).toEqual([portal]);
  });

  test('PORT-16: signing in on the callback page itself ends in the portal', async () => {
    w.address = `${origin}${callback}`;
    const session = load();
    await session.start();
    await session.login();
    expect(w.logins[0]?.appState).toEqual({ returnTo: portal });
  });

  test('a query too long for the cookie is dropped, the path is not', async () => {
    w.address = `${origin}${portal}?q=${'x'.repeat(2_000)}`;
    const session = load();
    await session.start();
    await session.login();
    expect(w.logins[0]?.appState).toEqual({ returnTo: portal });
  });

  test('two concurrent logins redirect once', async () => {
    const session = load();
    await session.start();
    await Promise.all([session.login(), session.login()]);
    expect(w.logins).toHaveLength(1);
  });

  test('AUTH-20: a failed callback signs nobody in, shows why and does not reload', async () => {
    w.address = `${origin}${callback}?error=server_error&state=s`;
    w.callback = async () => {
      throw new AuthError('server_error', 'Login failed');
    };
    const session = load();
    await session.start();
    expect(session.state()).toMatchObject({ status: 'unauthenticated', error: { message: 'Login failed' } });
    expect([w.reloads, w.replaced.length]).toEqual([0, 0]);
  });

  test('a retry after a failed callback starts a new login, because a callback URL works only once', async () => {
    w.address = `${origin}${callback}?error=server_error&state=s`;
    w.callback = async () => {
      throw new AuthError('server_error', 'Login failed');
    };
    const session = load();
    await session.start();
    await session.retry();
    expect(w.logins).toEqual([{ language: 'is', replace: true, appState: { returnTo: portal } }]);
  });

  test('going back to a used callback leads a signed-in user to the portal', async () => {
    w.user = anna;
    w.address = `${origin}${callback}?code=used&state=s`;
    w.callback = async () => {
      throw new AuthError('invalid_state', 'Invalid state');
    };
    const session = load();
    await session.start();
    expect(session.state()).toEqual({ status: 'authenticated', user: anna });
    w.address = `${origin}${callback}`;
    await load().start();
    expect(w.replaced).toEqual([portal, portal]);
  });

  test.each(['access_denied', 'invalid_state', 'login_required'])(
    'returning from the sign-in page with %s shows the error, and does not redirect again',
    async (code) => {
      w.address = `${origin}${callback}?error=${code}&state=s`;
      w.callback = async () => {
        throw new AuthError(code, 'Refused');
      };
      const session = load();
      await session.start();
      expect(session.state()).toMatchObject({ status: 'unauthenticated', error: { code } });
    },
  );

  test('does not redirect to an unreachable sign-in page', async () => {
    w.checkIdentityReachable = async () => {
      throw new TypeError('Failed to fetch');
    };
    const session = load();
    await session.start();
    await session.login();
    expect(session.state()).toMatchObject({
      status: 'unauthenticated',
      error: { code: 'login_failed', message: 'Failed to fetch' },
    });
    expect([w.logins.length, w.reloads]).toEqual([0, 0]);
    w.checkIdentityReachable = async () => undefined;
    await session.retry();
    expect(session.state()).toEqual({ status: 'unauthenticated' });
  });

  test('a failed redirect shows why, and login can be retried', async () => {
    w.login = async () => {
      throw new AuthError('cookies_refused', 'no cookies');
    };
    const session = load();
    await session.start();
    await session.login();
    expect(session.state()).toMatchObject({ status: 'unauthenticated', error: { code: 'cookies_refused' } });
    w.login = async () => undefined;
    await session.login();
    expect(session.state()).toEqual({ status: 'authenticating' });
  });
});

describe('tokens', () => {
  test('CALL-6: a call gets a token silently, and none when nobody is signed in', async () => {
    const session = load();
    await session.start();
    expect(await session.calls.token()).toBeUndefined();
    w.user = anna;
    await session.retry();
    expect(await session.calls.token()).toBe(tokenOf('customer-1'));
  });

  test('AUTH-8c: a renewal that needs the user ends the session, without a reload', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.token = async () => {
      throw new AuthError('login_required', 'Login required');
    };
    await expect(session.calls.token()).rejects.toThrow('Login required');
    expect(session.state()).toEqual({ status: 'unauthenticated' });
    expect(w.reloads).toBe(0);
  });

  test('AUTH-12a: a token fetch that fails unrecoverably reloads the page', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.token = async () => {
      throw requestFailed();
    };
    // Two screens request a token, and neither shows an error that the reload fixes.
    await Promise.all(
      [session.calls.token(), session.calls.token()].map((token) =>
        expect(token).rejects.toThrow('Failed to fetch'),
      ),
    );
    expect(w.reloads).toBe(1);
    expect(session.state()).toEqual({ status: 'authenticating' });
  });

  test('AUTH-12a: a user who cancels the reload sees the error and can retry', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.token = async () => {
      throw requestFailed();
    };
    await session.calls.token().catch(() => undefined);
    for (const { run } of w.timers) run();
    expect(session.state()).toMatchObject({
      status: 'unauthenticated',
      error: { message: 'Failed to fetch' },
    });
    await session.retry();
    expect(session.state()).toEqual({ status: 'authenticated', user: anna });
  });

  test('AUTH-12a: at most one reload per 10 s, otherwise an error with a retry', async () => {
    w.user = anna;
    w.token = async () => {
      throw requestFailed();
    };
    const visit = async (): Promise<Session> => {
      const session = load();
      await session.start();
      await session.calls.token().catch(() => undefined);
      return session;
    };
    await visit();
    expect(w.reloads).toBe(1);
    w.now += 9_999;
    const session = await visit();
    expect(w.reloads).toBe(1);
    expect(session.state()).toMatchObject({
      status: 'unauthenticated',
      error: { message: 'Failed to fetch' },
    });
    w.now += 1;
    await visit();
    expect(w.reloads).toBe(2);
  });

  test('AUTH-12a: requests that all time out do not reload the page for ever', async () => {
    w.check = async () => {
      w.now += 30_000;
      throw new AuthError('timeout', 'Timeout when executing fetch');
    };
    let pages = 0;
    do {
      pages += 1;
      await load().start();
    } while (w.reloads === pages && pages < 10);
    expect(pages).toBe(2);
  });

  test('AUTH-12a: without storage the page does not reload, because a loop could not be detected', async () => {
    w.storageFails = true;
    w.check = async () => {
      throw requestFailed();
    };
    const session = load();
    await session.start();
    expect(w.reloads).toBe(0);
    expect(session.state().error?.message).toBe('Failed to fetch');
  });

  test('a browser that cannot sign in at all shows an error, without a reload', async () => {
    w.settingsFail = new AuthError('configuration', 'Sign-in must run on a secure origin');
    const session = load();
    await session.start();
    expect(session.state().error?.code).toBe('configuration');
    expect(w.reloads).toBe(0);
  });

  test('AUTH-16: an unknown error has the message Login failed', async () => {
    w.check = async () => {
      throw undefined;
    };
    // The error is shown after the reload.
    await load().start();
    const session = load();
    await session.start();
    expect(session.state().error?.message).toBe('Login failed');
  });
});

describe('refused calls and other users', () => {
  test('AUTH-12b: a 401 for a token of another user resets the user and reloads after 1 s', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    expect(await session.calls.handleUnauthorized(tokenOf('customer-2'))).toBe(false);
    expect(session.state()).toEqual({ status: 'authenticating', notice: 'otherTab' });
    expect(w.forgotten).toBe(1);
    expect(w.reloads).toBe(0);
    expect(w.timers.map(({ milliseconds }) => milliseconds)).toEqual([1_000]);
    w.timers[0]?.run();
    expect(w.reloads).toBe(1);
  });

  test('AUTH-12b: a 401 of the same user renews the token and is retried', async () => {
    w.user = anna;
    const ignoredCache: boolean[] = [];
    w.token = async (ignoreCache) => {
      ignoredCache.push(ignoreCache);
      return `${tokenOf('customer-1')}${ignoreCache ? '2' : ''}`;
    };
    const session = load();
    await session.start();
    expect(await session.calls.handleUnauthorized(tokenOf('customer-1'))).toBe(true);
    expect(ignoredCache).toEqual([true]);
    expect([w.reloads, w.timers.length]).toEqual([0, 0]);
  });

  test('a 401 is not retried if the renewal fails', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.token = async () => {
      throw new AuthError('login_required', '');
    };
    expect(await session.calls.handleUnauthorized(tokenOf('customer-1'))).toBe(false);
    expect(session.state().status).toBe('unauthenticated');
  });

  test('a sign-in of another user in another tab reloads this page, before any call is made as them', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.otherTab(bjarni);
    expect(session.state()).toEqual({ status: 'authenticating', notice: 'otherTab' });
    // The new user must not read the previous user's chat.
    expect(w.chatsCleared).toBe(1);
    w.timers[0]?.run();
    expect(w.reloads).toBe(1);
    expect(await session.calls.token()).toBeUndefined();
  });

  test('AUTH-12b: a token of another user is not used for a call', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.user = bjarni;
    await expect(session.calls.token()).rejects.toMatchObject({ code: 'other_user' });
    expect(session.state().notice).toBe('otherTab');
    expect(w.timers).toHaveLength(1);
  });

  test('a renewal in another tab changes nothing, a sign-in or sign-out does', async () => {
    const session = load();
    await session.start();
    w.otherTab(anna);
    expect(session.state()).toEqual({ status: 'authenticated', user: anna });
    const before = session.state();
    w.otherTab({ ...anna });
    expect(session.state()).toBe(before);
    w.otherTab(undefined);
    expect(session.state()).toEqual({ status: 'unauthenticated', notice: 'signedOutElsewhere' });
    expect(w.reloads).toBe(0);
    // A later sign-in reloads the page, to drop the previous user's data.
    w.otherTab(bjarni);
    expect(w.reloads).toBe(1);
    expect(session.state().user).toBeUndefined();
  });
});

test('a page that was loading when another tab signed out does not redirect to sign-in', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const check = vi.fn(() => promise);
  w.check = check;
  const session = load();
  const started = session.start();
  await vi.waitFor(() => expect(check).toHaveBeenCalled());
  w.otherTab(undefined);
  resolve(false);
  await started;
  expect(session.state()).toEqual({ status: 'unauthenticated', notice: 'signedOutElsewhere' });
});

describe('logout', () => {
  test('AUTH-11: notifies the API, then signs out and returns to the front page', async () => {
    w.user = anna;
    let notifications = 0;
    w.notifyLogout = async () => {
      notifications += 1;
    };
    const session = load();
    await session.start();
    await session.logout();
    expect(notifications).toBe(1);
    expect(w.logouts).toEqual([{ returnTo: 'https://hofn.example/arsskyrsla/' }]);
    expect(session.state()).toEqual({ status: 'authenticating' });
  });

  test('HELP-8: signing out clears the chat, and signing in does not', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    expect(w.chatsCleared).toBe(0);
    await session.logout();
    expect(w.chatsCleared).toBe(1);
  });

  test('DESK-4: after an idle logout the next page says why, and where the user was, until they have signed in', async () => {
    w.user = { sub: 'una' };
    w.address = `${origin}/arsskyrsla/starfsfolk/mal/k1/?x=1#svar`;
    const session = load();
    await session.start();
    await session.logout({ isIdle: true });
    expect(w.logouts).toEqual([{ returnTo: `${origin}/arsskyrsla/starfsfolk/verkefni/` }]);
    w.user = undefined;
    w.address = `${origin}/arsskyrsla/starfsfolk/verkefni/`;
    const next = load();
    await next.start();
    expect(next.state()).toEqual({
      status: 'unauthenticated',
      notice: 'signedOutIdle',
      returnTo: '/arsskyrsla/starfsfolk/mal/k1/?x=1#svar',
    });
    w.user = { sub: 'una' };
    await load().start();
    w.user = undefined;
    const later = load();
    await later.start();
    expect(later.state()).toEqual({ status: 'unauthenticated' });
  });

  test('DESK-4: without storage an idle logout still signs out', async () => {
    w.user = { sub: 'una' };
    w.storageFails = true;
    const session = load();
    await session.start();
    await session.logout({ isIdle: true });
    expect(w.logouts).toHaveLength(1);
  });

  test('an API that fails or hangs does not prevent the logout', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.notifyLogout = async () => {
      throw requestFailed();
    };
    await session.logout();
    expect(w.logouts).toHaveLength(1);

    w.notifyLogout = () => new Promise(() => undefined);
    const other = load();
    await other.start();
    w.timers.length = 0;
    const leaving = other.logout();
    expect(w.timers.map(({ milliseconds }) => milliseconds)).toEqual([2_000]);
    w.timers[0]?.run();
    await leaving;
    expect(w.logouts).toHaveLength(2);
  });

  test('AUTH-11: hanging storage does not prevent the logout', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.forget = () => new Promise(() => undefined);
    w.timers.length = 0;
    const leaving = session.logout();
    expect(w.timers.map(({ milliseconds }) => milliseconds)).toEqual([2_000]);
    w.timers[0]?.run();
    await leaving;
    expect(w.logouts).toHaveLength(1);
  });

  test('a token that fails during logout does not reload', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.token = async () => {
      throw requestFailed();
    };
    w.notifyLogout = async () => {
      await session.calls.token();
    };
    await session.logout();
    expect([w.reloads, w.logouts.length]).toEqual([0, 1]);
  });

  test('after the back button the user can log in again', async () => {
    const session = load();
    await session.start();
    await session.login();
    expect(session.state()).toEqual({ status: 'authenticating' });
    await session.retry();
    expect(session.state()).toEqual({ status: 'unauthenticated' });
    await session.login();
    expect(w.logins).toHaveLength(2);
  });
});

describe('HOLD-12: signing in again', () => {
  test('asks for the password although the session is open, and keeps the page', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    const asked: (LoginOptions | undefined)[] = [];
    w.popup = async (options) => void asked.push(options);
    await session.signInAgain();
    expect(asked).toEqual([{ prompt: 'login', language: 'is' }]);
    expect([w.reloads, w.logins.length, session.state().status]).toEqual([0, 0, 'authenticated']);
  });

  test('as another user confirms nothing, and reloads the page for that user', async () => {
    w.user = anna;
    const session = load();
    await session.start();
    w.popup = async () => {
      w.user = { sub: 'customer-2' };
    };
    await expect(session.signInAgain()).rejects.toMatchObject({ code: 'other_user' });
    expect(session.state().notice).toBe('otherTab');
  });
});
