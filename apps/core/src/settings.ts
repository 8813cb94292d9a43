import { loadSettings, production } from '@hofn/service';
import { coreSecretRule, coreSecrets } from '@hofn/service/core-secret.ts';
import { databaseSettings } from '@hofn/service/database.ts';
import {
  internalUrl,
  onlyForDemo,
  optionalPartnerUrl,
  required,
  secretWith,
} from '@hofn/service/production-rules.ts';
import { z } from 'zod';

/** Settings of the insurance core, from environment variables. */
export const settingsSchema = z.object({
  CORE_PORT: z.coerce.number().int().min(0).max(65_535).default(8091).describe('port to listen on'),
  CORE_HOST: z.string().default('localhost').describe('address to listen on; 0.0.0.0 for all'),
  ...databaseSettings,
  ...loadSettings,
  CORE_CLIENT_ID: z
    .string()
    .default('')
    .describe('client id of the core at the identity service, as npm run core:client -- add prints it')
    .register(production, required()),
  CORE_KEY_FILE: z
    .string()
    .default('')
    .describe('file with its private key, P-256 as JWK, as npm run core:client -- new-key writes it')
    .register(production, required()),
  CORE_API_URL: z
    .url()
    .default('http://localhost:8088/')
    .describe('address of the API, which receives its facts')
    .register(production, internalUrl),
  CORE_IDENTITY_URL: z
    .url()
    .default('http://localhost:8081/')
    .describe('address of the identity service, which gives it access tokens')
    .register(production, internalUrl),
  CORE_SECRET: coreSecrets
    .describe(
      'secret with which the front signs acts, whsec_ and base64 of 24 bytes or more; several by commas while it is replaced',
    )
    .register(production, coreSecretRule),
  CORE_BANK_URL: z
    .url()
    .refine((url) => url.endsWith('/'), 'must end with a slash')
    .optional()
    .describe(
      'bank that pays claims, with a slash at the end; without it, approved payments wait until there is one',
    )
    .register(production, optionalPartnerUrl),
  CORE_BANK_KEY: z
    .string()
    .default('')
    .describe('our key to it')
    .register(production, secretWith('CORE_BANK_URL')),
  CORE_PAGE: z
    .stringbool()
    .default(false)
    .describe(
      'whether it has a page on which anybody reads and decides everything, and a simulated handler decides claims: for demos only',
    )
    .register(production, onlyForDemo('opens everything to anybody')),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;
