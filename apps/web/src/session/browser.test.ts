// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hide, storedAsHidden } from '../portal/popups/hidden.ts';
import { openSession } from './browser.ts';
import { createSession } from './session-store.ts';

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

test('PAY-14: signing out forgets which popups were hidden', async () => {
  openSession();
  hide('card');
  hide('contact');
  expect([storedAsHidden('card'), storedAsHidden('contact')]).toEqual([true, true]);
  const [parts] = vi.mocked(createSession).mock.lastCall ?? [];
  await parts?.notifyLogout?.().catch(() => undefined);
  expect([storedAsHidden('card'), storedAsHidden('contact')]).toEqual([false, false]);
});

test('HELP-8: signing out clears the data of another chat, even if ours is not open', async () => {
  for (const key of ['snapinsPage_0', 'snapinsPc', 'kept.by.another']) localStorage.setItem(key, '1');
  await openSession().session.logout();
  expect(Object.keys(localStorage)).toEqual(['kept.by.another']);
});

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
    (await import('./browser.ts')).openSession();
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
