import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { production, readSettings } from '@hofn/service';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { afterAll, expect, test } from 'vitest';
import { settingsSchema as apiSettings } from '../apps/api/src/settings.ts';
import { settingsSchema as chatSettings } from '../apps/chat/src/settings.ts';
import { settingsSchema as contentSettings } from '../apps/content/src/settings.ts';
import { settingsSchema as coreSettings } from '../apps/core/src/settings.ts';
import { settingsSchema as identitySettings } from '../apps/identity/src/index.ts';
import { settingsSchema as webSettings } from '../apps/web/server/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-production-'));
afterAll(() => rmSync(folder, { recursive: true }));

const random = () => randomBytes(32).toString('base64');
const trustFile = join(folder, 'ca.pem');
writeFileSync(trustFile, rootCertificates[0] ?? '');

/** Settings with which every app may start in production. */
const safe = {
  NODE_ENV: 'production',
  DATABASE_URL: `postgres://hofn:${randomBytes(16).toString('hex')}@db.hofn.is/hofn?sslmode=verify-full`,
  SECRETS_KEY: random(),
  SITE_URL: 'https://www.hofn.is/arsskyrsla',
  ISSUER: 'https://innskraning.hofn.is/',
  IDENTITY_ISSUER: 'https://innskraning.hofn.is/',
  IDENTITY_KEYS_URL: 'http://identity:8081/.well-known/jwks.json',
  WEB_ORIGINS: 'https://www.hofn.is,https://starfsfolk.hofn.is',
  API_ORIGINS: 'https://www.hofn.is,https://starfsfolk.hofn.is',
  CHAT_ORIGINS: 'https://www.hofn.is,https://starfsfolk.hofn.is',
  API_ORIGIN: 'http://api:8088',
  CHAT_URL: 'https://www.hofn.is/spjall',
  CONTENT_URL: 'https://efni.hofn.is',
  CONTENT_PREVIEW_URL: 'https://www.hofn.is/arsskyrsla/forskodun',
  CONTACT_EMAIL: 'hofn@hofn.is',
  CONTACT_PHONE_ABROAD: '+45 0000 0112',
  MAIL_FROM: 'Höfn <hofn@hofn.is>',
  SMTP_URL: 'smtps://hofn:xyz@mail.hofn.is',
  CHECK_CODE_SECRET: random(),
  CARD_SERVICE_URL: 'https://cards.partner.is/',
  CARD_SERVICE_ORIGIN: 'https://cards.partner.is',
  CARD_SERVICE_KEY: random(),
  BANK_SERVICE_URL: 'https://bank.partner.is/',
  BANK_SERVICE_KEY: random(),
  EID_URL: 'https://eid.partner.is/sso/',
  EID_CLIENT_ID: 'hofn',
  EID_CLIENT_SECRET: random(),
  EID_REDIRECT_URI: 'https://www.hofn.is/arsskyrsla/',
  EID_TRUST_FILE: trustFile,
  REVOCATION_HOSTS: 'ocsp.partner.is,crl.partner.is',
  TSA_URL: 'https://tsa.partner.is/',
  KENNITALA_TEST_IDS: 'false',
  CLAMD_URL: 'tcp://clamd:3310',
  CORE_URL: 'http://core:8091/',
  CRM_URL: 'https://crm.partner.is/',
  CRM_ORG_ID: 'hofn',
  CRM_RECORD_TYPES: 'individual=1,company=2,housingAssociation=3,claims=4',
  REGISTER_URL: 'https://register.partner.is/',
  REGISTER_KEY: random(),
  CORE_CLIENT_ID: 'core-1',
  CORE_KEY_FILE: '/run/core/core.private.jwk',
  CORE_API_URL: 'http://api:8088/',
  CORE_IDENTITY_URL: 'http://identity:8081/',
  CORE_SECRET: `whsec_${random()}`,
  CORE_BANK_URL: 'https://bank.partner.is/payments/',
  CORE_BANK_KEY: random(),
  FILES_S3_BUCKET: 'hofn',
};

const apps = {
  api: { main: '../apps/api/src/main.ts', schema: apiSettings },
  chat: { main: '../apps/chat/src/main.ts', schema: chatSettings },
  content: { main: '../apps/content/src/main.ts', schema: contentSettings },
  core: { main: '../apps/core/src/main.ts', schema: coreSettings },
  identity: { main: '../apps/identity/src/main.ts', schema: identitySettings },
  web: { main: '../apps/web/server/main.ts', schema: webSettings },
};

