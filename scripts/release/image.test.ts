import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { findPostgres, startPostgres, type TestServer } from '@hofn/database/test-server.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { noteForTestReport } from '@hofn/database/testing.ts';
import { freePort } from '@hofn/service/testing/free-port.ts';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Compose, interpolate, makeSecrets, readCompose } from './compose.ts';
import { runContainerfile } from './containerfile.ts';

const installation = findPostgres();
if (typeof installation === 'string') noteForTestReport(`The container image: ${installation}.`);

const apps = ['identity', 'api', 'core', 'chat', 'content', 'web'] as const;
type App = (typeof apps)[number];

describe.skipIf(typeof installation === 'string')('the container image', () => {
  const home = mkdtempSync(join(tmpdir(), 'hofn-image-'));
  const folder = join(home, 'app');
  const temporary = join(home, 'tmp');
  const compose: Compose = readCompose('compose.yaml');
  const demo = readCompose('compose.demo.yaml');
  const { values } = makeSecrets('--demo');
  // Another user than the owner of the files, as in the container: the app's folder is read-only.
  const user = typeof installation === 'string' ? {} : installation.user;
  const { PATH = '' } = process.env;
  const path = `${dirname(process.execPath)}:${PATH}`;
  const ports = {} as Record<App, number>;
  const children: ChildProcess[] = [];
  let image: ReturnType<typeof runContainerfile>;
  let postgres: TestServer | undefined;
  let bucket: S3rver;
  let storage = '';

  beforeAll(async () => {
    mkdirSync(folder);
    image = runContainerfile(folder, {
      PATH: path,
      HOME: process.env.HOME,
      // Packages that this machine has downloaded before are taken from npm's cache.
      npm_config_prefer_offline: 'true',
    });
    mkdirSync(temporary);
    for (const open of [home, temporary]) chmodSync(open, 0o777);
    writeFileSync(join(home, 'authorities.pem'), rootCertificates[0] ?? '');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(join(home, 'core.private.jwk'), JSON.stringify(privateKey.export({ format: 'jwk' })));
    postgres = await startPostgres();
    bucket = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      // It knows one secret, which is shorter than production accepts.
      allowMismatchedSignatures: true,
      directory: join(home, 's3'),
      configureBuckets: [],
    });
    storage = `http://127.0.0.1:${(await bucket.run()).port}`;
    for (const app of apps) ports[app] = await freePort();
  }, patience(600_000));
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await postgres?.stop();
    await bucket?.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** The test's database, as the user of the setting: the owner of the tables, or the service's role. */
  const databaseOf = (given: Array<[string, string]>): Record<string, string> =>
    Object.fromEntries(
      given
        .filter(([setting]) => setting.endsWith('DATABASE_URL'))
        .map(([setting, value]) => {
          const url = new URL(postgres?.url ?? '');
          url.username = new URL(interpolate(value, values)).username;
          return [setting, url.href];
        }),
    );

  /** The environment of a compose service, with this machine's addresses instead of the network's. */
  const environmentOf = (name: string): Record<string, string> => {
    const given = [compose, demo].flatMap(({ services }) =>
      Object.entries(services[name]?.environment ?? {}),
    );
    const app = name as App;
    return {
      PATH: path,
      TMPDIR: temporary,
      HOME: temporary,
      ...image.environment,
      // Shared by the processes, which otherwise compile the same files.
      NODE_COMPILE_CACHE: join(temporary, 'node'),
      ...Object.fromEntries(given.map(([setting, value]) => [setting, interpolate(String(value), values)])),
      ...databaseOf(given),
      FILES_S3_ENDPOINT: storage,
      FILES_S3_KEY_ID: 'S3RVER',
      IDENTITY_KEYS_URL: `http://127.0.0.1:${ports.identity}/.well-known/jwks.json`,
      API_ORIGIN: `http://127.0.0.1:${ports.api}`,
      EID_TRUST_FILE: join(home, 'authorities.pem'),
      // A client that is registered later: the core starts without its front.
      ...(name === 'core' && { CORE_CLIENT_ID: 'core-1', CORE_KEY_FILE: join(home, 'core.private.jwk') }),
      ...(app in ports && { [`${name.toUpperCase()}_PORT`]: String(ports[app]) }),
    };
  };

  const start = (name: string, args: readonly string[]) => {
    const child = spawn(process.execPath, [...args], { cwd: folder, env: environmentOf(name), ...user });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
    return { exit, output: () => output };
  };

  /** Runs a command of a compose service to its end. */
  const run = async (name: string, ...more: string[]) => {
    const { command = [], entrypoint } = compose.services[name] ?? {};
    const { exit, output } = start(
      name,
      more.length > 0 ? [...(entrypoint?.slice(1) ?? []), ...more] : command,
    );
    return { code: await exit, output: output() };
  };

  test('HOLD-10: has no development packages, cannot be written by its user, and lists what it contains', () => {
    for (const name of ['vitest', 'vite', 'typescript', '@biomejs/biome', 's3rver'])
      expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
    expect(existsSync(join(folder, 'apps/api/src/main.test.ts'))).toBe(false);
    const sbom = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8'));
    expect(sbom.bomFormat).toBe('CycloneDX');
    const names = sbom.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp']));
    expect(names).not.toContain('vite');
    expect([image.user, image.entrypoint]).toEqual(['node', ['node']]);
  });

  test('HOLD-10: migrates, starts every app until its health check passes, and backs up, from a read-only folder', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0 });
    expect(await run('bucket')).toMatchObject({ code: 0 });
    const again = await run('bucket');
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('exists')]);
    const running = apps.map((app) => ({ app, ...start(app, compose.services[app]?.command ?? []) }));
    for (const { app, exit, output } of running) {
      const ended = exit.then((code) => {
        throw new Error(`${app} ended with ${code}: ${output()}`);
      });
      const check = compose.services[app]?.healthcheck?.test[2] ?? '';
      const answers = () =>
        fetch(`http://127.0.0.1:${ports[app]}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      const untilReady = async () => {
        while (!(await answers())) await pause(100);
      };
      await Promise.race([untilReady(), ended]);
      expect(await start(app, [check, String(ports[app])]).exit, app).toBe(0);
      ended.catch(() => {});
    }
    const page = await fetch(`http://127.0.0.1:${ports.web}/arsskyrsla/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')]);
    const call = await fetch(`http://127.0.0.1:${ports.web}/api/docs`);
    expect(call.status).toBe(200);

    const administrator = [
      'sigrun',
      '--name',
      'Sigrún Jónsdóttir',
      '--email',
      'sigrun@hofn.example',
      '--admin',
    ];
    expect(
      await run('identity', 'apps/identity/src/employee-command.ts', 'add', ...administrator),
    ).toMatchObject({ code: 0, output: expect.stringContaining('/staff-setup?key=') });
    const to = join(temporary, 'backup');
    const made = await run('backup', 'backup', to);
    expect([made.code, made.output]).toEqual([0, expect.stringContaining('Backed up')]);
    expect(await run('backup', 'verify', to)).toMatchObject({ code: 0 });
    expect(await run('backup', 'verify')).toMatchObject({ code: 0 });
  });
});
