import type { Database } from '@hofn/database';
import { inRoleOf, testDatabase } from '@hofn/database/testing.ts';
import { serving } from '@hofn/service/testing/serving.ts';
import { remoteKeys } from '@hofn/service/tokens.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from './settings.ts';
import { createIssuer, fillDatabase, type Issuer, startApi } from './testing.ts';

// What callers get while a part the API depends on is down.

let database: Database;
let issuer: Issuer;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  issuer = await createIssuer();
});
afterAll(() => database.close());

const settings = { ...defaultSettings(), RATE_READ: 3 };
const numbered = Array.from({ length: 8 }, (_, index) => index);

test('HOLD-13: an outage of the database never counts against the caller’s address', async () => {
  const api = await startApi(database, issuer, { settings });
  const tokens = await Promise.all(['anna', 'birgir'].map((sub) => issuer.token(sub)));
  const { db } = await inRoleOf('api', database);
  const session = Reflect.get(db, 'session') as { client: { query: unknown } };
  const { query } = session.client;
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  session.client.query = () => Promise.reject(gone);
  try {
    for (const at of numbered) {
      const answer = await api.ask('/api/user/v1/info', { token: tokens[at % 2] ?? '' });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
  } finally {
    session.client.query = query;
  }
  expect((await api.ask('/api/user/v1/info', { token: tokens[0] ?? '' })).status).toBe(200);
  // Guessed tokens still do.
  const guesses = await Promise.all(numbered.map(() => api.ask('/api/user/v1/info', { token: 'guess' })));
  expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  await api.stop();
});

test('HOLD-13: an outage of the identity provider does not count either, and the API is ready once it has had its keys', async () => {
  let isThere = false;
  const origin = await serving((_request, response) => {
    if (isThere) response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks));
    else response.destroy();
  });
  const api = await startApi(database, issuer, { settings, keys: remoteKeys(new URL(origin)) });
  const token = await issuer.token('anna');
  const ready = async () => {
    const answer = await api.ask('/ready');
    return [answer.status, ((await answer.json()) as { parts: object }).parts];
  };
  for (const _ of numbered) expect((await api.ask('/api/user/v1/info', { token })).status).toBe(503);
  const healthy = { database: true, databaseSpace: true, clock: true };
  expect(await ready()).toEqual([503, { ...healthy, identity: false }]);
  isThere = true;
  expect(await ready()).toEqual([200, { ...healthy, identity: true }]);
  expect((await api.ask('/api/user/v1/info', { token })).status).toBe(200);
  // With the keys it has, it continues without the provider.
  isThere = false;
  expect((await ready())[0]).toBe(200);
  expect(
    (await api.ask('/api/user/v1/info', { token: await issuer.token('anna', { jti: 'next' }) })).status,
  ).toBe(200);
  await api.stop();
});
