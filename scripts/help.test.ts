import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { expect, test } from 'vitest';
import { settingsSchema } from '../apps/content/src/settings.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

/** Files of our own that `npm run` starts; tools such as Vitest have a help of their own. */
const ofScripts = Object.values(scripts).flatMap((command) =>
  [...command.matchAll(/(?<!--config)(?:^| )((?:apps|packages|scripts|bench)\/[\w./-]+\.(?:ts|mjs))/g)].map(
    ([, file = '']) => file,
  ),
);

/** Others that the documents name with `node`. */
const others = [
  ...['api', 'identity', 'chat', 'content', 'core', 'sandbox'].map((app) => `apps/${app}/src/main.ts`),
  'apps/web/server/main.ts',
  'apps/web/build/build-site.ts',
  'apps/api/src/send-again.ts',
  'apps/identity/src/encrypt-keys.ts',
  'packages/files/src/create-bucket-command.ts',
  'packages/service/src/check-ready.ts',
  'scripts/checks/run.ts',
  'scripts/release/one-machine.ts',
  'deploy/make-environment.mjs',
  'deploy/make-secrets.mjs',
  'deploy/without-tools.mjs',
];

// The first is a wrapper; `npm start` installs what is missing and then runs scripts/serve.ts: scripts/start.test.ts.
const wrappers = new Set(['scripts/with-node.mjs', 'scripts/start.mjs']);
const files = [...new Set([...ofScripts, ...others])].filter((file) => !wrappers.has(file));

const run = (file: string): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = {
      ...startCaches(),
      // Whatever it did beyond printing would fail: there is no such database, and no folder to write into.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/hofn',
      CONTENT_ORIGIN: 'http://127.0.0.1:1',
      NODE_ENV: 'production',
    };
    const child = spawn(process.execPath, [file, '--help'], { cwd: root, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('close', (code) => resolve({ code, out, err }));
  });

/** What the help of some must name. */
const named: Record<string, readonly (string | RegExp)[]> = {
  'apps/api/src/main.ts': [/API_PORT\s+port to listen on \[8088\]/],
  'apps/chat/src/main.ts': [/CHAT_PORT .*\[8087\]/],
  'apps/content/src/main.ts': Object.keys(settingsSchema.shape),
  'apps/identity/src/main.ts': [
    ...['ISSUER', 'IDENTITY_CLIENTS', 'API_AUDIENCE', 'KEY_ROTATION_DAYS', 'TRUSTED_PROXIES'],
    /API_AUDIENCE .*\[https:\/\/api\.hofn\.example\]/,
  ],
  'scripts/seed.ts': ['--yes-add-invented-customers'],
};

test.each(files)('%s --help prints help and does nothing else', async (file) => {
  const { code, out, err } = await run(file);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/npm run|npm test|node |settings/);
  for (const what of named[file] ?? []) expect(out).toMatch(what);
});

test('every file that npm scripts start is tried', () => {
  expect(files.length).toBeGreaterThan(30);
  for (const file of [
    'scripts/publish-site.ts',
    'scripts/seed.ts',
    'scripts/pictures.ts',
    'bench/run.ts',
    'scripts/test.mjs',
    ...Object.keys(named),
  ])
    expect(files).toContain(file);
});
