import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOutage } from './faults.ts';
import { createVisitor, people, startIdentity, type TestIdentity } from './testing.ts';

describe('with the database down', () => {
  let identity: TestIdentity;
  const visitor = () => createVisitor(identity);
  let signedIn: ReturnType<typeof createVisitor>;
  let page: string;
  let token: string | undefined;
  beforeAll(async () => {
    identity = await startIdentity();
    signedIn = visitor();
    token = (await signedIn.tokens()).refresh_token;
    page = (await signedIn.openSignIn({ prompt: 'login' })).page;
    await identity.database.close();
  });
  afterAll(() => identity.stop());

  test.each([
    [
      'the authorisation request',
      () => visitor().request({ ui_locales: 'en' }).path,
      'The login service is not responding',
    ],
    ['a page that is open', () => `${page}?language=en`, 'The login service is not responding'],
    ['logout', () => '/v2/logout?client_id=hofn-web', 'Innskráningin svarar ekki'],
  ])('AUTH-1: %s is 503 with a page that says so, and when to try again', async (_, path, words) => {
    const response = await signedIn.visit(path());
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    const html = await response.text();
    expect(html).toContain(words);
    expect(html).toContain(response.headers.get('x-request-id') ?? 'no id');
  });

  test('AUTH-10a: sending the form is 503 too, and the page says so', async () => {
    const { ssn: name, password } = people.customer;
    const response = await signedIn.send(page, { name, password });
    expect(response.status).toBe(503);
  });

  test('AUTH-3: the token end point answers 503 in JSON, which clients try again', async () => {
    const response = await visitor().refresh(token);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: 'server_error',
      error_description: 'the service cannot reach its database; try again in a few seconds',
    });
  });

  test('readiness says so, health stays, and the reason is in the log', async () => {
    const ready = await fetch(`${identity.url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ ready: false, parts: { database: false } });
    expect((await fetch(`${identity.url}/health`)).status).toBe(200);
    expect(identity.lines.some(({ level }) => level === 50)).toBe(true);
  });
});

test('an outage is told from a fault of ours, also when the driver wraps it', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(isOutage(new Error('Failed query', { cause: refused }))).toBe(true);
  expect(isOutage(Object.assign(new Error('shutting down'), { code: '57P01' }))).toBe(true);
  expect(isOutage(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  expect(isOutage('text')).toBe(false);
});
