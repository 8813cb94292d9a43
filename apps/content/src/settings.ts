import { loadSettings, production } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { emergencyPhoneSetting } from '@hofn/service/emergency-phone.ts';
import { optionalPublicUrl, publicUrl, trustedProxies } from '@hofn/service/production-rules.ts';
import { z } from 'zod';

const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const token = z
  .string()
  .regex(
    /^[\w-]+:(read|write):[0-9a-f]{64}$/,
    'must be name:read:hash or name:write:hash, with a SHA-256 hash in hex',
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

/** Settings of the content service, from environment variables. */
export const settingsSchema = z.object({
  CONTENT_PORT: integer(8082, 0, 65_535).describe('Port to listen on; 0 for any free one'),
  CONTENT_HOST: z.string().default('localhost').describe('Address to listen on; 0.0.0.0 in a container'),
  CONTENT_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:8082')
    .transform((url) => url.replace(/\/+$/, ''))
    .describe('Public URL of the service')
    .register(production, publicUrl),
  CONTENT_PREVIEW_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:8080/arsskyrsla/forskodun')
    .describe('Page of the site that shows drafts; the reference is appended to it')
    .register(production, publicUrl),
  CONTENT_ORIGINS: list
    .prefault('*')
    .describe(
      'Comma-separated origins whose pages may read; * (the default) for all, since published content is public',
    )
    .register(production, optionalPublicUrl),
  CONTENT_TOKENS: list
    .pipe(z.array(token))
    .prefault('')
    .describe(
      'Tokens that may write or list drafts: comma-separated name:write:hash or name:read:hash, with the SHA-256 hash of the token in hex; none by default',
    ),
  CONTACT_PHONE_ABROAD: emergencyPhoneSetting,
  CONTENT_OLD_REF_HOURS: integer(48, 1, 8760).describe(
    'How long a reference stays readable after the next publication',
  ),
  CONTENT_DRAFT_REF_DAYS: integer(30, 1, 365).describe(
    'How long the reference of a release stays readable after its last draft',
  ),
  CONTENT_FOLDER: z
    .string()
    .optional()
    .describe('Folder of documents to seed at start; by default the one in the repository'),
  CONTENT_SEED: z.stringbool().default(true).describe('Whether to seed at start'),
  CONTENT_TRUSTED_PROXIES: list
    .prefault('127.0.0.1,::1')
    .describe('Comma-separated addresses of proxies to trust for X-Forwarded-For')
    .register(production, trustedProxies),
  RATE_READ: integer(600, 1, 1_000_000).describe(
    'Reads per minute and address (for IPv6 per /64 network), in each replica; requests with a token are not counted',
  ),
  ...databaseSettings,
  ...loadSettings,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('How much to log'),
});
export type Settings = z.output<typeof settingsSchema>;
