import type { ProviderAddresses } from '@hofn/auth-client';

/** Addresses and identity settings of the services, served by the web server (rules AUTH-1, CALL-7). */
export type WebSettings = {
  identityDomain: string;
  /** Addresses of an identity provider that is not ours. */
  provider?: ProviderAddresses;
  resource?: string;
  clientId: string;
  audience: string;
  scope: string;
  connection: { customer: string; employee: string };
  /** Prefix of every call's path: an origin, a path of the page's origin, or empty (rule CALL-7). */
  apiBase: string;
  /** Address of the chat service's web sockets. */
  chatUrl: string;
  /** Origin that the footer is updated from; without it, the footer stays as it was built. */
  contentOrigin?: string;
};

export const settingsAddress = '/arsskyrsla/settings.json';

let loaded: Promise<WebSettings> | undefined;

/**
 * The settings, requested once per page. A failure is not cached, so that a retry sends a new request.
 * @throws an `Error` that names the address
 */
export const loadSettings = (fetcher: typeof fetch = fetch): Promise<WebSettings> => {
  loaded ??= read(fetcher).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};

/** The address of a call, for callers without a session (rule CALL-7). */
export const apiAddress = async (path: string): Promise<string> => (await loadSettings()).apiBase + path;

const read = async (fetcher: typeof fetch): Promise<WebSettings> => {
  const response = await fetcher(settingsAddress, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${settingsAddress} answered ${response.status}`);
  return (await response.json()) as WebSettings;
};
