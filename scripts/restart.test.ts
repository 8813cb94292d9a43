import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { importJWK, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createCoreClients } from '../apps/identity/src/core-clients/core-clients.ts';
import { newKeyPair } from '../apps/identity/src/core-clients/keys.ts';
import { createPasswords } from '../apps/identity/src/passwords.ts';
import { createVisitor, storePeople, testOrigin } from '../apps/identity/src/testing.ts';
import { addresses } from '../e2e/support/system.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'hofn-restart-'));
const folder = join(parent, 'database');
const { privateJwk, publicJwk } = await newKeyPair('ES256');
let clientId: string;

beforeAll(async () => {
  await createMigratedFolder(folder);
  const database = await openDatabase({ folder });
  await storePeople(database, createPasswords(randomBytes));
  const clients = createCoreClients({ db: database.db, clock: systemClock });
  clientId = await clients.add({ source: 'kjarni', scopes: ['core.webhooks'] }, publicJwk, 365);
  await database.close();
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
let lastPort = 20_000 + (process.pid % 400) * 20;
/** Below the ports that systems give to outgoing connections: one of those would take it before the product listens. */
const freePort = async (): Promise<string> => {
  lastPort += 1;
  const port = lastPort;
  return (await isFree(port)) ? String(port) : freePort();
};

/** Receives events; `verified` are those signed with a secret. */
const startReceiver = async () => {
  const received: { body: string; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const verified = (secret: string): string[] =>
    received.map(({ body, headers }) => (new Webhook(secret).verify(body, headers) as { type: string }).type);
  return { url: `http://127.0.0.1:${portOf(server)}/hook`, verified };
};

/** Starts the product, and waits until it runs. */
const start = async (settings: Record<string, string>) => {
  const child = spawn(process.execPath, [pathOf('./serve.ts')], {
    env: { PATH: process.env.PATH, ...startCaches(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const exit = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        output += part;
        if (output.includes('Press Ctrl+C to stop')) resolve();
      });
    exit.then(() => reject(new Error(`ended: ${output}`)));
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      expect((await exit)[0]).toBe(0);
    },
  };
};

const patient = { timeout: patience(60_000), interval: 200 };

test('HOLD-27: webhooks, their secrets, sessions, e-mails and metrics are the same after a restart of npm start', {
  timeout: patience(240_000),
}, async () => {
  const names = [
    'WEB',
    'IDENTITY',
    'API',
    'CONTENT',
    'CARDS',
    'BANK',
    'EID',
    'CRM',
    'REGISTER',
    'CORE',
    'CHAT',
  ];
  const ports = await Promise.all(
    [...names, 'MAILBOX', 'MAILBOX_SMTP'].map(async (name) => [`${name}_PORT`, await freePort()] as const),
  );
  const settings: Record<string, string> = {
    ...Object.fromEntries(ports),
    DATABASE_FOLDER: folder,
    SEED_DEMO: 'false',
    SITE_URL: addresses.site.replace(/\/$/, ''),
    WEB_ORIGINS: testOrigin,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  };
  const api = `http://localhost:${settings.API_PORT}`;
  const issuer = `http://localhost:${settings.IDENTITY_PORT}/`;
  const [first, second] = [await startReceiver(), await startReceiver()];

  // By command, while nothing runs.
  const command = [pathOf('../apps/api/src/webhooks/webhook-command.ts'), 'add'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...command, '--source', 'kjarni', '--url', first.url, '--types', 'hofn.form.submitted'],
    { env: { PATH: process.env.PATH, ...startCaches(), ...settings } },
  );
  const secretOfFirst = /whsec_\S+/.exec(stdout)?.[0] ?? '';

  const inquire = async (): Promise<void> => {
    const fields = { name: 'Þóra Prófsdóttir', email: 'thora@example.is', type: 'Tjónaþjónusta' };
    const response = await fetch(`${api}/api/form/v1/inquiry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, description: 'Hvar er yfirlitið?' }),
    });
    expect(response.status).toBe(201);
  };
  const callAsCore = async (method: string, body?: object): Promise<Record<string, unknown>> => {
    const assertion = await new SignJWT({
      iss: clientId,
      sub: clientId,
      aud: issuer,
      jti: crypto.randomUUID(),
    })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime('30 s')
      .sign((await importJWK(privateJwk, 'ES256')) as CryptoKey);
    const answer = await fetch(new URL('oauth/token', issuer), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion: assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const response = await fetch(`${api}/api/core/v1/webhooks`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  // The mail server is away, so what is to be sent waits for the next process.
  const running = await start({ ...settings, SMTP_URL: `smtp://localhost:${await freePort()}` });
  const visitor = createVisitor({ url: issuer });
  const { refresh_token: refresh } = await visitor.tokens();
  await inquire();
  await expect.poll(() => first.verified(secretOfFirst), patient).toEqual(['hofn.form.submitted']);
  const added = await callAsCore('POST', { url: second.url, types: ['hofn.form.submitted'], after: null });
  const secretOfSecond = String(added.secret);
  await running.stop();

  const again = await start(settings);
  await inquire();
  await expect.poll(() => first.verified(secretOfFirst), patient).toHaveLength(2);
  await expect.poll(() => second.verified(secretOfSecond), patient).toEqual(['hofn.form.submitted']);
  expect(await callAsCore('GET')).toMatchObject({
    items: [
      { active: true, failures: 0 },
      { active: true, failures: 0 },
    ],
  });
  expect((await visitor.refresh(refresh)).status).toBe(200);
  const metrics = await (await fetch(`${api}/metrics`)).text();
  expect(metrics).toMatch(/^core_webhooks\{[^}]*state="active"[^}]*\} 2$/m);
  expect(metrics).toMatch(/^job_queue_waiting\{/m);
  // One e-mail of each process.
  const mailbox = async () =>
    (await (await fetch(`http://localhost:${settings.MAILBOX_PORT}/`)).text()).split('thora@example.is')
      .length - 1;
  await expect.poll(mailbox, { ...patient, timeout: patience(180_000) }).toBeGreaterThanOrEqual(2);
  await again.stop();
});
