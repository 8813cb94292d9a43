import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '@hofn/database';
import { demoSource } from '@hofn/demo';
import { registerCore } from '../../scripts/system/core.ts';
import { findPorts } from '../ports.ts';
import { startBalancer } from './balancer.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Interval between kills of the API's copies. */
const killIntervalMs = 10_000;
const startTimeoutMs = 120_000;
const copiesOfApi = 2;
const key = 'a key that the parts of the storm share';
const coreSecret = `whsec_${Buffer.from('a secret of the storm and its core').toString('base64')}`;

/** Starts one of the product's programs as deployments do, logging to a file. */
const startProgram = (main: string, environment: Record<string, string>, log: string): ChildProcess => {
  const output = openSync(log, 'a');
  return spawn(process.execPath, [main], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...environment, LOG_LEVEL: 'warn' },
    stdio: ['ignore', output, output],
  });
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

/** Resolves when a program reports that it is ready. */
const waitUntilReady = async (
  port: number,
  path: string,
  isWanted: () => boolean = () => true,
): Promise<void> => {
  const until = performance.now() + startTimeoutMs;
  while (isWanted()) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    if (performance.now() > until) throw new Error(`Nothing answers at port ${port}.`);
    await pause(100);
  }
};

/** Issuer of the storm's tokens; only a name, since the ports are free ones. */
export const stormIssuer = 'http://localhost:8081/';

const findNamedPorts = async () => {
  const names = [
    'sandbox',
    'smtp',
    'cards',
    'bank',
    'eid',
    'crm',
    'register',
    'identity',
    'chat',
    'core',
  ] as const;
  const ports = await findPorts(names.length + copiesOfApi);
  const portOf = (name: (typeof names)[number]) => ports[names.indexOf(name)] ?? 0;
  return { portOf, api: ports.slice(names.length) };
};

/** The message of a log line about an error, with what was thrown. */
const errorIn = (line: string): string | undefined => {
  try {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } };
    return level >= 50 ? `${msg}: ${err?.message ?? ''}`.slice(0, 200) : undefined;
  } catch {
    return line.trim() === '' ? undefined : line.slice(0, 200);
  }
};

/**
 * Starts the product on an existing database, each part in a separate process: two copies of the API, identity, chat, the
 * insurance core, and the stand-ins for external services. Its files are in a folder that `stop` deletes.
 */
