import { expect, test } from 'vitest';
import { sessionCache } from './cache.ts';
import { memoryStore } from './storage.ts';
import type { AuthSession } from './types.ts';

const start = Date.UTC(2026, 10, 21);

const session = (expiresIn: number, exp: number): AuthSession => ({
  access_token: 'access',
  id_token: 'id',
  expires_in: expiresIn,
  decodedToken: {
    claims: { iss: 'i', sub: 's', aud: 'a', iat: start / 1000, exp: start / 1000 + exp },
    user: { sub: 's' },
  },
  scope: 'openid',
  audience: 'api',
  client_id: 'web',
});

const which = { clientId: 'web', audience: 'api', scope: 'openid' };

test('AUTH-7b: the key consists of client id, audience and scope', () => {
  const store = memoryStore();
  const open = (change: Partial<typeof which>) => sessionCache(store, { ...which, ...change }, () => start);
  open({}).set(session(600, 600));
  expect(open({}).get()).toBeDefined();
  for (const change of [{ clientId: 'other' }, { audience: 'other' }, { scope: 'other' }]) {
    expect(open(change).get()).toBeUndefined();
  }
  expect(store.keys()).toEqual(['hofn.session::web::api::openid']);
});

test.each([
  { expiresIn: 600, exp: 3_600, lasts: 540 },
  { expiresIn: 3_600, exp: 600, lasts: 540 },
])('AUTH-7b, AUTH-19: expires_in $expiresIn and exp $exp last $lasts s', ({ expiresIn, exp, lasts }) => {
  let now = start;
  const cache = sessionCache(memoryStore(), which, () => now);
  cache.set(session(expiresIn, exp));
  now = start + lasts * 1000 - 1;
  expect(cache.get()?.access_token).toBe('access');
  now = start + lasts * 1000;
  expect(cache.get()).toBeUndefined();
  expect(cache.last()?.access_token).toBe('access');
});

test.each(['{', '"text"', 'null', '{"body":{}}', '{"body":{"access_token":"a"},"expiresAt":9e99}'])(
  'a corrupt stored session %s is ignored',
  (text) => {
    const store = memoryStore();
    store.set('hofn.session::web::api::openid', text);
    expect(sessionCache(store, which, () => start).get()).toBeUndefined();
  },
);
