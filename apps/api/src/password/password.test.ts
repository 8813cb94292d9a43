import type { Problem } from '@hofn/contracts';
import { accessGrants, actingChoices, type Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, noon, startApi } from '../testing.ts';
import { httpIdentity, IdentityUnavailable, type RightOutcome } from './identity.ts';

let database: Database;
let issuer: Issuer;
let api: Awaited<ReturnType<typeof startApi>>;
let outcome: RightOutcome | Error;
const requests: string[][] = [];
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  issuer = await createIssuer();
  api = await startApi(database, issuer, {
    identity: {
      passwordRight: async (headers, password) => {
        requests.push([headers.authorization, password]);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      call: async () => ({ ok: false, errorCode: 'notFound' }),
    },
  });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const change = async (currentPassword: string, sid = 's') => {
  const token = await issuer.token('anna', { sid });
  const answer = await api.ask('/api/user/v1/changepasswordtoken', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ currentPassword }),
  });
  return { answer, token, body: (await answer.json()) as Problem & { token?: string } };
};

test('AUTH-15: the current password is checked by identity management, with the signed-in user’s token', async () => {
  outcome = { state: 'given', token: 'right', expiresAt: '2026-11-21T12:10:00.000Z' };
  const { answer, body, token } = await change('gamla lykilorðið');
  expect([answer.status, body]).toEqual([200, { token: 'right', expiresAt: '2026-11-21T12:10:00.000Z' }]);
  expect(requests).toEqual([[`Bearer ${token}`, 'gamla lykilorðið']]);
  expect(JSON.stringify(api.lines)).not.toContain('gamla lykil');
});

test('AUTH-15: a wrong password is reported at its field, too many attempts and an outage separately', async () => {
  outcome = { state: 'wrong' };
  const wrong = await change('nei');
  expect([wrong.answer.status, wrong.body.errors]).toEqual([
    400,
    { currentPassword: [expect.stringContaining('Núverandi lykilorð')] },
  ]);
  outcome = { state: 'wait', retryAfterSeconds: 30 };
  const wait = await change('nei');
  expect([wait.answer.status, wait.body.errorCode, wait.answer.headers.get('retry-after')]).toEqual([
    429,
    'passwordWait',
    '30',
  ]);
  outcome = new IdentityUnavailable('away');
  expect((await change('nei')).body).toMatchObject({ status: 503, errorCode: 'unavailable' });
});

test('AUTH-15: nobody changes a password while acting for another customer', async () => {
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
  const count = requests.length;
  expect((await change('nei', 'acting')).body.errorCode).toBe('selfOnly');
  expect(requests).toHaveLength(count);
});

const caller = { authorization: 'Bearer x', 'x-forwarded-for': '192.0.2.1', 'x-request-id': 'r' };

test('an identity service that is down differs from a refusal', async () => {
  const away = httpIdentity({ url: 'http://127.0.0.1:1/', timeoutMs: 1_000 });
  await expect(away.passwordRight(caller, 'y')).rejects.toThrow(IdentityUnavailable);
});
