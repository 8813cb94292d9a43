import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { serving } from '@hofn/service/testing/serving.ts';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hofn-api-'));
beforeAll(() => createMigratedFolder(folder));
afterAll(() => rmSync(folder, { recursive: true }));

const children: Array<ReturnType<typeof spawn>> = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs the program as an operator does. `until` ends the wait before the program exits. */
const run = (environment: Record<string, string>, until?: RegExp) => {
  const child = spawn(process.execPath, [main], {
    env: { ...startCaches(), ...environment },
  });
  children.push(child);
  let output = '';
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const text = new Promise<string>((resolve) => {
    const add = (chunk: Buffer) => {
      output += chunk;
      if (until?.test(output)) resolve(output);
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    exit.then(() => resolve(output));
  });
  return { child, text, exit };
};

test('an invalid setting is named in one line, and nothing else is printed', async () => {
  const { text, exit } = run({ API_PORT: 'eighty', DATABASE_FOLDER: '/nowhere' });
  expect(await exit).toBe(2);
  expect(await text).toMatch(/^api: API_PORT: [^\n]+\n$/);
});

test('HOLD-4: in production it does not start without a virus scanner, and names the setting', async () => {
  const { text, exit } = run({ NODE_ENV: 'production', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/hofn' });
  expect(await exit).toBe(2);
  expect(await text).toMatch(/^CLAMD_URL: is missing: files must be scanned for viruses[^\n]+$/m);
});

test('a database that cannot be reached is waited for, then named in one line without its password', async () => {
  const url = 'postgres://nobody:leyndo@127.0.0.1:1/hofn';
  const { text, exit } = run({ DATABASE_URL: url, DATABASE_START_MS: '700' });
  expect(await exit).toBe(2);
  const waiting =
    /"reason":"PostgreSQL at 127\.0\.0\.1:1\/hofn cannot be reached: [^"]+","waitMs":500,"msg":"waiting for/;
  expect(await text).toMatch(waiting);
  expect(await text).not.toContain('leyndo');
  expect(await text).toMatch(/^api: PostgreSQL at 127\.0\.0\.1:1\/hofn cannot be reached: [^\n]+$/m);
});

test('a port in use is named in one line', async () => {
  const occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
  const address = occupant.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { text, exit } = run({ API_PORT: String(port), DATABASE_FOLDER: folder });
  expect(await exit).toBe(2);
  expect(await text).toContain(
    `api: Port ${port} is in use. Stop the program that holds it, or set API_PORT to another port.`,
  );
  occupant.close();
});

test('HOLD-5, FORM-11: it listens, warns of missing reference data, exposes it and the depth and age of each job queue, and ends cleanly', async () => {
  // The API is ready once it has the identity provider's keys.
  const identity = await serving((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"keys":[]}');
  });
  const environment = {
    API_PORT: '0',
    DATABASE_FOLDER: folder,
    IDENTITY_KEYS_URL: `${identity}jwks.json`,
  };
  const { child, text, exit } = run(environment, /"url":"[^"]+"/);
  const url = /"url":"([^"]+)"/.exec(await text)?.[1];
  const answer = await fetch(`${url}/ready`);
  expect(await answer.json()).toMatchObject({ ready: true });
  const metrics = await (await fetch(`${url}/metrics`)).text();
  for (const figure of ['waiting', 'oldest_seconds', 'active', 'dead'])
    for (const queue of ['credentials.mail', 'mail.send', 'documents.issue'])
      expect(metrics).toMatch(new RegExp(`^job_queue_${figure}\\{[^}]*queue="${queue}"[^}]*\\} 0$`, 'm'));
  expect(await text).toContain(
    '"missing":["products","terms","premiumParts","tariffs"],"msg":"reference data is missing',
  );
  expect(metrics).toMatch(/^reference_data_missing\{[^}]*kind="tariffs"[^}]*\} 1$/m);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('DESK-5: with REPLY_ADDRESS it takes e-mail on REPLY_PORT, and names that port when it is in use', async () => {
  const environment = {
    ...{ API_PORT: '0', DATABASE_FOLDER: folder, REPLY_ADDRESS: 'svar@hofn.example' },
    IDENTITY_KEYS_URL: 'http://127.0.0.1:1/jwks.json',
  };
  const { child, text, exit } = run({ ...environment, REPLY_PORT: '0' }, /"msg":"receiving e-mail"/);
  const port = Number(/"port":(\d+),"msg":"receiving e-mail"/.exec(await text)?.[1]);
  const socket = connect(port, '127.0.0.1');
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  expect(greeting.toString()).toMatch(/^220 /);
  socket.destroy();
  child.kill('SIGTERM');
  expect(await exit).toBe(0);

  const occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
  const taken = (occupant.address() as AddressInfo).port;
  const refused = run({ ...environment, REPLY_PORT: String(taken) });
  expect(await refused.exit).toBe(2);
  expect(await refused.text).toContain(`api: Port ${taken} is in use.`);
  expect(await refused.text).toContain('set REPLY_PORT to another port.');
  occupant.close();
});
