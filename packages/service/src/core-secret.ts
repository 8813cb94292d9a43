// A separate entry point: only the front and the core sign acts.
import { z } from 'zod';
import type { ProductionRule } from './production.ts';

const leastBytes = 24;
const prefix = 'whsec_';
const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

/** Secrets that sign acts, as Standard Webhooks writes them, separated by commas; none by default. */
export const coreSecrets = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (secrets) =>
      secrets.every(
        (secret) =>
          secret.startsWith(prefix) &&
          /^[A-Za-z0-9+/]+={0,2}$/.test(secret.slice(prefix.length)) &&
          bytesOf(secret).length >= leastBytes,
      ),
    `must be ${prefix} and base64 of ${leastBytes} bytes or more, or several separated by commas`,
  );

/** The secret of demos on one machine, which everybody knows. */
export const demoCoreSecret = 'whsec_RGVtb0RlbW9EZW1vRGVtb0RlbW9EZW1v';

/** In production a secret is required, and none that somebody has made up, such as a demo's. */
export const coreSecretRule: ProductionRule = {
  problemOf: (value) => {
    const secrets = value as string[];
    const message =
      secrets.length === 0
        ? 'is missing'
        : secrets.some(
            (secret) => secret === demoCoreSecret || new Set(bytesOf(secret)).size < leastBytes / 2,
          ) && 'can be guessed: generate a random one';
    return message ? { message, isAllowedInDemo: false } : undefined;
  },
};
