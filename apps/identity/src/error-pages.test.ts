import { connect, type Socket } from 'node:net';
import { patience } from '@hofn/database/testing/patience.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isOutage } from './error-pages.ts';
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
    ['an open page', () => `${page}?language=en`, 'The login service is not responding'],
    ['logout', () => '/v2/logout?client_id=hofn-web', 'Innskráningin svarar ekki'],
  ])('AUTH-1: %s answers 503 with an error page and Retry-After', async (_, path, text) => {
    const response = await signedIn.visit(path());
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    const html = await response.text();
    expect(html).toContain(text);
    expect(html).toContain(response.headers.get('x-request-id') ?? 'no id');
  });

  test('AUTH-10a: submitting the sign-in form answers 503 too', async () => {
    const { ssn: name, password } = people.customer;
    const response = await signedIn.send(page, { name, password });
    expect(response.status).toBe(503);
  });

  test('AUTH-3: the token endpoint answers 503 in JSON, which clients retry', async () => {
    const response = await visitor().refresh(token);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      error: 'server_error',
      error_description: 'the service cannot reach its database; try again in a few seconds',
    });
  });

  test('/ready fails, /health stays up, and the reason is logged', async () => {
    const ready = await fetch(`${identity.url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ ready: false, parts: { database: false } });
    expect((await fetch(`${identity.url}/health`)).status).toBe(200);
    expect(identity.lines.some(({ level }) => level === 50)).toBe(true);
  });
});

test('an outage is distinguished from a bug, also when the driver wraps the error', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(isOutage(new Error('Failed query', { cause: refused }))).toBe(true);
  expect(isOutage(Object.assign(new Error('shutting down'), { code: '57P01' }))).toBe(true);
  expect(isOutage(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  expect(isOutage('text')).toBe(false);
});

describe('with as many requests under way as are allowed', () => {
  let identity: TestIdentity;
  let pending: Socket;
  beforeAll(async () => {
    identity = await startIdentity({ environment: { REQUESTS_AT_ONCE: '1' } });
    // A body that never comes.
    const { port, hostname } = new URL(identity.url);
    pending = connect(Number(port), hostname);
    const head = ['POST /oauth/token HTTP/1.1', 'host: localhost', 'content-type: application/json'];
    pending.write(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{`);
    await vi.waitFor(
      async () =>
        expect(await (await fetch(`${identity.url}/metrics`)).text()).toContain(
          'http_requests_under_way{service="identity"} 1',
        ),
      { timeout: patience(10_000) },
    );
  });
  afterAll(async () => {
    pending.destroy();
    await identity.stop();
  });

  test.each([
    ['is', 'Mikið álag er á innskráningunni', 'Reyna aftur'],
    ['en', 'The login service is busy', 'Try again'],
  ])(
    'HOLD-26: /authorize answers people in words (%s), with a link that tries again',
    async (language, title, again) => {
      const { path } = createVisitor(identity).request({ ui_locales: language });
      const response = await fetch(identity.url + path, { redirect: 'manual' });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
      const html = await response.text();
      expect(html).toContain(title);
      const link = new RegExp(`href="([^"]+)">${again}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');
      expect(link).toBe(path);
      const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? '';
      expect((await fetch(identity.url + style)).status).toBe(200);
    },
  );

  test('HOLD-26: programs get JSON with Retry-After', async () => {
    const response = await fetch(`${identity.url}/oauth/token`, { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ error: 'server_error' });
  });
});
