import type { SigningStarted } from '@hofn/contracts';

/** A signing under way, with when it began by this device's clock, in milliseconds since 1970. */
export type Begun = SigningStarted & { since: number };

/** How long one that was confirmed can still be put into the document, in milliseconds. */
const longest = 15 * 60_000;

const nameOf = (documentId: string): string => `hofn.signing.${documentId}`;

/**
 * Signings that were begun in this tab, kept there: a phone may throw the page away while its owner is in the app, and
 * what they confirmed there would be lost with it.
 * @param tab where a tab keeps what is its own; may throw when it may not keep anything
 */
export const begunIn = (tab: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => ({
  read: (documentId: string, now: number): Begun | undefined => {
    try {
      const begun = JSON.parse(tab().getItem(nameOf(documentId)) ?? 'null') as Begun | null;
      return begun && now - begun.since < longest ? begun : undefined;
    } catch {
      return undefined;
    }
  },
  keep: (documentId: string, begun: Begun): void => {
    try {
      tab().setItem(nameOf(documentId), JSON.stringify(begun));
    } catch {
      // The signing goes on, in this page alone.
    }
  },
  forget: (documentId: string): void => {
    try {
      tab().removeItem(nameOf(documentId));
    } catch {
      // Nothing was kept.
    }
  },
});
