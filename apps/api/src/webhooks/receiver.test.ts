// The receiver exactly as documented, and delivery by the loop of a process.

import { spawn } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Database } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { createLogger } from '@hofn/service';
import { createSecrets } from '@hofn/service/secrets.ts';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { recordEvent } from '../platform/events.ts';
import { defaultSettings } from '../settings.ts';
import { startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { secretsKey, startReceiver, startWebhooks } from './testing.ts';

const file = fileURLToPath(new URL('../../../../docs/core/webhooks.md', import.meta.url));
const [, script = ''] = /```js\n(.*?)```/s.exec(readFileSync(file, 'utf8')) ?? [];

let database: Database;
let system: Awaited<ReturnType<typeof startWebhooks>>;
let stopJobs: () => Promise<void>;
beforeAll(async () => {
  database = await testDatabase();
  system = await startWebhooks(database);
  const logger = createLogger('api', 'silent');
  const jobs = await openApiJobs(database, logger, testSecrets);
  const settings = { ...defaultSettings(), WEBHOOK_NETWORKS: ['127.0.0.1'] };
  const secrets = createSecrets([secretsKey]);
  const parts = { clock: systemClock, settings, secrets, files: temporaryFiles() };
  await startJobs({ database, logger, jobs, ...parts });
  stopJobs = () => jobs.stop();
});
afterAll(async () => {
  await stopJobs();
  await system.api.stop();
  await database.close();
});

const sign = (documentId: string) =>
  database.db.transaction((tx) => recordEvent(tx, 'document.signed', 'anna', { documentId }));

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

test('CORE-9, CORE-15: the receiver of the documentation accepts what we send, and nothing that we did not', async () => {
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(22);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret, webhook } = await system.add({ url });
  // As a text, so that its imports are resolved from this folder.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    out += data;
  });
  const forged = () =>
    fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x', 'webhook-timestamp': '1' } });
  await expect
    .poll(async () => (await forged().catch(() => undefined))?.status, { timeout: patience(60_000) })
    .toBe(401);
  await sign('d1');
  await expect
    .poll(() => out, { timeout: patience(60_000) })
    .toBe("hofn.document.signed anna { documentId: 'd1' }\n");
  await expect
    .poll(() => system.deliveries(webhook.id), { timeout: patience(60_000) })
    .toMatchObject([{ state: 'delivered', status: 204 }]);
});

test('CORE-9: an act arrives by itself, and its signature is what the documentation says', async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  const { secret } = await system.add(receiver);
  await sign('d2');
  await expect.poll(receiver.documents, { timeout: patience(60_000) }).toEqual(['d2']);
  const [first] = receiver.received;
  if (!first) throw new Error('nothing received');
  const { headers, body } = first;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(
    `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
  );
  const [version, signature = ''] = String(headers['webhook-signature']).split(',');
  expect(version).toBe('v1');
  expect(timingSafeEqual(mac.digest(), Buffer.from(signature, 'base64'))).toBe(true);
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300);
});
