import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { patience } from '@hofn/database/testing/patience.ts';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  ...startCaches(),
  DATABASE_FOLDER: join(folder, 'database'),
  IDENTITY_PORT: '0',
  ...settings,
});

/** Runs the program until it exits. */
const run = (settings: Record<string, string>) =>
  new Promise<{ code: number | string | null | undefined; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [main], { env: environment(settings) }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    );
  });

test('a wrong setting or client stops it with a line that names the field', async () => {
  const setting = await run({ ISSUER: 'https://identity.example' });
  expect(setting).toMatchObject({ code: 2, err: 'identity: ISSUER: must end with a slash\n' });
  const file = join(folder, 'clients.json');
  writeFileSync(
    file,
    JSON.stringify([{ client_id: 'partner', redirect_uris: ['/x'], logout_uris: ['https://a.example/'] }]),
  );
  const client = await run({ IDENTITY_CLIENTS: file });
  expect(client.code).toBe(2);
  expect(client.err).toContain('client 1 (partner), redirect_uris.0: must be a full URL');
  expect(existsSync(join(folder, 'database'))).toBe(false);
});

test('AUTH-1: starts on an empty database, answers, and stops on SIGTERM', {
  timeout: patience(60_000),
}, async () => {
  await createMigratedFolder(join(folder, 'database'));
  const child = spawn(process.execPath, [main], { env: environment({}) });
  // Don't leave the process running when an assertion fails.
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    url = (JSON.parse(line) as { url?: string }).url;
    if (url) break;
  }
  const response = await fetch(`${url}/.well-known/openid-configuration`);
  expect(response.status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
