import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { checkForProduction } from '@hofn/service/settings.ts';
import { stopSettings } from '@hofn/service/stopping.ts';
import { expect, test } from 'vitest';
import { settingsSchema as backupSettings } from '../apps/api/src/backup/settings.ts';
import { settingsSchema as apiSettings } from '../apps/api/src/settings.ts';
import { settingsSchema as chatSettings } from '../apps/chat/src/settings.ts';
import { settingsSchema as contentSettings } from '../apps/content/src/settings.ts';
import { settingsSchema as coreSettings } from '../apps/core/src/settings.ts';
import { settingsSchema as identitySettings } from '../apps/identity/src/index.ts';
import { settingsSchema as sandboxSettings } from '../apps/sandbox/src/settings.ts';
import { settingsSchema as webSettings } from '../apps/web/server/settings.ts';
import { interpolate, makeSecrets, readCompose, readText, variablesOf } from './release/compose.ts';
import { oneMachineServices, systemdFiles } from './release/one-machine.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { services, networks, volumes } = readCompose('compose.yaml');
const demo = readCompose('compose.demo.yaml');
const apps = {
  identity: identitySettings,
  api: apiSettings,
  chat: chatSettings,
  content: contentSettings,
  core: coreSettings,
  web: webSettings,
};
/** Those that browsers reach through nginx. */
const behindNginx = Object.keys(apps).filter((name) => name !== 'core');
/** What an operator adds to .env for the insurance core. */
const ofCore = { CORE_CLIENT_ID: 'core-1' };
const serviceOf = (name: string) => services[name] ?? {};
const portOf = (schema: { shape: object }, name: string): number =>
  Object.entries(schema.shape as Record<string, { parse(value: unknown): number }>)
    .find(([setting]) => setting === `${name.toUpperCase()}_PORT`)?.[1]
    .parse(undefined) ?? 0;

test('HOLD-10: every app has two replicas, a health check on its own port and a read-only file system', () => {
  for (const [name, schema] of Object.entries(apps)) {
    const service = serviceOf(name);
    expect(service.deploy?.replicas, name).toBe(2);
    const port = String(portOf(schema, name));
    expect(service.healthcheck?.test, name).toEqual([
      'CMD',
      'node',
      'packages/service/src/check-ready.ts',
      port,
    ]);
    expect([service.read_only, service.tmpfs, service.cap_drop], name).toEqual([true, ['/tmp'], ['ALL']]);
  }
  for (const name of ['database', 'storage', 'clamd', 'nginx'])
    expect(serviceOf(name).healthcheck, name).toBeDefined();
});

