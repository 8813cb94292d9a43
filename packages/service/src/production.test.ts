import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseSettings } from './database.ts';
import { demoSetting, processSettings, production } from './production.ts';
import {
  internalUrl,
  mailAddress,
  mailServer,
  optionalPublicUrl,
  partnerUrl,
  publicUrl,
  secret,
  trustedProxies,
  trustFile,
} from './production-rules.ts';
import { checkForProduction, readSettings, SettingsError } from './settings.ts';

const list = z.string().transform((text) => text.split(','));

/** What production says about one setting with a value. */
const judge = (schema: z.ZodType, value: string | undefined, more: Record<string, string> = {}): string[] =>
  checkForProduction(z.object({ ...processSettings, VALUE: schema }), { ...more, VALUE: value });

const cases: [name: string, schema: z.ZodType, unsafe: string[], safe: string[]][] = [
  [
    'a partner',
    z.url().default('http://localhost:8083/').register(production, partnerUrl),
    [
      'http://cards.partner.is/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://sandbox.partner.is/',
      'https://cards.partner.example/',
    ],
    ['https://cards.partner.is/', 'https://10.1.2.3/'],
  ],
  [
    'a list of public addresses',
    list.pipe(z.array(z.string())).register(production, publicUrl),
    ['https://www.hofn.is,http://staff.hofn.is', 'https://www.hofn.is,https://staff.localhost'],
    ['https://www.hofn.is,https://staff.hofn.is'],
  ],
  [
    'an internal address',
    z.url().register(production, internalUrl),
    ['http://api.hofn.is', 'http://8.8.8.8:8088', 'http://sandbox:8088'],
    [
      'http://api:8088',
      'http://10.0.0.4:8088',
      'http://api.hofn.internal',
      'http://localhost:8088',
      'https://api.hofn.is',
    ],
  ],
  [
    'a mail server',
    z.url().register(production, mailServer),
    [
      'smtp://hofn:longpassword@mail.hofn.is',
      'smtps://mail.hofn.is',
      'smtp://sandbox:2525',
      'smtps://hofn@mail.hofn.is',
    ],
    [
      'smtps://hofn:pw@mail.hofn.is',
      'smtp://hofn:pw@mail.hofn.is:587?requireTLS=true',
      'smtp://127.0.0.1:25',
    ],
  ],
  [
    'an e-mail address',
    z.string().register(production, mailAddress),
    ['Höfn <hofn@hofn.example>', 'a@example.com'],
    ['Höfn <hofn@hofn.is>'],
  ],
  [
    'a secret',
    z.string().default('').register(production, secret(32)),
    ['short', 'changeme-changeme-changeme-changeme', 'a'.repeat(40), 'MyPassword-1234567890-1234567890'],
    ['q0Zr7mXv2bKc9LwTnYh4JsDf6GpRuEaB'],
  ],
  [
    'trusted proxies',
    list.pipe(z.array(z.string())).register(production, trustedProxies),
    [
      '0.0.0.0/0',
      '10.0.0.0/8',
      'uniquelocal',
      '127.0.0.1,172.16.0.0/12',
      'fd00::/8',
      '10.0.0.0/255.0.0.0',
      '*',
    ],
    ['127.0.0.1,::1', '10.1.2.0/24', 'loopback', 'fd00:1:2:3::/64'],
  ],
];

describe('HOLD-8: what production refuses', () => {
  test.each(cases)('%s', (_name, schema, unsafe, safe) => {
    for (const value of unsafe) {
      const lines = judge(schema, value);
      expect(lines, value).toEqual([expect.stringMatching(/^VALUE: /)]);
      expect(lines.join(), value).not.toContain(value);
    }
    for (const value of safe) expect(judge(schema, value), value).toEqual([]);
    expect(judge(schema, undefined), 'missing').toEqual([expect.stringMatching(/^VALUE: /)]);
  });

  test('an optional address may be missing, but not unsafe', () => {
    const schema = z.url().optional().register(production, optionalPublicUrl);
    expect(judge(schema, undefined)).toEqual([]);
    expect(judge(schema, 'http://www.hofn.is')).toEqual(['VALUE: must be https']);
  });

  test('a database without TLS, with a typed password, or none', () => {
    const check = (environment: Record<string, string>) =>
      checkForProduction(z.object(databaseSettings), environment);
    expect(check({})).toEqual([expect.stringMatching(/^DATABASE_URL: is missing/)]);
    expect(check({ DATABASE_URL: 'postgres://hofn:x8Kq2ZrTv0Lm@db/hofn' })).toEqual([
      'DATABASE_URL: must be encrypted: add sslmode=verify-full',
    ]);
    expect(check({ DATABASE_URL: 'postgres://hofn:hofn@localhost/hofn' })).toEqual([
      'DATABASE_URL: has a password that is short or can be guessed',
    ]);
    for (const url of [
      'postgres://hofn:x8Kq2ZrTv0Lm@db.hofn.is/hofn?sslmode=verify-full',
      'postgres://hofn:x8Kq2ZrTv0Lm@127.0.0.1/hofn',
      'postgres://hofn@localhost/hofn?host=/run/postgresql',
      'postgres://hofn@%2Frun%2Fpostgresql/hofn',
    ])
      expect(check({ DATABASE_URL: url }), url).toEqual([]);
  });

  test('all problems are named at once, the invalid and the unsafe ones', () => {
    const schema = z.object({
      ...processSettings,
      PORT: z.coerce.number().default(1),
      PARTNER: z.url().default('http://localhost/').register(production, partnerUrl),
      KEY: z.string().default('').register(production, secret()),
    });
    const environment = { NODE_ENV: 'production', PORT: 'eighty', KEY: 'secret' };
    expect(() => readSettings(schema, environment)).toThrow(SettingsError);
    expect(checkForProduction(schema, environment).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'PARTNER',
      'KEY',
    ]);
    expect(readSettings(schema, { KEY: 'secret' })).toMatchObject({ KEY: 'secret' });
  });

  test('a misspelt NODE_ENV does not turn the checks off', () => {
    expect(() => readSettings(z.object(processSettings), { NODE_ENV: 'Production' })).toThrow(/^NODE_ENV: /);
  });

  test('the setting for a demo allows addresses without TLS, and nothing else', () => {
    const demo = { [demoSetting]: 'true' };
    expect(judge(z.url().register(production, partnerUrl), 'http://sandbox:8083/', demo)).toEqual([]);
    expect(judge(z.url().optional().register(production, partnerUrl), undefined, demo)).toHaveLength(1);
    expect(judge(z.string().register(production, secret()), 'secret', demo)).toHaveLength(1);
  });
});

describe('HOLD-8: the file of trusted authorities', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-trust-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  beforeAll(() => writeFileSync(file, 'no certificate'));

  test('must be readable and contain a certificate', () => {
    const schema = z.string().default('.data/eid/ca.pem').register(production, trustFile);
    for (const value of [undefined, join(folder, 'missing.pem'), file])
      expect(judge(schema, value), value).toEqual([expect.stringMatching(/^VALUE: /)]);
  });
});
