import { loadSettings } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { z } from 'zod';

const whole = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

const token = z
  .string()
  .regex(
    /^[\w-]+:(read|write):[0-9a-f]{64}$/,
    'must be name:read:hash or name:write:hash, the hash SHA-256 in hex',
  )
  .transform((text) => {
    const [name = '', right = '', hash = ''] = text.split(':');
    return { name, mayWrite: right === 'write', hash: Buffer.from(hash, 'hex') };
  });

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Settings of the content service, by environment. */
export const settingsSchema = z.object({
  CONTENT_PORT: whole(8082, 0, 65_535).describe('Port to listen on; 0 for any free one'),
  CONTENT_HOST: z.string().default('localhost').describe('Address to listen on; 0.0.0.0 in a container'),
  CONTENT_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:8082')
    .transform((url) => url.replace(/\/+$/, ''))
    .describe('Address that readers reach the service by'),
  CONTENT_PREVIEW_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:8080/arsskyrsla/forskodun')
    .describe('Page of the site that shows drafts: a reference is added to it'),
  CONTENT_ORIGINS: list
    .prefault('*')
    .describe('Origins whose pages may read, by commas; * for all, as what they read is public'),
  CONTENT_TOKENS: list
    .pipe(z.array(token))
    .prefault('')
    .describe(
      'Who may write, or list drafts: name:write:hash or name:read:hash, by commas, the hash of the token SHA-256 in hex; nobody by default',
    ),
  CONTENT_OLD_REF_HOURS: whole(48, 1, 8760).describe(
    'How long a reference is readable after the next publishing',
  ),
  CONTENT_DRAFT_REF_DAYS: whole(30, 1, 365).describe(
    'How long the reference of drafts is readable after the last one',
  ),
  CONTENT_FOLDER: z
    .string()
    .optional()
    .describe('Folder of documents to seed with at the start; by default the one of the repository'),
  CONTENT_SEED: z.stringbool().default(true).describe('Whether to seed at the start'),
  CONTENT_TRUSTED_PROXIES: list
    .prefault('127.0.0.1,::1')
    .describe('Addresses of proxies whose X-Forwarded-For is believed, by commas'),
  RATE_READ: whole(600, 1, 1_000_000).describe(
    'Reads a minute of one address (of IPv6 one /64 network), by each copy; who shows a token is not counted',
  ),
  ...databaseSettings,
  ...loadSettings,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('How much to log'),
});
export type Settings = z.output<typeof settingsSchema>;