test('HOLD-10: every command is a file of the image, and every setting exists in its app', () => {
  const commands = { ...services, ...demo.services };
  for (const [name, { command = [], entrypoint = [], image }] of Object.entries(commands)) {
    if (image !== 'hofn') continue;
    const [file = ''] = [...entrypoint.slice(1), ...command];
    expect(existsSync(join(root, file)), `${name}: ${file}`).toBe(true);
    expect(file, name).toMatch(/^(?:apps|packages)\//);
  }
  const settings = { ...apps, sandbox: sandboxSettings, backup: backupSettings };
  for (const [name, schema] of Object.entries(settings)) {
    const given = { ...services[name]?.environment, ...demo.services[name]?.environment };
    expect(Object.keys(given).length, name).toBeGreaterThan(2);
    const own = new Set([...Object.keys(schema.shape), 'NODE_ENV']);
    expect(
      Object.keys(given).filter((setting) => !own.has(setting)),
      name,
    ).toEqual([]);
  }
});

/** Settings that .env cannot set, and why. */
const notInCompose: Record<string, string> = {
  ...Object.fromEntries(
    Object.keys(apps).map((name) => [`${name.toUpperCase()}_PORT`, 'nginx and the health check know it']),
  ),
  NODE_ENV: 'the image says production',
  DANGEROUS_DEMO_WITHOUT_TLS_OR_REAL_PARTNERS: 'only compose.demo.yaml sets it',
  DATABASE_DIRECT_URL: 'there is no pooler in front of the database',
  DATABASE_FOLDER: 'there is no embedded database',
  ALLOW_EMBEDDED_IN_PRODUCTION: 'there is no embedded database',
  FILES_FOLDER: 'files are in object storage',
  FILES_SHARED: 'files are in object storage',
  SITE_DIR: 'the site is in the image',
  CORE_PAGE: 'only compose.demo.yaml sets it',
  CONTENT_FOLDER: 'the seed is in the image',
  API_WORK: 'every replica runs jobs',
  STOP_MS: 'containers and units are killed soon after its default',
};

test('HOLD-10: every setting of every app can be set, or is settled by the layout', () => {
  const known = Object.values(apps).flatMap(({ shape }) => Object.keys(shape));
  expect(Object.keys(notInCompose).filter((setting) => !known.includes(setting))).toEqual([]);
  for (const [name, { shape }] of Object.entries(apps)) {
    const { environment = {} } = serviceOf(name);
    const missing = Object.keys(shape).filter(
      (setting) => !(setting in environment || setting in notInCompose),
    );
    expect(missing, name).toEqual([]);
  }
});

test('HOLD-10, HOLD-11: what .env says about staff sign-in and core systems reaches the services', () => {
  const values = {
    ...makeSecrets('--demo').values,
    FEDERATION_ISSUER: 'https://login.example.is/',
    SCIM_TOKEN: 'a',
    REQUESTS_SETTLED_BY_CORE: 'offer',
  };
  expect(environmentOf('identity', values, services)).toMatchObject({
    FEDERATION_ISSUER: 'https://login.example.is/',
    SCIM_TOKEN: 'a',
    PASSKEY_HOST: '',
  });
  expect(environmentOf('api', values, services).REQUESTS_SETTLED_BY_CORE).toBe('offer');
});

test('INS-9, HOLD-10: the insurance core starts only where it is asked for, and its page is never open in production', () => {
  expect(serviceOf('core').profiles).toEqual(['core']);
  expect(Object.entries(services).filter(([, { profiles = [] }]) => profiles.includes('core'))).toHaveLength(
    1,
  );
  expect(readText('systemd/hofn.target')).not.toContain('hofn-core@');
  expect(serviceOf('core').environment).not.toHaveProperty('CORE_PAGE');
  // An installation without a core needs none of its variables.
  const { CORE_DATABASE_PASSWORD: _unset, ...values } = makeSecrets('--demo').values;
  expect(environmentOf('core', values, services)).toMatchObject({ CORE_CLIENT_ID: '' });
  const { environment = {} } = serviceOf('core');
  expect(
    checkForProduction(coreSettings, { ...environment, ...ofCore, CORE_PAGE: 'true' }).filter((line) =>
      line.startsWith('CORE_PAGE'),
    ),
  ).toEqual(['CORE_PAGE: opens everything to anybody']);
});

test('HOLD-10: the database is migrated once, before any service starts', () => {
  expect(serviceOf('migrate').restart).toBe('no');
  for (const name of ['identity', 'api', 'chat', 'content', 'core'])
    expect(serviceOf(name).depends_on?.migrate, name).toEqual({
      condition: 'service_completed_successfully',
    });
});

test('HOLD-10: no sandbox in production, where every partner must be named', () => {
  expect(Object.keys(services)).not.toContain('sandbox');
  expect(
    Object.values(services)
      .flatMap(({ command = [] }) => command)
      .join(),
  ).not.toContain('sandbox');
  expect(readText('compose.yaml')).not.toMatch(/https?:\/\/sandbox/);
  const unfilled = makeSecrets().values;
  const partners = Object.values(serviceOf('api').environment ?? {}).filter((value) =>
    value.includes('SERVICE_URL'),
  );
  expect(partners).toHaveLength(2);
  for (const value of partners) expect(() => interpolate(value, unfilled)).toThrow('SERVICE_URL: set');
});

test('HOLD-10: secrets are generated once, for their owner only, and every variable has a line', () => {
  const { values, folder } = makeSecrets();
  const file = join(folder, '.env');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const name of ['POSTGRES_PASSWORD', 'FILES_S3_SECRET', 'CHECK_CODE_SECRET'])
    expect(values[name]).toMatch(/^[0-9a-f]{64}$/);
  const before = readFileSync(file, 'utf8');
  const again = spawnSync(process.execPath, [join(root, 'deploy/make-secrets.mjs'), folder], {
    encoding: 'utf8',
  });
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
  expect(readFileSync(file, 'utf8')).toBe(before);

  const optional = [
    ...['BACKUPS', 'CONTENT_TOKENS', 'CORE_FILES', 'IDENTITY_FILES'],
    // With a default of the compose file.
    'REQUESTS_SETTLED_BY_CORE',
  ];
  const named = [...variablesOf('compose.yaml'), ...variablesOf('compose.demo.yaml')];
  expect(named.filter((name) => !(name in values) && !optional.includes(name))).toEqual([]);
  const filled = makeSecrets('--demo').values;
  expect(Object.keys(filled)).toEqual(Object.keys(values));
  expect(Object.entries(filled).filter(([, value]) => value === '')).toEqual([]);
});

/** The environment of a service, with the variables of `.env`. */
const environmentOf = (name: string, values: Record<string, string>, ...files: (typeof services)[]) =>
  Object.fromEntries(
    files
      .flatMap((file) => Object.entries(file[name]?.environment ?? {}))
      .map(([setting, value]) => [setting, interpolate(value, values)]),
  );

