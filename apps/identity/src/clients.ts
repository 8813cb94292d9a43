import { readFile } from 'node:fs/promises';
import { SettingsError } from '@hofn/service';
import { languages } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { ClientMetadata } from 'oidc-provider';
import { z } from 'zod';
import { connections } from './accounts.ts';

const address = z.string().refine((value) => URL.canParse(value) && !value.includes('#'), {
  error: 'must be a full URL without #, for example https://example.is/callback',
});
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'must be an origin without a path, for example https://example.is',
});
const atLeastOne = { error: 'must have at least one' };

const clientSchema = z
  .strictObject({
    client_id: z.string().min(1, { error: 'must not be empty' }),
    /** Shown to the customer on the consent page. */
    client_name: z.string().min(1).optional(),
    /** Compared as exact strings. */
    redirect_uris: z.array(address).min(1, atLeastOne),
    /** Where `/v2/logout` may redirect to, as exact strings; the first is the default. */
    logout_uris: z.array(address).min(1, atLeastOne),
    /** Origins that may call the token endpoint from a browser, besides those of the redirect URIs. */
    web_origins: z.array(origin).default([]),
    /** Kinds of account that may sign in; the first is the default (`connection` of the request chooses). */
    connections: z.array(z.enum(connections)).min(1, atLeastOne).default(['customer']),
    /** For confidential clients; a client without a secret is public and must use PKCE. */
    client_secret: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    /** Whether it may have refresh tokens (`offline_access`). */
    refresh_tokens: z.boolean().default(true),
    /** Ask the customer for consent first: for third-party clients. */
    ask_consent: z.boolean().default(false),
  })
  .describe('A client of the identity service');

/** A client as configured (IDENTITY_CLIENTS). */
export type IdentityClient = z.output<typeof clientSchema>;

const clientsSchema = z.array(clientSchema).superRefine((clients, context) => {
  clients.forEach(({ client_id }, index) => {
    if (clients.findIndex((other) => other.client_id === client_id) < index) {
      context.addIssue({ code: 'custom', path: [index, 'client_id'], message: 'is listed twice' });
    }
  });
});

/**
 * Parses the contents of the IDENTITY_CLIENTS file.
 * @throws SettingsError with a line for each invalid field
 */
export const parseClients = (value: unknown): IdentityClient[] => {
  const result = clientsSchema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const [index, ...field] = path;
    const entry = Array.isArray(value) ? value[Number(index)] : undefined;
    const name =
      entry && typeof entry === 'object' && 'client_id' in entry ? ` (${String(entry.client_id)})` : '';
    return `IDENTITY_CLIENTS: client ${index === undefined ? 'list' : Number(index) + 1}${name}, ${field.join('.')}: ${message}`;
  });
  throw new SettingsError(lines.join('\n'));
};

/**
 * Reads the IDENTITY_CLIENTS file.
 * @throws SettingsError when the file is missing, is not JSON, or contains an invalid client
 */
export const readClients = async (file: string): Promise<IdentityClient[]> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new SettingsError(`IDENTITY_CLIENTS: the file ${file} cannot be read.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`IDENTITY_CLIENTS: ${file} is not JSON: ${(error as Error).message}`);
  }
  return parseClients(value);
};

/** The product's own web app on its origins: the portal and the staff portal. */
export const webClient = (clientId: string, origins: string[]): IdentityClient => {
  const base = '/arsskyrsla';
  const pages = languages.flatMap((language) =>
    (['front', 'login', 'loginCallback'] as const).map((key) => `${base}${pathOf(key, language)}`),
  );
  // Compared as exact strings, so list each page and the bare origin with and without a trailing slash.
  const spellings = ['', ...pages].flatMap((page) => {
    const bare = page.replace(/\/$/, '');
    return origins.flatMap((site) => [`${site}${bare}`, `${site}${bare}/`]);
  });
  // Where staff come back to when they were signed out because nobody used the session.
  const queues = languages.flatMap((language) =>
    origins.map((site) => `${site}${base}${pathOf('staff.queue', language)}/`),
  );
  return {
    client_id: clientId,
    client_name: 'Höfn',
    redirect_uris: spellings,
    // The front page first: the default when a logout request has no returnTo.
    logout_uris: [...origins.map((site) => `${site}${base}/`), ...spellings, ...queues],
    web_origins: origins,
    connections: ['customer', 'employee'],
    refresh_tokens: true,
    ask_consent: false,
  };
};

/** Origins of the client's own pages. */
export const originsOf = (client: IdentityClient): string[] => [
  ...new Set([...client.redirect_uris.map((uri) => new URL(uri).origin), ...client.web_origins]),
];

/** The client as oidc-provider metadata. */
export const clientMetadata = (client: IdentityClient): ClientMetadata => ({
  client_id: client.client_id,
  ...(client.client_name && { client_name: client.client_name }),
  redirect_uris: client.redirect_uris,
  response_types: ['code'],
  grant_types: client.refresh_tokens ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
  ...(client.client_secret
    ? { client_secret: client.client_secret, token_endpoint_auth_method: 'client_secret_post' as const }
    : { token_endpoint_auth_method: 'none' as const }),
});