export const startStorm = async (database: Database, databaseUrl: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-storm-'));
  const { portOf, api } = await findNamedPorts();
  const common = { DATABASE_URL: databaseUrl, IDENTITY_ISSUER: stormIssuer };
  const keys = `http://localhost:${portOf('identity')}/.well-known/jwks.json`;
  const urlOf = (name: Parameters<typeof portOf>[0]) => `http://localhost:${portOf(name)}/`;
  const programs = new Map<string, ChildProcess>();
  const start = (name: string, main: string, environment: Record<string, string>) => {
    programs.set(name, startProgram(`apps/${main}/src/main.ts`, environment, join(folder, `${name}.log`)));
  };
  const startApi = (copy: number) =>
    start(`api-${copy}`, 'api', {
      ...common,
      API_PORT: String(api[copy]),
      IDENTITY_KEYS_URL: keys,
      FILES_FOLDER: join(folder, 'files'),
      SMTP_URL: `smtp://localhost:${portOf('smtp')}`,
      CARD_SERVICE_URL: urlOf('cards'),
      CARD_SERVICE_KEY: key,
      CRM_URL: urlOf('crm'),
      EID_TRUST_FILE: join(folder, 'eid', 'ca.pem'),
      CORE_URL: urlOf('core'),
      CORE_SECRET: coreSecret,
      CORE_SOURCE: demoSource,
      REQUESTS_SETTLED_BY_CORE: 'cancel',
    });
  const { clientId, privateKey } = await registerCore(database, folder);
  const keyFile = join(folder, 'core-key.json');
  writeFileSync(keyFile, JSON.stringify(privateKey), { mode: 0o600 });
  const startCore = (apiUrl: string) =>
    start('core', 'core', {
      ...{ DATABASE_URL: databaseUrl, CORE_PORT: String(portOf('core')), CORE_SECRET: coreSecret },
      ...{ CORE_CLIENT_ID: clientId, CORE_KEY_FILE: keyFile },
      ...{ CORE_API_URL: apiUrl, CORE_IDENTITY_URL: urlOf('identity') },
    });

  const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    await Promise.all([...programs.values()].map((program) => end(program, 'SIGKILL')));
    for (const part of stops.splice(0).reverse()) await part();
  };
  try {
    start('sandbox', 'sandbox', {
      MAILBOX_PORT: String(portOf('sandbox')),
      MAILBOX_SMTP_PORT: String(portOf('smtp')),
      CARDS_PORT: String(portOf('cards')),
      CARD_SERVICE_KEY: key,
      BANK_PORT: String(portOf('bank')),
      EID_PORT: String(portOf('eid')),
      EID_FOLDER: join(folder, 'eid'),
      CRM_PORT: String(portOf('crm')),
      REGISTER_PORT: String(portOf('register')),
    });
    start('identity', 'identity', {
      ...common,
      ISSUER: stormIssuer,
      IDENTITY_PORT: String(portOf('identity')),
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Outlasts the whole storm, because agents stay connected.
      ACCESS_TOKEN_SECONDS: '7200',
    });
    await waitUntilReady(portOf('identity'), '/ready');
    start('chat', 'chat', { ...common, CHAT_PORT: String(portOf('chat')), IDENTITY_KEYS_URL: keys });
    for (const copy of api.keys()) startApi(copy);
    await Promise.all([...api, portOf('chat')].map((port) => waitUntilReady(port, '/ready')));
  } catch (error) {
    await stop();
    throw error;
  }
  const toApi = await startBalancer(api);
  const toIdentity = await startBalancer([portOf('identity')]);
  stops.push(toApi.stop, toIdentity.stop);
  startCore(`${toApi.url}/`);
  await waitUntilReady(portOf('core'), '/ready');

  const killed = [
    ...api.map((port, copy) => ({ name: `api-${copy}`, port, startAgain: () => startApi(copy) })),
    { name: 'core', port: portOf('core'), startAgain: () => startCore(`${toApi.url}/`) },
  ];
  /** Kills the copies of the API and the core in turn every ten seconds, never two at once, until the returned function is called. */
  const startKilling = () => {
    let isKilling = true;
    const starts: number[] = [];
    const ended = (async () => {
      let due = performance.now();
      for (let turn = 0; isKilling; turn += 1) {
        // Ten seconds after the last kill, or later if the killed copy is not ready again.
        due = Math.max(due + killIntervalMs, performance.now());
        while (isKilling && performance.now() < due) await pause(100);
        if (!isKilling) return;
        const part = killed[turn % killed.length];
        const program = part && programs.get(part.name);
        if (!part || !program) return;
        await end(program, 'SIGKILL');
        const since = performance.now();
        part.startAgain();
        await waitUntilReady(part.port, '/ready');
        starts.push(performance.now() - since);
      }
    })();
    ended.catch(() => {});
    return async () => {
      isKilling = false;
      await ended;
      return starts;
    };
  };

  return {
    folder,
    files: join(folder, 'files'),
    toApi,
    toIdentity,
    chat: `ws://localhost:${portOf('chat')}`,
    startKilling,
    /** Errors from the logs of all parts, with their counts. */
    errors: (): Map<string, number> => {
      const all = readdirSync(folder).filter((name) => name.endsWith('.log'));
      const lines = all.flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .flatMap((line) => errorIn(line) ?? [])
          .map((fault) => `${name.replace(/(-\d)?\.log$/, '')}: ${fault}`),
      );
      return new Map([...Map.groupBy(lines, (line) => line)].map(([line, same]) => [line, same.length]));
    },
    stop,
  };
};
export type Storm = Awaited<ReturnType<typeof startStorm>>;
