import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSecrets, SecretsError, secretsFromSettings, secretsSettings } from './secrets.ts';
import { checkForProduction, readSettings, SettingsError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('HOLD-16: a secret can be read by its key and for its use only', async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const secrets = createSecrets([first]);
  const encrypted = await secrets.encrypt('keys 1', 'a secret');
  expect(encrypted).not.toContain('a secret');
  expect(await secrets.decrypt('keys 1', encrypted)).toBe('a secret');
  expect(await secrets.encrypt('keys 1', 'a secret')).not.toBe(encrypted);
  await expect(secrets.decrypt('keys 2', encrypted)).rejects.toThrow(SecretsError);
  const altered = `${encrypted.slice(0, -2)}${encrypted.endsWith('AA') ? 'BB' : 'AA'}`;
  await expect(secrets.decrypt('keys 1', altered)).rejects.toThrow(SecretsError);
  await expect(createSecrets([second]).decrypt('keys 1', encrypted)).rejects.toThrow(
    /^SECRETS_KEY: no key decrypts keys 1\.[^\n]+$/,
  );
});

test('HOLD-16: the first of several keys encrypts, all decrypt', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const encrypted = await createSecrets([old]).encrypt('keys 1', 'a secret');
  const rotating = createSecrets([next, old]);
  expect(await rotating.decrypt('keys 1', encrypted)).toBe('a secret');
  expect(rotating.isCurrent(encrypted)).toBe(false);
  expect(rotating.isCurrent(await rotating.encrypt('keys 1', 'a secret'))).toBe(true);
});

test('HOLD-16: SECRETS_KEY is required in production, and must be random bytes', () => {
  const check = (SECRETS_KEY?: string) => checkForProduction(z.object(secretsSettings), { SECRETS_KEY });
  expect(check()).toEqual([expect.stringMatching(/^SECRETS_KEY: is missing/)]);
  expect(check(Buffer.alloc(32).toString('base64'))).toEqual([
    'SECRETS_KEY: can be guessed: generate a random one',
  ]);
  expect(check(randomBytes(31).toString('base64'))).toEqual([
    expect.stringMatching(/^SECRETS_KEY: must be base64/),
  ]);
  const keys = [randomBytes(32), randomBytes(32)];
  const text = keys.map((key) => key.toString('base64')).join(', ');
  expect(check(text)).toEqual([]);
  expect(readSettings(z.object(secretsSettings), { SECRETS_KEY: text }).SECRETS_KEY).toEqual(keys);
  const production = { NODE_ENV: 'production', DATABASE_FOLDER: join(folder, 'database') };
  expect(() => secretsFromSettings(production)).toThrow(SettingsError);
});

test('HOLD-16: in development the key is in a file of its owner beside the database, and stays the same', async () => {
  const settings = { NODE_ENV: 'development', DATABASE_FOLDER: join(folder, 'own', 'database') };
  const encrypted = await secretsFromSettings(settings).encrypt('keys 1', 'a secret');
  const file = join(folder, 'own', 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  expect(await secretsFromSettings(settings).decrypt('keys 1', encrypted)).toBe('a secret');
});