test('HOLD-8, HOLD-10: production accepts the settings of every app, with partners and with the sandbox', () => {
  const { values } = makeSecrets();
  const partner = (name: string, value: string): string => {
    if (value !== '') return value;
    if (name.endsWith('_KEY') || name.endsWith('_SECRET')) return values.CHECK_CODE_SECRET ?? '';
    if (name === 'SMTP_URL') return 'smtps://hofn:mail-7f3a91c2@post.tryggingafelag.is';
    if (name === 'CONTACT_PHONE_ABROAD') return '+45 0000 0112';
    if (name.endsWith('_EMAIL') || name === 'MAIL_FROM') return 'hofn@tryggingafelag.is';
    if (name === 'CRM_RECORD_TYPES') return 'individual=a,company=b,housingAssociation=c,claims=d';
    if (name === 'EID_AUTHORITIES') return '/etc/authorities.pem';
    const origin = `https://${name.toLowerCase().replaceAll('_', '-')}.tryggingafelag.is`;
    return name.endsWith('_ORIGIN') ? origin : `${origin}/`;
  };
  const filled = Object.fromEntries(
    Object.entries({ ...values, ...ofCore }).map(([name, value]) => [name, partner(name, value)]),
  );
  const [authority = ''] = rootCertificates;
  const EID_TRUST_FILE = join(makeSecrets().folder, 'authorities.pem');
  writeFileSync(EID_TRUST_FILE, authority);
  for (const [name, schema] of Object.entries(apps)) {
    const trust = name === 'api' ? { EID_TRUST_FILE } : {};
    const real = { ...environmentOf(name, filled, services), ...trust };
    expect(checkForProduction(schema, real), name).toEqual([]);
    const demoValues = { ...makeSecrets('--demo').values, ...ofCore };
    const sandbox = environmentOf(name, demoValues, services, demo.services);
    expect(checkForProduction(schema, { ...sandbox, ...trust }), `${name}, demo`).toEqual([]);
  }
});

test('HOLD-10: the units for systemd are those of compose.yaml, and nginx finds their ports', () => {
  for (const [name, text] of Object.entries(systemdFiles()))
    expect(readText(`systemd/${name}`), `run node scripts/release/one-machine.ts: ${name}`).toBe(text);
  const upstreams = readText('nginx/one-machine.conf');
  for (const name of oneMachineServices.filter((each) => behindNginx.includes(each))) {
    const [, ports] = /_PORT=(\d+)%i/.exec(readText(`systemd/hofn-${name}@.service`)) ?? [];
    const [, servers = ''] = new RegExp(`^upstream ${name} \\{([^}]*)`, 'm').exec(upstreams) ?? [];
    for (const replica of [1, 2]) expect(servers, name).toContain(`127.0.0.1:${ports}${replica}`);
  }
});

