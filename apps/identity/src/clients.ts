import { readFile } from 'node:fs/promises';
import { SettingsError } from '@hofn/service';
import { languages } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { ClientMetadata } from 'oidc-provider';
import { z } from 'zod';
import { connections } from './accounts.ts';

const address = z.string().refine((value) => URL.canParse(value) && !value.includes('#'), {
  error: 'must be a whole address without #, as https://example.is/callback',
});
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'must be an origin without a path, as https://example.is',
});
const atLeastOne = { error: 'must have at least one' };

const clientSchema = z
  .strictObject({
    client_id: z.string().min(1, { error: 'must not be empty' }),
    /** Shown to the customer where consent is asked for. */
    client_name: z.string().min(1).optional(),
    /** Compared as exact strings. */
    redirect_uris: z.array(address).min(1, atLeastOne),
    /** Where `/v2/logout` may send to, as exact strings; the first is the default. */
    logout_uris: z.array(address).min(1, atLeastOne),
    /** Origins that may call the token end point from a page, beside those of the redirect addresses. */
    web_origins: z.array(origin).default([]),
    /** Kinds of account that may sign in; the first is the default (`connection` of the request chooses). */
    connections: z.array(z.enum(connections)).min(1, atLeastOne).default(['customer']),
    /** For a client that runs on a server; a client without one is public and must use PKCE. */
    client_secret: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    /** Whether it may have refresh tokens (`offline_access`). */
    refresh_tokens: z.boolean().default(true),
    /** Ask the customer before the client sees anything: for clients that are not our own. */
    ask_consent: z.boolean().default(false),
  })
  .describe('A client of the identity service');

/** A client as configured (IDENTITY_CLIENTS). */
export type IdentityClient = z.output<typeof clientSchema>;

const clientsSchema = z.array(clientSchema).superRefine((clients, context) => {
  clients.forEach(({ client_id }, index) => {
    if (clients.findIndex((other) => other.client_id === client_id) < index) {
      context.addIssue({ code: 'custom', path: [index, 'client_id'], message: 'stands twice' });
    }
  });
});

/**
 * Reads clients from what IDENTITY_CLIENTS names.
 * @throws SettingsError with a line for each field that is wrong
 */
export const parseClients = (value: unknown): IdentityClient[] => {
  const result = clientsSchema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const [index, ...field] = path;
    const given = Array.isArray(value) ? value[Number(index)] : undefined;
    const name =
      given && typeof given === 'object' && 'client_id' in given ? ` (${String(given.client_id)})` : '';
    return `IDENTITY_CLIENTS: client ${index === undefined ? 'list' : Number(index) + 1}${name}, ${field.join('.')}: ${message}`;
  });
  throw new SettingsError(lines.join('\n'));
};

/**
 * Reads the JSON file of clients.
 * @throws SettingsError when the file is missing, is not JSON, or holds a client that is wrong
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
  // Compared as exact strings, so that both spellings of each stand here, and of the bare origin.
  const spelled = ['', ...pages].flatMap((page) => {
    const bare = page.replace(/\/$/, '');
    return origins.flatMap((site) => [`${site}${bare}`, `${site}${bare}/`]);
  });
  return {
    client_id: clientId,
    client_name: 'Höfn',
    redirect_uris: spelled,
    // The front page first: where a logout leads that names no place.
    logout_uris: [...origins.map((site) => `${site}${base}/`), ...spelled],
    web_origins: origins,
    connections: ['customer', 'employee'],
    refresh_tokens: true,
    ask_consent: false,
  };
};

/** Origins that the client's own pages stand on. */
export const originsOf = (client: IdentityClient): string[] => [
  ...new Set([...client.redirect_uris.map((uri) => new URL(uri).origin), ...client.web_origins]),
];

/** The client as the provider wants it. */
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
