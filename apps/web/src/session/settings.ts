/** What the browser needs to know of the services it talks to; served by the web server (rules AUTH-1, CALL-7). */
export type WebSettings = {
  identityDomain: string;
  clientId: string;
  audience: string;
  scope: string;
  connection: { customer: string; employee: string };
  /** Put before the path of every call: empty for the page's own origin. */
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

const read = async (fetcher: typeof fetch): Promise<WebSettings> => {
  const answer = await fetcher(settingsAddress, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${settingsAddress} answered ${answer.status}`);
  return (await answer.json()) as WebSettings;
};