/** Runs the program of an app until it exits. */
const run = async (main: string, environment: Record<string, string>, ...flags: string[]) => {
  const path = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn(process.execPath, [path, ...flags], { env: { ...startCaches(), ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
};

/** Names of the settings that the lines are about, without the name of the program before the first. */
const namesIn = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .map((line) => /^(?:[\w-]+: )?([A-Z]\w+): \S/.exec(line)?.[1] ?? line);

// Settings of development, and demo values, all in one environment.
const unsafe = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://hofn:hofn-database-word@db.hofn.is/hofn',
  CHECK_CODE_SECRET: 'changeme-changeme-changeme-changeme',
  CARD_SERVICE_URL: 'http://cards.partner.is/',
  EID_URL: 'https://sandbox.partner.is/sso/',
  CRM_URL: 'https://localhost/',
  SMTP_URL: 'smtp://hofn:mail-word@mail.partner.is',
  API_ORIGINS: 'http://www.hofn.is',
  API_TRUSTED_PROXIES: '10.0.0.0/8',
  CHAT_TRUSTED_PROXIES: '0.0.0.0/0',
  CONTENT_TRUSTED_PROXIES: 'uniquelocal',
  TRUSTED_PROXIES: '::/0',
  COOKIE_KEYS: 'a'.repeat(40),
  CORE_API_URL: 'http://8.8.8.8:8088/',
  CORE_SECRET: 'whsec_RGVtb0RlbW9EZW1vRGVtb0RlbW9EZW1v',
  CORE_PAGE: 'enabled',
};

const refusedBy = {
  api: [
    'API_TRUSTED_PROXIES',
    'API_ORIGINS',
    'DATABASE_URL',
    'SECRETS_KEY',
    'FILES_FOLDER',
    'IDENTITY_ISSUER',
    'CONTACT_EMAIL',
    'CONTACT_PHONE_ABROAD',
    'CHECK_CODE_SECRET',
    'CORE_URL',
    'CORE_SECRET',
    'SITE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'CARD_SERVICE_URL',
    'CARD_SERVICE_KEY',
    'BANK_SERVICE_URL',
    'BANK_SERVICE_KEY',
    'EID_URL',
    'EID_CLIENT_ID',
    'EID_CLIENT_SECRET',
    'EID_REDIRECT_URI',
    'EID_TRUST_FILE',
    'REVOCATION_HOSTS',
    'TSA_URL',
    'KENNITALA_TEST_IDS',
    'CLAMD_URL',
    'CONTENT_URL',
    'CRM_URL',
    'CRM_ORG_ID',
    'CRM_RECORD_TYPES',
    'REGISTER_URL',
    'REGISTER_KEY',
  ],
  chat: ['CHAT_TRUSTED_PROXIES', 'CHAT_ORIGINS', 'DATABASE_URL', 'IDENTITY_ISSUER'],
  content: [
    'CONTENT_URL',
    'CONTENT_PREVIEW_URL',
    'CONTACT_PHONE_ABROAD',
    'CONTENT_TRUSTED_PROXIES',
    'DATABASE_URL',
  ],
  core: [
    ...['DATABASE_URL', 'CORE_CLIENT_ID', 'CORE_KEY_FILE', 'CORE_API_URL', 'CORE_IDENTITY_URL'],
    ...['CORE_SECRET', 'CORE_PAGE'],
  ],
  identity: [
    'ISSUER',
    'DATABASE_URL',
    'SECRETS_KEY',
    'WEB_ORIGINS',
    'COOKIE_KEYS',
    'EID_URL',
    'EID_CLIENT_ID',
    'EID_CLIENT_SECRET',
    'EID_REDIRECT_URI',
    'TRUSTED_PROXIES',
  ],
  web: ['API_ORIGIN', 'IDENTITY_ISSUER', 'CHAT_URL', 'CARD_SERVICE_ORIGIN', 'TRUSTED_PROXIES'],
};

test.concurrent.each(Object.keys(apps) as (keyof typeof apps)[])(
  'HOLD-8: in production %s does not start with unsafe settings, and names them all without their values',
  async (name) => {
    const { code, output } = await run(apps[name].main, unsafe);
    expect(code).toBe(2);
    expect(namesIn(output)).toEqual(refusedBy[name]);
    for (const value of Object.values(unsafe).filter((text) => text !== 'production'))
      expect(output).not.toContain(value);
  },
);

test.concurrent('HOLD-8: the sandbox refuses to start in production', async () => {
  const { code, output } = await run('../apps/sandbox/src/main.ts', { NODE_ENV: 'production' });
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringMatching(/^sandbox: NODE_ENV: [^\n]+\n$/),
  });
});

test.concurrent('HOLD-8: --check says what production refuses, also before NODE_ENV is set, and starts nothing', async () => {
  const { NODE_ENV: _production, ...unset } = unsafe;
  const demo = {
    ...safe,
    CHAT_ORIGINS: 'http://www.hofn.is',
    DANGEROUS_DEMO_WITHOUT_TLS_OR_REAL_PARTNERS: 'true',
  };
  const [refused, accepted, onlyInDemo] = await Promise.all([
    run(apps.chat.main, unset, '--check'),
    run(apps.chat.main, safe, '--check'),
    run(apps.chat.main, demo, '--check'),
  ]);
  expect(refused.code).toBe(2);
  const [title = '', ...lines] = refused.output.trim().split('\n');
  expect(title).toBe('chat: production refuses these settings:');
  expect(namesIn(lines.join('\n'))).toEqual(refusedBy.chat);
  expect(accepted).toEqual({ code: 0, output: 'chat: the settings are fit for production\n' });
  expect(onlyInDemo).toEqual({
    code: 0,
    output:
      'chat: the settings are fit for a demo only, as DANGEROUS_DEMO_WITHOUT_TLS_OR_REAL_PARTNERS allows CHAT_ORIGINS\n',
  });
});

test('HOLD-8: npm start, which includes the sandbox, refuses production', async () => {
  const { code, output } = await run('./serve.ts', { ...safe });
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringMatching(/^hofn: NODE_ENV: npm start [^\n]+\n$/),
  });
});

test.each(Object.entries(apps))(
  'HOLD-8: every address, secret and list of proxies of %s has a rule for production',
  (_name, { schema }) => {
    const needsRule = /(?:^|_)(?:URL|ORIGINS?|ISSUER|KEYS?|SECRET|PROXIES)$/;
    const unruled = Object.entries(schema.shape).filter(
      ([name, field]) => needsRule.test(name) && !production.has(field),
    );
    expect(unruled.map(([name]) => name)).toEqual([]);
  },
);

test.each(Object.entries(apps))('HOLD-8: safe settings let %s start', (_name, { schema }) => {
  expect(readSettings(schema as typeof chatSettings, safe).NODE_ENV).toBe('production');
});
