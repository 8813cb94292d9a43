/** What the browser needs to know of the services it talks to; served by the web server (rules AUTH-1, CALL-7). */
export type WebSettings = {
  identityDomain: string;
  clientId: string;
  audience: string;
  scope: string;
  connection: { customer: string; employee: string };
  /** Put before the path of every call: an origin, a path of the page's own origin, or nothing (rule CALL-7). */
  apiBase: string;
  /** Address of the chat service, where its sockets are. */
  chatUrl: string;
  /** Address of the content service that the footer is read from; none when it is only as it was built in. */
  contentOrigin?: string;
};

export const settingsAddress = '/arsskyrsla/settings.json';

let loaded: Promise<WebSettings> | undefined;

/**
 * The settings, asked for once in a page. A failed request is forgotten, so that a retry asks again.
 * Throws an `Error` that names the address.
 */
export const loadSettings = (fetcher: typeof fetch = fetch): Promise<WebSettings> => {
  loaded ??= read(fetcher).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};

/** The address of a call by its path, for callers who need neither a session nor its client (rule CALL-7). */
export const apiAddress = async (path: string): Promise<string> => (await loadSettings()).apiBase + path;

const read = async (fetcher: typeof fetch): Promise<WebSettings> => {
  const answer = await fetcher(settingsAddress, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${settingsAddress} answered ${answer.status}`);
  return (await answer.json()) as WebSettings;
};
