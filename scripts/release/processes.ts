import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { patience } from '@hofn/database/testing/patience.ts';
import { type Connection, settingsOf } from '@hofn/database/testing.ts';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { joinAsVisitor, origin } from '../../apps/chat/src/testing.ts';
import { createVisitor } from '../../apps/identity/src/testing.ts';

/** The services, each with how it connects to the database. */
export type Connections = Record<'identity' | 'api' | 'chat', Connection> & {
  content?: Connection;
  core?: Connection;
};

type App = { name: string; url: string; child: ChildProcess };

/** Starts one app of a release as an operator does. @throws Error with its output if it ends instead of listening */
const startApp = async (root: string, name: string, environment: Record<string, string>): Promise<App> => {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(root, 'apps', name, 'src', 'main.ts')], {
    cwd: root,
    env: { PATH, ...startCaches(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (part) => {
    output += part;
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      output += `${line}\n`;
      const listening = /"url":"([^"]+)".*"msg":"listening"/.exec(line)?.[1];
      if (listening) resolve(listening);
    });
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${output}`)));
  });
  return { name, url, child };
};

const stopApp = async ({ child }: App): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** Processes of a release, on free ports. */
export type RunningRelease = {
  urls: Record<'identity' | 'api' | 'chat', string> & Record<'content' | 'core', string | undefined>;
  stop(): Promise<void>;
};

/** Settings of the insurance core, as a client that is registered later: it starts without its front. */
const coreSettings = (urls: { identity: string; api: string }, folder: string): Record<string, string> => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const CORE_KEY_FILE = join(folder, 'core.private.jwk');
  writeFileSync(CORE_KEY_FILE, JSON.stringify(privateKey.export({ format: 'jwk' })));
  const addresses = { CORE_API_URL: urls.api, CORE_IDENTITY_URL: urls.identity };
  return { CORE_PORT: '0', CORE_CLIENT_ID: 'core-1', CORE_KEY_FILE, ...addresses };
};

/** Starts the services of the release in `root`. `files` is a folder for the API's files. */
export const startRelease = async (
  root: string,
  connections: Connections,
  files: string,
): Promise<RunningRelease> => {
  const started: App[] = [];
  const start = async (name: string, environment: Record<string, string>): Promise<string> => {
    const app = await startApp(root, name, environment);
    started.push(app);
    return app.url;
  };
  const stop = async () => {
    await Promise.all(started.map(stopApp));
  };
  try {
    const identity = await start('identity', {
      ...settingsOf(connections.identity),
      IDENTITY_PORT: '0',
      ISSUER: 'http://localhost:8081/',
    });
    const keys = { IDENTITY_KEYS_URL: `${identity}/.well-known/jwks.json` };
    const [api, chat, content] = await Promise.all([
      start('api', { ...settingsOf(connections.api), API_PORT: '0', FILES_FOLDER: files, ...keys }),
      start('chat', { ...settingsOf(connections.chat), CHAT_PORT: '0', ...keys }),
      connections.content && start('content', { ...settingsOf(connections.content), CONTENT_PORT: '0' }),
    ]);
    const core =
      connections.core &&
      (await start('core', { ...settingsOf(connections.core), ...coreSettings({ identity, api }, files) }));
    return { urls: { identity, api, chat, content: content || undefined, core }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const expectStatus = async (what: string, response: Response, status: number): Promise<Response> => {
  if (response.status !== status) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  return response;
};

/** Waits until a service reports that it is ready. */
const untilReady = async (name: string, url: string): Promise<void> => {
  const deadline = Date.now() + patience(30_000);
  for (;;) {
    const response = await fetch(`${url}/ready`);
    if (response.ok) return;
    if (Date.now() > deadline) throw new Error(`${name} is not ready: ${await response.text()}`);
    await pause(50);
  }
};

/**
 * What a release must be able to do: report ready, sign a customer in, list their policies, store a choice, start a chat.
 * @returns ids of the listed policies
 */
export const runSmokeTest = async (
  { urls }: RunningRelease,
  customer: { name: string; password: string },
): Promise<string[]> => {
  for (const [name, url] of Object.entries(urls)) if (url) await untilReady(name, url);
  const { access_token: token } = await createVisitor({ url: urls.identity }).tokens(customer);
  const authorization = `Bearer ${token}`;
  const list = await fetch(`${urls.api}/api/policy/v2`, { headers: { authorization } });
  const { items } = (await (await expectStatus('list of policies', list, 200)).json()) as {
    items: { id: string }[];
  };
  const written = await fetch(`${urls.api}/api/user/v1/savepopup`, {
    method: 'POST',
    headers: { authorization, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ popup: 'bank', outcome: 'dismissed' }),
  });
  await expectStatus('dismissing a popup', written, 204);
  const visitor = await joinAsVisitor({ url: urls.chat } as Parameters<typeof joinAsVisitor>[0]);
  visitor.cut();
  return items.map(({ id }) => id);
};
