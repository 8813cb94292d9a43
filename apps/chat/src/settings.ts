import { loadSettings } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { z } from 'zod';

const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));

/** The settings of the chat service, from its environment. */
export const settingsSchema = z.object({
  CHAT_PORT: z.coerce.number().int().min(0).max(65_535).default(8087).describe('port to listen on'),
  CHAT_HOST: z.string().default('localhost').describe('address to listen on; 0.0.0.0 for all'),
  CHAT_TRUSTED_PROXIES: list
    .prefault('127.0.0.1,::1')
    .describe('addresses of proxies whose X-Forwarded-For is believed, by comma'),
  CHAT_ORIGINS: list
    .prefault('http://localhost:8080,http://staff.localhost:8080')
    .describe('origins of our own pages, which alone may open a chat, by comma'),
  ...databaseSettings,
  ...loadSettings,
  IDENTITY_ISSUER: z
    .url()
    .refine((url) => url.endsWith('/'), 'must end with a slash')
    .default('http://localhost:8081/')
    .describe('issuer of access tokens, with a slash at the end'),
  IDENTITY_KEYS_URL: z.url().optional().describe('where its public keys are; by default under the issuer'),
  API_AUDIENCE: z.string().default('https://api.hofn.example').describe('audience of access tokens'),
  CHAT_POLL_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(300)
    .describe(
      'how often to look for what was said through another copy while its notifications do not arrive, in milliseconds',
    ),
  CHAT_POLL_SLOW_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(5_000)
    .describe('how often to look while they arrive, in milliseconds'),
  CHAT_SWEEP_MS: z.coerce
    .number()
    .int()
    .min(20)
    .max(60_000)
    .default(5_000)
    .describe('how often to look for chats in which nobody says anything, in milliseconds'),
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
    .describe('reads a minute and caller of the availability call'),
  CHAT_SOCKETS: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe('connections that one address may hold to this copy'),
  CHAT_KEPT_DAYS: z.coerce.number().int().min(1).default(365).describe('for how many days a chat is kept'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;

/** The settings as they are with an empty environment. */
export const defaultSettings = (): Settings => settingsSchema.parse({});
