import type { PasskeyList, Problem } from '@hofn/contracts';
import { accessGrants, actingChoices, type Database } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { serving } from '@hofn/service/testing/serving.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { httpIdentity, IdentityUnavailable } from '../password/identity.ts';
import { createIssuer, fillDatabase, fillStaff, type Issuer, noon, startApi } from '../testing.ts';

let database: Database;
let issuer: Issuer;
let api: Awaited<ReturnType<typeof startApi>>;
let answers: { ok: true; answer: object | null } | { ok: false; errorCode: string } | Error;
const requests: object[] = [];
const addresses: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillStaff(database);
  issuer = await createIssuer();
  api = await startApi(database, issuer, {
    identity: {
      passwordRight: async () => ({ state: 'wrong' }),
      call: async (headers, request, schema) => {
        requests.push({ bearer: headers.authorization, ...request });
        addresses.push(headers['x-forwarded-for']);
        if (answers instanceof Error) throw answers;
        return answers.ok ? { ok: true, answer: schema.parse(answers.answer) } : answers;
      },
    },
  });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const callApi = async <Body>(
  path: string,
  { method = 'GET', body, sid = 's' }: { method?: string; body?: object; sid?: string } = {},
) => {
  const token = await issuer.token('anna', { sid });
  const answer = await api.ask(`/api/user/v1/settings/${path}`, {
    method,
    token,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, token, body: (text ? JSON.parse(text) : {}) as Body & Partial<Problem> };
};

test('AUTH-10e, HOLD-14: the identity service is called with the signed-in user’s token and address', async () => {
  requests.length = 0;
  answers = { ok: true, answer: { mayAdd: false, items: [] } };
  const { status, body, token } = await callApi<PasskeyList>('passkeys');
  expect([status, body]).toEqual([200, { mayAdd: false, items: [] }]);
  expect(requests).toEqual([{ bearer: `Bearer ${token}`, method: 'GET', path: 'passkeys' }]);
  // For the audit, which the identity service writes (rule HOLD-14).
  expect(addresses.at(-1)).toBe('127.0.0.1');
  answers = { ok: true, answer: null };
  expect((await callApi('sessions/others', { method: 'DELETE' })).status).toBe(204);
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: 'sessions/others' });
});

test('AUTH-10e: its refusals are reported, and so is an outage', async () => {
  const made = { name: 'Síminn', credential: { id: 'k' } };
  answers = { ok: false, errorCode: 'passkeyFailed' };
  expect((await callApi('passkeys', { method: 'POST', body: made })).body.errorCode).toBe('passkeyFailed');
  answers = { ok: false, errorCode: 'strongSignInNeeded' };
  const weak = await callApi('passkeys/options', { method: 'POST', body: {} });
  expect([weak.status, weak.body.errorCode]).toEqual([403, 'strongSignInNeeded']);
  answers = { ok: false, errorCode: 'notFound' };
  expect((await callApi('passkeys/k', { method: 'DELETE' })).status).toBe(404);
  answers = new IdentityUnavailable('away');
  expect((await callApi('sessions')).body).toMatchObject({ status: 503, errorCode: 'unavailable' });
});

test('AUTH-10e: an id cannot escape the path that identity is called at', async () => {
  requests.length = 0;
  answers = { ok: true, answer: null };
  for (const path of ['sessions/..%2Fpasskeys%2Fk', 'sessions/%2E%2E', 'passkeys/..%2Fsessions%2Fothers'])
    expect((await callApi(path, { method: 'DELETE' })).status).toBeGreaterThanOrEqual(400);
  expect(requests).toEqual([]);
});

test('HOLD-11: staff manage their own sign-in through the same calls of the identity service, with their own token', async () => {
  const token = await issuer.token('employee|una', { actor_kind: 'employee' });
  const call = (path: string, method = 'GET', body?: object) =>
    api.ask(`/api/staff/v1/security${path}`, {
      method,
      token,
      language: 'en',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  requests.length = 0;
  answers = { ok: true, answer: { federated: true, password: false } };
  expect(await (await call('')).json()).toEqual({ federated: true, password: false });
  answers = { ok: false, errorCode: 'freshSignInNeeded' };
  const stale = await call('/passkeys/options', 'POST', {});
  expect([stale.status, ((await stale.json()) as Problem).errorCode]).toEqual([403, 'freshSignInNeeded']);
  answers = { ok: false, errorCode: 'passkeyLast' };
  const last = await call('/passkeys/k', 'DELETE');
  expect([last.status, ((await last.json()) as Problem).errorCode]).toEqual([409, 'passkeyLast']);
  expect(requests).toMatchObject([
    { bearer: `Bearer ${token}`, method: 'GET', path: 'staff-sign-in' },
    { method: 'POST', path: 'passkeys/options' },
    { method: 'DELETE', path: 'passkeys/k', language: 'en' },
  ]);
});

test('AUTH-10e: nobody changes passkeys or sessions while acting for another customer', async () => {
  await database.db.insert(accessGrants).values({
    customerId: 'birgir',
    id: 'g',
    holderId: 'anna',
    role: 'Admin',
    validFrom: '2026-11-01',
    validTo: '2027-10-31',
    givenAt: noon,
    givenBy: 'birgir',
  });
  const choice = { actorId: 'anna', session: 'acting', subjectId: 'birgir', chosenAt: noon };
  await database.db.insert(actingChoices).values(choice);
  requests.length = 0;
  for (const [method, path, body] of [
    ['GET', 'sessions'],
    ['DELETE', 'sessions/others'],
    ['GET', 'passkeys'],
    ['POST', 'passkeys/options', {}],
    ['DELETE', 'passkeys/k'],
  ] as const)
    expect((await callApi(path, { method, ...(body && { body }), sid: 'acting' })).body.errorCode).toBe(
      'selfOnly',
    );
  expect(requests).toEqual([]);
});

const caller = { authorization: 'Bearer x', 'x-forwarded-for': '192.0.2.1', 'x-request-id': 'r' };

test('over HTTP, a refusal differs from an error and from an unreadable response', async () => {
  const away = async (status: number, body: string) =>
    httpIdentity({
      url: await serving((_request, response) => response.writeHead(status).end(body)),
      timeoutMs: patience(1_000),
    }).call(caller, { method: 'GET', path: 'sessions' }, z.object({ items: z.array(z.string()) }));
  expect(await away(200, '{"items":["a"]}')).toEqual({ ok: true, answer: { items: ['a'] } });
  expect(await away(404, '{"errorCode":"notFound"}')).toEqual({ ok: false, errorCode: 'notFound' });
  await expect(away(503, '{"errorCode":"unavailable"}')).rejects.toThrow(IdentityUnavailable);
  await expect(away(200, '{"items":1}')).rejects.toThrow(IdentityUnavailable);
  await expect(away(200, '<html>')).rejects.toThrow(IdentityUnavailable);
});
