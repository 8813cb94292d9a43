import { z } from 'zod';

/** An OpenID provider as its discovery document describes it. */
export type DiscoveredProvider = {
  issuer: string;
  authorization: string;
  token: string;
  /** Where its public keys are. */
  keys: string;
  /** Where a sign-out at the provider begins, if it offers one. */
  endSession?: string;
  /** Whether popups and frames get their response as a message. */
  hasMessages: boolean;
};

const timeoutMs = 3_000;
const maxBytes = 256 * 1024;

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  end_session_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  response_modes_supported: z.array(z.string()).default([]),
});

/** Thrown when a provider cannot be used; the message names what is wrong with its discovery document. */
export class DiscoveryError extends Error {
  override name = 'DiscoveryError';
}

/** Address of an issuer's discovery document (OpenID Connect Discovery, section 4). */
export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;

const fetchDocument = async (address: string, fetcher: typeof fetch): Promise<unknown> => {
  try {
    // A redirect could lead to another party's document.
    const answer = await fetcher(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const text = await answer.text();
    if (text.length > maxBytes) throw new Error('the document is too large');
    return JSON.parse(text);
  } catch (cause) {
    throw new DiscoveryError(`${address} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
};

/**
 * Reads a provider's discovery document. Its issuer must be exactly the configured one, and behind https every address is
 * https too, so that neither another document nor a man in the middle decides where users and codes are sent.
 * @throws DiscoveryError
 */
export const discoverProvider = async (
  issuer: string,
  fetcher: typeof fetch = fetch,
): Promise<DiscoveredProvider> => {
  const address = discoveryAddress(issuer);
  const parsed = documentSchema.safeParse(await fetchDocument(address, fetcher));
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
    throw new DiscoveryError(`${address} is malformed: ${fields.join(', ')}`);
  }
  const document = parsed.data;
  if (document.issuer !== issuer)
    throw new DiscoveryError(`${address} names the issuer ${document.issuer}: set IDENTITY_ISSUER to that`);
  const addresses = [
    document.authorization_endpoint,
    document.token_endpoint,
    document.jwks_uri,
    ...(document.end_session_endpoint ? [document.end_session_endpoint] : []),
  ];
  if (issuer.startsWith('https:') && !addresses.every((url) => url.startsWith('https:')))
    throw new DiscoveryError(`${address} has addresses without https`);
  return {
    issuer,
    authorization: document.authorization_endpoint,
    token: document.token_endpoint,
    keys: document.jwks_uri,
    ...(document.end_session_endpoint ? { endSession: document.end_session_endpoint } : {}),
    hasMessages: document.response_modes_supported.includes('web_message'),
  };
};

/**
 * Reads a provider's discovery document once; a failure is not cached. It stays as read until the process restarts, so that
 * a provider that is taken over later cannot send users elsewhere.
 */
export const createDiscovery = (
  issuer: string,
  fetcher?: typeof fetch,
): (() => Promise<DiscoveredProvider>) => {
  let known: Promise<DiscoveredProvider> | undefined;
  return () => {
    known ??= discoverProvider(issuer, fetcher).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
};
