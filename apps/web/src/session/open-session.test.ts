// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('./session-store.ts', async (original) => {
  const actual = await original<typeof import('./session-store.ts')>();
  return { ...actual, createSession: vi.fn(actual.createSession) };
});

vi.mock('@hofn/auth-client', () => ({ createAuthClient: vi.fn(() => ({})) }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('The service is unreachable')));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['hofn.example', 'customers'],
  ['staff.hofn.example', 'employees'],
])(
  'AUTH-7a, STAFF-1: on %s the session is in local storage, and sign-in uses the connection %s',
  async (hostname, connection) => {
    vi.stubGlobal('location', { hostname, origin: `https://${hostname}`, pathname: '/arsskyrsla/' });
    vi.stubGlobal('fetch', async () =>
      Response.json({ clientId: 'web', connection: { customer: 'customers', employee: 'employees' } }),
    );
    vi.resetModules();
    const fresh = await import('./session-store.ts');
    const { createAuthClient } = await import('@hofn/auth-client');
    (await import('./open-session.ts')).openSession();
    await vi.mocked(fresh.createSession).mock.lastCall?.[0].client();
    expect(createAuthClient).toHaveBeenLastCalledWith(
      expect.objectContaining({
        cacheLocation: 'localstorage',
        useRefreshTokens: true,
        clientId: 'web',
        connection,
      }),
    );
  },
);
