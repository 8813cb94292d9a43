import { readFileSync } from 'node:fs';
import { loadSettings, production } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { eidSettings } from '@hofn/service/eid.ts';
import { forbid, optionalSecret, publicUrl, trustedProxies } from '@hofn/service/production-rules.ts';
import { secretsSettings } from '@hofn/service/secrets.ts';
import { z } from 'zod';
import { checkFederation, federationSettings } from './federation/settings.ts';
import { limits } from './sign-in/attempts.ts';

const origins = z
  .string()
  .default('http://localhost:8080,http://staff.localhost:8080')
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((list) => list.every((part) => URL.canParse(part) && new URL(part).origin === part), {
    error: 'must be origins without a path, separated by commas, for example https://www.example.is',
  });

// A file that cannot be read is reported when the clients are.
const clientsProblem = (file: unknown): string | undefined => {
  try {
    const text = readFileSync(String(file), 'utf8');
    // Apps on a device receive their code on a loopback address (RFC 8252).
    return /"http:\/\/(?!127\.0\.0\.1|\[::1\])/.test(text)
      ? 'has a client with a plain http address'
      : undefined;
  } catch {
    return undefined;
  }
};

const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const fields = z.object({
  ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be a URL, for example https://identity.example.is/' })
    .refine((value) => value.endsWith('/'), { error: 'must end with a slash' })
    .optional()
    .describe('Public URL, which is also the issuer in tokens; by default http://localhost:<IDENTITY_PORT>/')
    .register(production, publicUrl),
  IDENTITY_PORT: integer(8081, 0, 65_535).describe('Port to listen on; 0 for any free one'),
  IDENTITY_HOST: z.string().default('localhost').describe('Address to listen on; 0.0.0.0 in a container'),
  ...databaseSettings,
  ...secretsSettings,
  ...loadSettings,
  API_AUDIENCE: z
    .url()
    .default('https://api.hofn.example')
    .describe('Audience of access tokens for the API; a URL that need not resolve'),
  CORE_AUDIENCE: z
    .url()
    .default('https://core.hofn.example')
    .describe('Audience of access tokens of other systems; a URL that need not resolve'),
  CORE_TOKEN_SECONDS: integer(600, 60, 600).describe('Lifetime of access tokens of other systems'),
  WEB_CLIENT_ID: z.string().min(1).default('hofn-web').describe('Client id of the web app'),
  WEB_ORIGINS: origins
    .describe('Origins of the web app: the portal first, then the staff portal')
    .register(production, publicUrl),
  IDENTITY_CLIENTS: z
    .string()
    .optional()
    .describe('JSON file of further clients; docs/identity-clients.md describes the fields')
    .register(production, forbid(clientsProblem)),
  COOKIE_KEYS: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((part) => part.trim()))
    .refine((keys) => !keys || keys.every((key) => key.length >= 32), {
      error: 'each key must have at least 32 characters',
    })
    .describe(
      'Secrets that sign cookies, newest first, comma-separated; by default generated, stored and rotated',
    )
    .register(production, optionalSecret(32)),
  ACCESS_TOKEN_SECONDS: integer(900, 30, 86_400).describe('How long an access token is valid'),
  REFRESH_TOKEN_DAYS: integer(14, 1, 365).describe('How long refresh tokens last from sign-in'),
  SESSION_HOURS: integer(14 * 24, 1, 24 * 366).describe(
    'How long a session lasts after its last use; at least as long as refresh tokens, or logout misses some',
  ),
  STAFF_SESSION_HOURS: integer(8, 1, 8).describe('How long a staff sign-in lasts, however much it is used'),
  STAFF_IDLE_MINUTES: integer(30, 10, 30).describe('How long an unused staff sign-in lasts'),
  STAFF_TOKEN_SECONDS: integer(300, 30, 300).describe('How long an access token of staff is valid'),
  ...federationSettings,
  ...eidSettings,
  EID_CALLS: integer(5, 1, 1000).describe(
    'Sign-in calls to one phone or app without a successful sign-in before further calls have to wait',
  ),
  SIGN_IN_FAILURES: integer(limits.address.failures, 10, 100_000).describe(
    'Password sign-ins from one address (for IPv6 one /64 network) that may have failed, or be under way at once, before the next ones have to wait; an office shares one',
  ),
  PASSKEY_HOST: z
    .string()
    .regex(/^[a-z\d.-]+$/, 'must be a host name')
    .optional()
    .describe(
      'Host that passkeys are bound to (never change it): a parent domain of ISSUER and both portals, for example example.is; by default the host of ISSUER',
    ),
  CREDENTIAL_LETTERS: integer(3, 1, 1000).describe(
    'Password letters sent to one account before the next ones have to wait',
  ),
  RATE_AUTHORIZE: integer(300, 1, 100_000).describe(
    'Sign-ins that one address (for IPv6 one /64 network) may start per minute, including silent ones, across all replicas',
  ),
  RATE_TOKEN: integer(600, 1, 100_000).describe(
    'Token requests that one address (for IPv6 one /64 network) may make per minute, across all replicas',
  ),
  RATE_NEW_PASSWORD: integer(10, 1, 1000).describe(
    'New passwords that one address may submit per minute, across all replicas',
  ),
  KEY_ROTATION_DAYS: integer(90, 1, 3650).describe('How long a key signs before the next takes over'),
  KEY_PUBLISH_HOURS: integer(24, 1, 24 * 90).describe('How long the next key is published before it signs'),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((part) => part.trim()))
    .describe('Comma-separated addresses of proxies to trust for X-Forwarded headers')
    .register(production, trustedProxies),
});

/** Settings of the identity service, from environment variables. */
export const settingsSchema = fields.superRefine(checkFederation);

export type Settings = z.output<typeof settingsSchema>;

/** The issuer, with a trailing slash: Auth0-style clients compare it that way. */
export const issuerOf = ({ ISSUER, IDENTITY_PORT }: Settings): string =>
  ISSUER ?? `http://localhost:${IDENTITY_PORT}/`;
