import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

// The command that `npm start` runs, in a process group of its own as a terminal gives it one.
const command = fileURLToPath(new URL('./start.mjs', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'hofn-start-'));
const folder = join(parent, 'database');
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const started: ChildProcess[] = [];
/** Sends a signal to the command and all that it has started; false when none of them is left. */
const toAll = (child: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
};
afterEach(() => {
  for (const child of started.splice(0)) toAll(child, 'SIGKILL');
});

const listening = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, 'localhost', () => resolve(server));
  });
const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

const settingsOfPorts = [
  'WEB_PORT',
  'IDENTITY_PORT',
  'API_PORT',
  'CONTENT_PORT',
  'CARDS_PORT',
  'BANK_PORT',
  'EID_PORT',
  'CRM_PORT',
  'REGISTER_PORT',
  'CHAT_PORT',
  'MAILBOX_PORT',
  'MAILBOX_SMTP_PORT',
];
/** Settings with ports that are free now. */
const onFreePorts = async (): Promise<Record<string, string>> => {
  const held = await Promise.all(settingsOfPorts.map(() => listening(0)));
  const ports = held.map((server) => String(portOf(server)));
  await Promise.all(held.map(closed));
  return Object.fromEntries(settingsOfPorts.map((name, index) => [name, ports[index] ?? '']));
};

const runProgram = async ([program = '', ...words]: string[], changed: Record<string, string>) => {
  const environment = { ...(await onFreePorts()), ...changed };
  const child = spawn(program, words, {
    cwd: root,
    detached: true,
    env: { PATH: process.env.PATH, DATABASE_FOLDER: folder, SEED_DEMO: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const told = { out: '', err: '' };
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const running = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      told.out += chunk;
      if (told.out.includes('Press Ctrl+C to stop')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      told.err += chunk;
    });
    exit.then((code) => reject(new Error(`ended with ${code}: ${told.err}${told.out}`)));
  });
  running.catch(() => {});
  return { child, environment, told, exit, running };
};
type Run = Awaited<ReturnType<typeof runProgram>>;

/** Runs the command that `npm start` runs. */
const run = (changed: Record<string, string>, ...words: string[]): Promise<Run> =>
  runProgram([process.execPath, command, ...words], changed);

/** Every port is free again, and no process that the command started is left. */
const expectNothingLeft = async ({ child, environment }: Run): Promise<void> => {
  await vi.waitFor(() => expect(toAll(child, 0)).toBe(false), { timeout: 30_000, interval: 100 });
  for (const name of settingsOfPorts) await closed(await listening(Number(environment[name])));
};

// The first start builds the site and makes the database.
const slow = { timeout: 240_000 };

test('--help tells every setting and ends', slow, async () => {
  const { told, exit } = await run({}, '--help');
  expect(await exit).toBe(0);
  for (const name of settingsOfPorts) expect(told.out).toContain(name);
});

test('a bad setting is named in one line', slow, async () => {
  const { told, exit } = await run({ WEB_PORT: 'eighty' });
  expect(await exit).toBe(2);
  expect(told.err).toMatch(/^hofn: WEB_PORT: [^\n]+\n$/);
});

test('a port in use is named in one line, with the setting that moves it', slow, async () => {
  const holder = await listening(0);
  const port = portOf(holder);
  const { told, exit } = await run({ API_PORT: String(port) });
  expect(await exit).toBe(2);
  await closed(holder);
  expect(told.err).toBe(
    `hofn: Port ${port} is in use. Stop the program that holds it, or set API_PORT to another port.\n`,
  );
});

test(
  'kill -9 of the command ends all of it; the folder opens again, a second start on it is refused in one line, and Ctrl-C ends the first, all of it',
  slow,
  async () => {
    const killed = await run({});
    await killed.running;
    killed.child.kill('SIGKILL');
    await expectNothingLeft(killed);

    const first = await run({});
    await first.running;
    const site = await fetch(`http://localhost:${first.environment.WEB_PORT}/arsskyrsla/`);
    expect(site.status).toBe(200);

    const second = await run({});
    expect(await second.exit).toBe(2);
    expect(second.told.err).toMatch(/^hofn: [^\n]+ is in use by process \d+\. [^\n]+DATABASE_FOLDER\.\n$/);

    toAll(first.child, 'SIGINT');
    expect(await first.exit).toBe(0);
    await expectNothingLeft(first);
  },
);

// SIGINT to the command alone is part of Ctrl-C above, which reaches it and the product.
test('SIGTERM to the command alone ends all of it', slow, async () => {
  const running = await run({});
  await running.running;
  running.child.kill('SIGTERM');
  expect(await running.exit).toBe(0);
  await expectNothingLeft(running);
});

test('SIGTERM to npm alone, as a user started it, ends all of it', slow, async () => {
  const running = await runProgram(['npm', 'start'], {});
  await running.running;
  running.child.kill('SIGTERM');
  await expectNothingLeft(running);
});
