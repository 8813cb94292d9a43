import { loadSettings, production } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { optionalInternalUrl, publicUrl, trustedProxies } from '@hofn/service/production-rules.ts';
import { discoverySettings, tokenSettings } from '@hofn/service/tokens.ts';
import { z } from 'zod';

const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));

/** Settings of the chat service, from environment variables. */
export const settingsSchema = z.object({
  CHAT_PORT: z.coerce.number().int().min(0).max(65_535).default(8087).describe('port to listen on'),
  CHAT_HOST: z.string().default('localhost').describe('address to listen on; 0.0.0.0 for all'),
  CHAT_TRUSTED_PROXIES: list
    .prefault('127.0.0.1,::1')
    .describe('comma-separated addresses of proxies to trust for X-Forwarded-For')
    .register(production, trustedProxies),
  CHAT_ORIGINS: list
    .prefault('http://localhost:8080,http://staff.localhost:8080')
    .describe('comma-separated origins of our own pages, the only ones that may open a chat')
    .register(production, publicUrl),
  ...databaseSettings,
  ...loadSettings,
  IDENTITY_ISSUER: z
    .url()
    .default('http://localhost:8081/')
    .describe('issuer of access tokens: ours with a trailing slash, another exactly as it publishes it')
    .register(production, publicUrl),
  IDENTITY_KEYS_URL: z
    .url()
    .optional()
    .describe(
      'URL of the issuer’s public keys; by default below the issuer; not used with IDENTITY_DISCOVERY',
    )
    .register(production, optionalInternalUrl),
  API_AUDIENCE: z.string().default('https://api.hofn.example').describe('audience of access tokens'),
  ...tokenSettings,
  ...discoverySettings,
  CHAT_POLL_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(300)
    .describe(
      'poll interval for changes by other replicas while notifications do not arrive, in milliseconds',
    ),
  CHAT_POLL_SLOW_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(5_000)
    .describe('poll interval while notifications arrive, in milliseconds'),
  CHAT_SWEEP_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(5_000)
    .describe('interval between sweeps for idle chats, in milliseconds'),
  CHAT_STARTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('chats that one address may start in ten minutes'),
  RATE_READ: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe('calls of availability per minute and caller'),
  CHAT_SOCKETS: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe('connections that one address may have to this replica'),
  CHAT_KEPT_DAYS: z.coerce.number().int().min(1).default(365).describe('how many days a chat is kept'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;

/** The settings for an empty environment. */
export const defaultSettings = (): Settings => settingsSchema.parse({});
