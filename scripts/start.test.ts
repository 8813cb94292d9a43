import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { patience } from '@hofn/database/testing/patience.ts';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { requestUpgrade } from '@hofn/service/testing/upgrades.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addresses } from '../e2e/support/system.ts';

// The command behind `npm start`, in its own process group like in a terminal.
const command = fileURLToPath(new URL('./start.mjs', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'hofn-start-'));
const folder = join(parent, 'database');
afterAll(() => rmSync(parent, { recursive: true, force: true }));

// Creating a database is left to the browser tests, which start without one.
beforeAll(() => createMigratedFolder(folder));

const started: ChildProcess[] = [];
/** Signals the command's process group. @returns false when no process is left */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
};
afterEach(() => {
  for (const child of started.splice(0)) signalGroup(child, 'SIGKILL');
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
  'CORE_PORT',
  'CHAT_PORT',
  'MAILBOX_PORT',
  'MAILBOX_SMTP_PORT',
  'REPLY_PORT',
];
/** The pages contain the site's address: under that of the browser tests, those start with them rendered. */
const siteUrl = addresses.site.replace(/\/$/, '');

/** Settings with free ports. */
const onFreePorts = async (): Promise<Record<string, string>> => {
  const servers = await Promise.all(settingsOfPorts.map(() => listening(0)));
  const ports = servers.map((server) => String(portOf(server)));
  await Promise.all(servers.map(closed));
  return Object.fromEntries(settingsOfPorts.map((name, index) => [name, ports[index] ?? '']));
};

const runProgram = async ([program = '', ...args]: string[], changed: Record<string, string>) => {
  const environment = { ...(await onFreePorts()), ...changed };
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      DATABASE_FOLDER: folder,
      SEED_DEMO: 'false',
      SITE_URL: siteUrl,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const output = { out: '', err: '' };
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const running = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.out += chunk;
      if (output.out.includes('Press Ctrl+C to stop')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output.err += chunk;
    });
    exit.then((code) => reject(new Error(`ended with ${code}: ${output.err}${output.out}`)));
  });
  running.catch(() => {});
  return { child, environment, output, exit, running };
};
type Run = Awaited<ReturnType<typeof runProgram>>;

/** Runs the command behind `npm start`. */
const run = (changed: Record<string, string>, ...args: string[]): Promise<Run> =>
  runProgram([process.execPath, command, ...args], changed);

/** Expects every port to be free and no process to be left. */
const expectNothingLeft = async ({ child, environment }: Run): Promise<void> => {
  await vi.waitFor(() => expect(signalGroup(child, 0)).toBe(false), {
    timeout: patience(30_000),
    interval: 100,
  });
  for (const name of settingsOfPorts) await closed(await listening(Number(environment[name])));
};

// The first start builds the site.
const slow = { timeout: patience(240_000) };

test('--help lists every setting and exits', slow, async () => {
  const { output, exit } = await run({}, '--help');
  expect(await exit).toBe(0);
  expect(output.err).toBe('');
  for (const name of settingsOfPorts) expect(output.out).toContain(name);
});

test('an invalid setting is reported in one line', slow, async () => {
  const { output, exit } = await run({ WEB_PORT: 'eighty' });
  expect(await exit).toBe(2);
  expect(output.err).toMatch(/^hofn: WEB_PORT: [^\n]+\n$/);
});

test('a port in use is reported in one line, with its setting', slow, async () => {
  const holder = await listening(0);
  const port = portOf(holder);
  const { output, exit } = await run({ API_PORT: String(port) });
  expect(await exit).toBe(2);
  await closed(holder);
  expect(output.err).toBe(
    `hofn: Port ${port} is in use. Stop the program that holds it, or set API_PORT to another port.\n`,
  );
});

test(
  'CORE-13: kill -9 ends all processes; the database opens again, the core system is there, a second start is refused in one line, and Ctrl+C stops everything',
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
    const core = `http://localhost:${first.environment.CORE_PORT}/`;
    expect(first.output.out).toContain(`Insurance core             ${core}`);
    expect(await (await fetch(`${core}?lang=en`)).text()).toContain('Insurance core');

    const second = await run({});
    expect(await second.exit).toBe(2);
    expect(second.output.err).toMatch(/^hofn: [^\n]+ is in use by process \d+\. [^\n]+DATABASE_FOLDER\.\n$/);

    signalGroup(first.child, 'SIGINT');
    expect(await first.exit).toBe(0);
    await expectNothingLeft(first);
  },
);

// SIGINT is covered by Ctrl+C above, which reaches the command and the product.
test(
  'HOLD-26: ninety WebSockets refused by each service leave no connection behind, and SIGTERM to the command then stops everything',
  slow,
  async () => {
    const running = await run({});
    await running.running;
    const { WEB_PORT, API_PORT, CHAT_PORT } = running.environment;
    // A path that the router refuses, for which no hook of a plugin runs.
    const attempts = [WEB_PORT, API_PORT, CHAT_PORT].flatMap((port) =>
      Array.from({ length: 90 }, () => requestUpgrade(Number(port), '/%zz')),
    );
    const refused = await Promise.all(attempts);
    for (const { status } of refused) expect([400, 404]).toContain(status);
    await Promise.all(refused.map(({ closed }) => closed));
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    await expectNothingLeft(running);
  },
);

test(
  'HOLD-26: nothing is refused because other programs have the processor; a stop past its deadline ends with code 1 and names what is open',
  slow,
  async () => {
    const running = await run({ STOP_MS: '1000' });
    await running.running;
    const { WEB_PORT, IDENTITY_PORT, API_PORT, CHAT_PORT } = running.environment;
    const pages = [
      `http://localhost:${WEB_PORT}/arsskyrsla/`,
      `http://localhost:${WEB_PORT}/arsskyrsla/settings.json`,
      `http://localhost:${IDENTITY_PORT}/.well-known/openid-configuration`,
      `http://localhost:${API_PORT}/api/openapi.json`,
      `http://localhost:${CHAT_PORT}/availability`,
    ];
    for (let time = 0; time < 3; time += 1) {
      // What a machine does to a process when others have the processor: it doesn't run for two seconds.
      signalGroup(running.child, 'SIGSTOP');
      const asked = pages.map((page) => fetch(page));
      await setTimeout(2_000);
      signalGroup(running.child, 'SIGCONT');
      for (const response of await Promise.all([...asked, ...pages.map((page) => fetch(page))]))
        expect(response.status, response.url).toBe(200);
    }

    // Requests whose body never comes; the core has at most two under way.
    const head = ['POST /api/public/v1/price HTTP/1.1', 'host: localhost', 'content-length: 100'];
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect(Number(API_PORT), 'localhost');
      socket.write(`${[...head, 'content-type: application/json'].join('\r\n')}\r\n\r\n{`);
      return socket;
    });
    await expect
      .poll(
        async () => {
          const metrics = await (await fetch(`http://localhost:${API_PORT}/metrics`)).text();
          return Number(/^http_requests_under_way\{service="api"\} (\d+)$/m.exec(metrics)?.[1]);
        },
        { timeout: patience(10_000) },
      )
      .toBeGreaterThanOrEqual(sockets.length);
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(1);
    for (const socket of sockets) socket.destroy();
    expect(running.output.out).toMatch(/"parts":\[[^\]]*"api"[^\]]*\],"ms":1000,"msg":"stopped before/);
    await expectNothingLeft(running);
  },
);

test('SIGTERM to npm stops everything', slow, async () => {
  const running = await runProgram(['npm', 'start'], {});
  await running.running;
  running.child.kill('SIGTERM');
  await expectNothingLeft(running);
});