test('HOLD-10: containers and units are killed only after their own deadline to stop has passed', () => {
  const stopMs = stopSettings.STOP_MS.parse(undefined);
  for (const name of oneMachineServices) {
    const [, unitSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(readText(`systemd/hofn-${name}@.service`)) ?? [];
    const [, containerSeconds] = /^(\d+)s$/.exec(serviceOf(name).stop_grace_period ?? '') ?? [];
    for (const seconds of [unitSeconds, containerSeconds])
      expect(Number(seconds) * 1000, name).toBeGreaterThan(stopMs);
  }
});

test('HOLD-8, HOLD-10: .env gives a shell, systemd and each service the same values, and a service only its own', () => {
  const { values, folder } = makeSecrets('--demo');
  // What `set -a; . .env` gives a shell.
  const shell = spawnSync('sh', ['-c', 'set -a; . ./.env; env -0'], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  });
  expect(shell.stderr).toBe('');
  const inShell = Object.fromEntries(shell.stdout.split('\0').map((line) => line.split(/=(.*)/s)));
  expect(inShell).toMatchObject(values);
  expect(values.CONTACT_PHONE_ABROAD).toContain(' ');

  const script = join(root, 'deploy/make-environment.mjs');
  const made = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect([made.status, made.stderr]).toEqual([0, '']);
  for (const [name, schema] of Object.entries(apps)) {
    const file = join(folder, `${name}.env`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const given = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(
      Object.keys(given).filter((setting) => !(setting in schema.shape)),
      name,
    ).toEqual([]);
    const added = name === 'core' ? ofCore : {};
    const demo = { ...given, ...added, DANGEROUS_DEMO_WITHOUT_TLS_OR_REAL_PARTNERS: 'true' };
    const trust = name === 'api' ? { EID_TRUST_FILE: fileURLToPath(import.meta.url) } : {};
    const refused = checkForProduction(schema, { ...demo, ...trust });
    expect(
      refused.filter((line) => !line.startsWith('EID_TRUST_FILE')),
      name,
    ).toEqual([]);
    if (name !== 'content') expect(given.CONTENT_TOKENS, name).toBeUndefined();
  }
  const web = readFileSync(join(folder, 'web.env'), 'utf8');
  for (const secret of ['SECRETS_KEY', 'CARD_SERVICE_KEY', 'DATABASE_URL']) expect(web).not.toContain(secret);

  const unfilled = spawnSync(process.execPath, [script, makeSecrets().folder], { encoding: 'utf8' });
  expect([unfilled.status, unfilled.stderr]).toEqual([
    2,
    expect.stringMatching(/^ISSUER is empty in \.env: set ISSUER|is empty in \.env/),
  ]);
});

test('HOLD-10: editors can publish: their tokens reach the content service, and the image is built from its content', () => {
  expect(serviceOf('content').environment?.CONTENT_TOKENS).toBe('$' + '{CONTENT_TOKENS:-}');
  const [, args = ''] =
    /((?:ARG \w+=.*\n|#.*\n)+)RUN node apps\/web\/build\/build-site\.ts/.exec(readText('Containerfile')) ??
    [];
  expect(args).toMatch(/^ARG CONTENT_ORIGIN=$/m);
});

test('HOLD-10: named volumes exist', () => {
  for (const compose of [{ services, volumes }, demo])
    for (const [name, service] of Object.entries(compose.services))
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (/^\w+$/.test(source)) expect(Object.keys(compose.volumes), name).toContain(source);
      }
});

test('the API reaches identity internally, and lists its required secrets', () => {
  const { environment = {} } = serviceOf('api');
  // Its internal host differs from the issuer's, which is the public URL.
  for (const setting of ['IDENTITY_KEYS_URL', 'IDENTITY_MANAGEMENT_URL'])
    expect(environment[setting]).toMatch(/^http:\/\/identity:8081\//);
});

test('services trust only nginx’s address, so that limits count visitors', () => {
  const proxy = services.nginx?.networks?.default?.ipv4_address;
  expect(proxy).toMatch(/^172\.30\.80\.\d+$/);
  // Assigned by name, and outside the range for dynamic addresses.
  expect(networks.default.ipam.config).toEqual([{ subnet: '172.30.80.0/24', ip_range: '172.30.80.128/25' }]);
  expect(Number(proxy?.split('.').at(-1))).toBeLessThan(128);
  const settings = {
    api: 'API_TRUSTED_PROXIES',
    chat: 'CHAT_TRUSTED_PROXIES',
    content: 'CONTENT_TRUSTED_PROXIES',
    identity: 'TRUSTED_PROXIES',
    web: 'TRUSTED_PROXIES',
  };
  for (const [name, setting] of Object.entries(settings))
    expect(serviceOf(name).environment?.[setting], name).toBe(proxy);
});

test('HOLD-9, HOLD-10: nginx asks the other release for a missing asset, leaves caching alone and hides health', () => {
  const files = (services.nginx?.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
  expect(files).toEqual(['./nginx/hofn.conf', './nginx/containers.conf']);
  const conf = readText('nginx/hofn.conf');
  const [, assets] = /location \/arsskyrsla\/assets\/ \{([^}]*)\}/.exec(conf) ?? [];
  expect(assets).toContain('proxy_next_upstream error timeout http_404;');
  // A year of caching is for files that exist: the web server sends no-store with a 404.
  expect(conf).not.toMatch(/add_header|proxy_hide_header/);
  const sites = conf.split(/^server \{$/m).slice(1);
  for (const site of sites) expect(site).toContain('location ~ ^/(?:metrics|health|ready)$ { return 404; }');
});

test('HOLD-10: nginx finds every service with containers and without', () => {
  const used = new Set(
    Array.from(readText('nginx/hofn.conf').matchAll(/proxy_pass http:\/\/(\w+);/g), ([, to]) => to),
  );
  expect([...used].sort()).toEqual(behindNginx.sort());
  for (const file of ['nginx/containers.conf', 'nginx/one-machine.conf'])
    for (const name of used)
      expect(readText(file), file).toMatch(new RegExp(`^upstream ${name} \\{.*server`, 'm'));
});

test('HOLD-4: the virus scanner that production requires runs', () => {
  const [, host = ''] = /^tcp:\/\/(\w+):3310$/.exec(serviceOf('api').environment?.CLAMD_URL ?? '') ?? [];
  expect(serviceOf(host).image).toMatch(/^clamav\/clamav/);
});

test('DATA-6: all replicas of the API derive travel confirmation codes from one secret', () => {
  expect(serviceOf('api').environment?.CHECK_CODE_SECRET).toMatch(/^\$\{CHECK_CODE_SECRET:\?/);
});
