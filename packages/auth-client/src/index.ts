import { createClient } from './client.ts';
import type { AuthParts } from './parts.ts';
import { askFrame, askPopup, openPopup } from './popup-and-frame.ts';
import { browserStore, cookieJar } from './storage.ts';
import type { AuthClient, AuthOptions } from './types.ts';
import { startRefreshWorker } from './worker-port.ts';

export { AuthError, isRecoverable } from './errors.ts';
export type * from './types.ts';

/** Creates the client for this browser's session with the identity provider (rules AUTH-1 to AUTH-20). */
export const createAuthClient = (options: AuthOptions): AuthClient => createClient(options, browserParts());

const browserParts = (): AuthParts => ({
  crypto: window.crypto,
  fetch: (...request) => fetch(...request),
  cookies: cookieJar(document, location.protocol === 'https:'),
  local: browserStore(() => window.localStorage),
  now: () => Date.now(),
  lock: {
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    every(milliseconds, run) {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
    newOwner: () => crypto.randomUUID(),
  },
  page: {
    address: () => location.href,
    leave: (url, replace) => (replace ? location.replace(url) : location.assign(url)),
    popup() {
      const popup = openPopup(window);
      return (url, milliseconds) => askPopup(window, popup, url, milliseconds);
    },
    frame: (url, milliseconds) => askFrame(window, url, milliseconds),
    onStored(listener) {
      const onStorage = (event: StorageEvent): void => listener(event.key);
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  },
  worker: startRefreshWorker,
});
