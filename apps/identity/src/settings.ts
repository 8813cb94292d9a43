import { loadSettings } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { eidSettings } from '@hofn/service/eid.ts';
import { z } from 'zod';

const origins = z
  .string()
  .default('http://localhost:8080,http://staff.localhost:8080')
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((list) => list.every((part) => URL.canParse(part) && new URL(part).origin === part), {
    error: 'must be origins without a path, separated by commas, as https://www.example.is',
  });

const whole = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

/** Settings of the identity service, by environment. */
export const settingsSchema = z.object({
  ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address, as https://identity.example.is/' })
    .refine((value) => value.endsWith('/'), { error: 'must end with a slash' })
    .optional()
    .describe(
      'Address that customers see and tokens name as issuer; http://localhost:<IDENTITY_PORT>/ by itself',
    ),
  IDENTITY_PORT: whole(8081, 0, 65_535).describe('Port to listen on; 0 for any free one'),
  IDENTITY_HOST: z.string().default('localhost').describe('Address to listen on; 0.0.0.0 in a container'),
  ...databaseSettings,
  ...loadSettings,
  API_AUDIENCE: z
    .url()
    .default('https://api.hofn.example')
    .describe('Audience of access tokens for the API, an address that need not answer'),
  WEB_CLIENT_ID: z.string().min(1).default('hofn-web').describe('Client id of the web app'),
  WEB_ORIGINS: origins.describe('Origins of the web app: the portal first, then the staff portal'),
  IDENTITY_CLIENTS: z
    .string()
    .optional()
    .describe('JSON file of further clients; docs/identity-clients.md says what a client holds'),
  COOKIE_KEYS: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((part) => part.trim()))
    .refine((keys) => !keys || keys.every((key) => key.length >= 32), {
      error: 'each key must have at least 32 characters',
    })
    .describe(
      'Secrets that sign cookies, newest first, by commas; without it they are made, kept and rotated',
    ),
  ACCESS_TOKEN_SECONDS: whole(900, 30, 86_400).describe('How long an access token is valid'),
  REFRESH_TOKEN_DAYS: whole(14, 1, 365).describe('How long refresh tokens last from sign-in'),
  SESSION_HOURS: whole(14 * 24, 1, 24 * 366).describe(
    'How long a sign-in is remembered here after its last use; not less than refresh tokens last, or logout misses some',
  ),
  ...eidSettings,
  EID_CALLS: whole(5, 1, 1000).describe(
    'How often one phone or app is called to sign in, without anybody signing in, before the next calls wait',
  ),
  PASSKEY_HOST: z
    .string()
    .regex(/^[a-z\d.-]+$/, 'must be a host name')
    .optional()
    .describe(
      'Host that passkeys are for, the same for good: a domain above ISSUER and the portal, as example.is; the host of ISSUER by itself',
    ),
  CREDENTIAL_LETTERS: whole(3, 1, 1000).describe(
    'How many letters with a link to choose a password by one account is sent, before the next ones wait',
  ),
  RATE_AUTHORIZE: whole(300, 1, 100_000).describe(
    'Sign-ins that one address (of IPv6 one /64 network) may begin in a minute, silent renewals among them; through all copies together',
  ),
  RATE_NEW_PASSWORD: whole(10, 1, 1000).describe(
    'New passwords that one address may send in a minute, through all copies together',
  ),
  KEY_ROTATION_DAYS: whole(90, 1, 3650).describe('How long a key signs before the next takes over'),
  KEY_PUBLISH_HOURS: whole(24, 1, 24 * 90).describe('How long the next key is published before it signs'),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((part) => part.trim()))
    .describe('Addresses of proxies, by commas, whose X-Forwarded headers are believed'),
});

export type Settings = z.output<typeof settingsSchema>;

/** The issuer's address, with a slash at the end: clients of this kind compare it so. */
export const issuerOf = ({ ISSUER, IDENTITY_PORT }: Settings): string =>
  ISSUER ?? `http://localhost:${IDENTITY_PORT}/`;
