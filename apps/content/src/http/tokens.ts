import { createHash, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../settings.ts';

export type TokenHolder = { name: string; mayWrite: boolean };

/** Looks up the holder of a token by its hash, comparing all known hashes in constant time. */
export const createTokenLookup =
  (known: Settings['CONTENT_TOKENS']) =>
  (token: string): TokenHolder | undefined => {
    const hash = createHash('sha256').update(token).digest();
    const matching = known.filter((entry) => timingSafeEqual(entry.hash, hash));
    return matching[0] && { name: matching[0].name, mayWrite: matching[0].mayWrite };
  };
