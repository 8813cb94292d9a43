import { oidcRecords } from '@hofn/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVisitor, startIdentity, type TestIdentity } from '../testing.ts';

let identity: TestIdentity;
const now = new Date();
beforeAll(async () => {
  identity = await startIdentity({
    clock: { now: () => now },
    environment: {
      RATE_AUTHORIZE: '3',
      RATE_TOKEN: '2',
      RATE_NEW_PASSWORD: '2',
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
  });
});
afterAll(() => identity.stop());

const forwardedFor = (address: string): RequestInit => ({ headers: { 'x-forwarded-for': address } });

test('HOLD-13: an address that starts too many sign-ins is refused before a row is written', async () => {
  const startSignIn = (address: string, language = 'is') => {
    const visitor = createVisitor(identity);
    return visitor.visit(visitor.request({ ui_locales: language }).path, forwardedFor(address));
  };
  const rows = () => identity.database.db.$count(oidcRecords);
  for (let n = 1; n <= 3; n += 1) expect((await startSignIn(`2001:db8:7:1::${n}`)).status).toBe(303);
  const before = await rows();
  const refused = await startSignIn('2001:db8:7:1:ffff::1', 'en');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('Too many attempts in a short time');
  expect(await rows()).toBe(before);
  expect((await startSignIn('2001:db8:7:2::1')).status).toBe(303);
  expect((await startSignIn('203.0.113.7')).status).toBe(303);
});

test('HOLD-13: new passwords are limited by address, across call and page', async () => {
  const visitor = createVisitor(identity);
  const call = (address: string) =>
    visitor.postJson(
      '/idm/v1/password',
      { token: 'made-up', newPassword: 'Hekla gýs við sólsetur' },
      { 'x-forwarded-for': address },
    );
  const page = (address: string) =>
    visitor.visit('/password?key=made-up', {
      method: 'POST',
      body: new URLSearchParams({ password: 'Hekla gýs við sólsetur' }),
      ...forwardedFor(address),
    });
  expect((await call('203.0.113.8')).status).toBe(409);
  expect((await page('203.0.113.8')).status).toBe(410);
  const refused = await call('203.0.113.8');
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ errorCode: 'tooManyRequests' }),
  ]);
  expect((await page('203.0.113.8')).status).toBe(429);
  expect((await call('203.0.113.9')).status).toBe(409);
});

test('HOLD-13: an address that guesses at the token endpoint has to wait, and scripts can read how long', async () => {
  const guess = (address: string) =>
    createVisitor(identity).postJson(
      '/oauth/token',
      { grant_type: 'refresh_token', refresh_token: 'made-up', client_id: 'made-up' },
      { 'x-forwarded-for': address, origin: 'https://elsewhere.example' },
    );
  for (let n = 1; n <= 2; n += 1) expect((await guess(`2001:db8:8:1::${n}`)).status).toBe(401);
  const refused = await guess('2001:db8:8:1:ffff::1');
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ error: 'temporarily_unavailable' }),
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example');
  expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After');
  expect((await guess('2001:db8:8:2::1')).status).toBe(401);
});

test('AUTH-13: how many sign-ins of one address may fail before the next one waits is a setting', async () => {
  const limited = await startIdentity({ environment: { SIGN_IN_FAILURES: '10' } });
  const visitor = createVisitor(limited);
  const tryAs = async (name: string): Promise<number> => {
    const { page } = await visitor.openSignIn({ prompt: 'login' });
    return (await visitor.send(page, { name, password: 'not the password' })).status;
  };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1) statuses.push(await tryAs(`01019014${10 + n}`));
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses[10]).toBe(429);
  await limited.stop();
});
