import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger, listen, type Running } from '@hofn/service';
import { createIssuer } from '@hofn/service/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings as apiDefaults } from '../apps/api/src/settings.ts';
import { startApi } from '../apps/api/src/testing.ts';
import { startChat } from '../apps/chat/src/testing.ts';
import { startContent } from '../apps/content/src/testing.ts';
import { startIdentity } from '../apps/identity/src/testing.ts';
import { settingsSchema as webSettings } from '../apps/web/server/settings.ts';
import { createWeb } from '../apps/web/server/web.ts';

// URLs that routers refuse, requested from every service like a browser or scanner would.

let database: Database;
const services: Record<'api' | 'chat' | 'content' | 'identity' | 'web', string> = {
  api: '',
  chat: '',
  content: '',
  identity: '',
  web: '',
};
const running: Array<Pick<Running, 'stop'>> = [];
const site = mkdtempSync(join(tmpdir(), 'hofn-site-'));

beforeAll(async () => {
  database = await testDatabase();
  const issuer = await createIssuer();
  const rates = { RATE_READ: 10_000, RATE_WRITE: 10_000, RATE_FORM: 10_000, RATE_SIGN_IN: 10_000 };
  const api = await startApi(database, issuer, {
    settings: { ...apiDefaults(), ...rates, RATE_COSTLY: 10_000, RATE_UPLOAD: 10_000 },
  });
  const chat = await startChat(database, issuer);
  const content = await startContent(database);
  const identity = await startIdentity({ database });
  const web = await listen(
    await createWeb({
      settings: webSettings.parse({ SITE_DIR: site, API_ORIGIN: api.url }),
      logger: createLogger('web', 'silent'),
      siteDir: site,
      limits: { eventLoopDelayMs: 0 },
    }),
    { port: 0, host: '127.0.0.1', setting: 'WEB_PORT' },
  );
  for (const [name, { url, stop }] of Object.entries({ api, chat, content, identity, web })) {
    services[name as keyof typeof services] = url;
    running.unshift({ stop });
  }
});
afterAll(async () => {
  for (const part of running) await part.stop();
  await database.close();
  rmSync(site, { recursive: true });
});

const expectProblem = async (answer: Response, of: string): Promise<void> => {
  expect([answer.status, answer.headers.get('content-type')], of).toEqual([
    expect.toSatisfy((status: number) => status >= 400 && status < 500),
    expect.stringMatching(/^application\/problem\+json/),
  ]);
  expect(await answer.json(), of).toMatchObject({ status: answer.status, requestId: expect.any(String) });
};

test('CALL-4: an overlong path parameter is 404 in every call that has one', async () => {
  const withParameter = Object.entries(calls).filter(
    ([, { service, path }]) => service === 'api' && path.includes('{'),
  );
  expect(withParameter.length).toBeGreaterThan(30);
  for (const [name, { method, path }] of withParameter) {
    const long = path.replaceAll(/\{\w+\}/g, 'a'.repeat(130));
    for (const origin of [services.api, services.web]) {
      const answer = await fetch(origin + long, { method });
      expect(answer.status, name).toBe(404);
      await expectProblem(answer, name);
    }
  }
});

const hostile = [
  'policy/v2/%E0%A4%A',
  'policy/v2/..%2F..%2Fsecrets',
  '..%2F..%2Fsecrets',
  '%2e%2e%2f',
  `policy/v2/${'a'.repeat(200)}`,
  `policy/v2/${'a'.repeat(20_000)}`,
  `policy/v2?search=${'a'.repeat(80_000)}`,
];
test.each(hostile.map((path) => ({ path: path.slice(0, 40), whole: path })))(
  'CALL-4: $path … under /api is refused with problem details, by the API and through the site',
  async ({ whole }) => {
    for (const origin of [services.api, services.web])
      await expectProblem(await fetch(`${origin}/api/${whole}`), origin);
  },
);

test('CALL-4: hostile paths of API routes are refused with problem details', async () => {
  const long = 'a'.repeat(130);
  const veryLong = 'a'.repeat(80_000);
  const refused: Array<[keyof typeof services, string, string]> = [
    ['identity', 'DELETE', `/idm/v1/sessions/${long}`],
    ['identity', 'GET', '/idm/v1/%E0%A4%A'],
    ['identity', 'GET', '/idm/v1/..%2Fsecrets'],
    ['content', 'GET', `/api/v1/documents/${long}`],
    ['content', 'GET', '/api/v1/%E0%A4%A'],
    ['chat', 'GET', '/%E0%A4%A'],
    ['chat', 'GET', '/..%2Fsecrets'],
    ['chat', 'GET', `/${veryLong}`],
  ];
  for (const [name, method, path] of refused)
    await expectProblem(await fetch(services[name] + path, { method }), `${name} ${path.slice(0, 40)}`);
});

test('PATH-2: hostile paths of pages and the read protocol are refused in their own format', async () => {
  const refused: Array<[keyof typeof services, string]> = [
    ['identity', `/interaction/${'a'.repeat(130)}`],
    ['identity', '/interaction/%E0%A4%A'],
    ['identity', `/interaction/${'a'.repeat(80_000)}`],
    ['content', '/api/v2/%E0%A4%A'],
    ['content', `/api/v2/${'a'.repeat(80_000)}`],
    ['web', '/arsskyrsla/%E0%A4%A'],
    ['web', `/arsskyrsla/${'a'.repeat(80_000)}`],
  ];
  for (const [name, path] of refused) {
    const { status } = await fetch(services[name] + path);
    expect(status, `${name} ${path.slice(0, 40)}`).toSatisfy((code: number) => code >= 400 && code < 500);
  }
});
