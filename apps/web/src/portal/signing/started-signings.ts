import type { SigningStarted } from '@hofn/contracts';

/** A signing in progress; `since` is its start by this device's clock, in milliseconds since 1970. */
export type StartedSigning = SigningStarted & { since: number };

/** How long after the start a confirmed signature can still be added to the document, in milliseconds. */
const maxAgeMs = 15 * 60_000;

const storageKey = (documentId: string): string => `hofn.signing.${documentId}`;

/**
 * Stores the signings started in this tab: a phone may discard the page while the user is in the app, which would
 * lose the confirmation.
 * @param getStorage returns the tab's storage; throws where storage is denied
 */
export const startedSigningsIn = (getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => ({
  read: (documentId: string, now: number): StartedSigning | undefined => {
    try {
      const started = JSON.parse(
        getStorage().getItem(storageKey(documentId)) ?? 'null',
      ) as StartedSigning | null;
      return started && now - started.since < maxAgeMs ? started : undefined;
    } catch {
      return undefined;
    }
  },
  save: (documentId: string, started: StartedSigning): void => {
    try {
      getStorage().setItem(storageKey(documentId), JSON.stringify(started));
    } catch {
      // Storage denied: the signing continues only while this page is open.
    }
  },
  remove: (documentId: string): void => {
    try {
      getStorage().removeItem(storageKey(documentId));
    } catch {
      // Storage denied: nothing was stored.
    }
  },
});
