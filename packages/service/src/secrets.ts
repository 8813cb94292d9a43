// A separate entry point: only services that store secrets need it.
import { hash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { z } from 'zod';
import { inMemory } from './database.ts';
import { type ProductionRule, production } from './production.ts';
import { SettingsError } from './settings.ts';

const keyBytes = 32;
const keyHelp =
  'must be base64 of 32 bytes (openssl rand -base64 32), or several separated by commas: the first encrypts, all decrypt';

const inProduction: ProductionRule = {
  problemOf: (keys) => {
    const message =
      keys === undefined
        ? 'is missing: it encrypts the secrets in the database'
        : (keys as Buffer[]).some((key) => new Set(key).size < 16) && 'can be guessed: generate a random one';
    return message ? { message, isAllowedInDemo: false } : undefined;
  },
};

/** Settings of every app that stores secrets, to spread into its settings schema. */
export const secretsSettings = {
  SECRETS_KEY: z
    .string()
    .optional()
    .transform((text) => text?.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
    .refine((keys) => !keys || keys.every((key) => key.length === keyBytes), keyHelp)
    .describe(
      'key that encrypts secrets in the database, base64 of 32 bytes, the same in API and identity; several by commas: the first encrypts, all decrypt; in development generated beside DATABASE_FOLDER',
    )
    .register(production, inProduction),
};

/** Thrown when none of the keys decrypts a stored secret: a wrong SECRETS_KEY, or an altered row. */
export class SecretsError extends SettingsError {
  override name = 'SecretsError';
}

/** Encrypts secrets that are stored in the database (rule HOLD-16). */
export type Secrets = {
  /**
   * Encrypts with the first key.
   * @param use where the secret is stored; `decrypt` needs the same, so that no secret can take another's place
   */
  encrypt(use: string, text: string): Promise<string>;
  /** @throws SecretsError */
  decrypt(use: string, encrypted: string): Promise<string>;
  /** Whether the first key encrypted it. */
  isCurrent(encrypted: string): boolean;
};

// Names a key without revealing it, so that each secret says which key it needs.
const idOf = (key: Uint8Array): string => hash('sha256', key).slice(0, 12);

/**
 * Secrets as compact JWE (RFC 7516): AES-256-GCM with a random nonce, with the key's id and the use in the authenticated
 * header.
 * @param keys of 32 bytes; the first encrypts, all decrypt
 */
export const createSecrets = (keys: readonly Uint8Array[]): Secrets => {
  const [newest] = keys;
  if (!newest) throw new Error('There is no key');
  const keyOf = new Map(keys.map((key) => [idOf(key), key]));
  return {
    encrypt: (use, text) =>
      new CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: idOf(newest), use })
        .encrypt(newest),
    decrypt: async (use, encrypted) => {
      try {
        const key = keyOf.get(String(decodeProtectedHeader(encrypted).kid));
        if (!key) throw new Error('unknown key');
        const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
        const { plaintext, protectedHeader } = await compactDecrypt(encrypted, key, options);
        if (protectedHeader.use !== use) throw new Error('encrypted for another use');
        return Buffer.from(plaintext).toString();
      } catch (error) {
        throw new SecretsError(
          `SECRETS_KEY: no key decrypts ${use}. Add the key that it was encrypted with, after the first.`,
          { cause: error },
        );
      }
    },
    isCurrent: (encrypted) => decodeProtectedHeader(encrypted).kid === idOf(newest),
  };
};

/** The key in a file that only its owner can read, generated when there is none. */
const keyInFile = (file: string): Buffer => {
  const isExisting = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, randomBytes(keyBytes).toString('base64'), { mode: 0o600 });
  try {
    // A link appears with its content, and only one of the apps that start together creates it.
    linkSync(draft, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(draft);
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
};

/**
 * The secrets of a service. Without SECRETS_KEY, which production requires, the key is in `secrets.key` beside the folder of
 * the embedded database; a database in memory has one that nobody keeps.
 * @throws SettingsError when production has no key, or the file none
 */
export const secretsFromSettings = (settings: {
  SECRETS_KEY?: readonly Uint8Array[] | undefined;
  NODE_ENV: string;
  DATABASE_URL?: string | undefined;
  DATABASE_FOLDER: string;
}): Secrets => {
  const { SECRETS_KEY: keys, DATABASE_FOLDER: folder } = settings;
  if (keys) return createSecrets(keys);
  if (settings.NODE_ENV === 'production') throw new SettingsError('SECRETS_KEY: is missing');
  if (folder === inMemory && settings.DATABASE_URL === undefined)
    return createSecrets([randomBytes(keyBytes)]);
  const file = join(folder === inMemory ? '.data' : dirname(folder), 'secrets.key');
  const key = keyInFile(file);
  if (key.length !== keyBytes) throw new SettingsError(`SECRETS_KEY: ${file} ${keyHelp}`);
  return createSecrets([key]);
};
