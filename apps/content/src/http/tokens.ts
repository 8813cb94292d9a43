import { createHash, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../settings.ts';

/** The holder of a service token. */
export type Holder = { name: string; mayWrite: boolean };

/** Finds the holder of a token by its hash; every known hash is compared, in the same time whichever it is. */
export const createTokens =
  (known: Settings['CONTENT_TOKENS']) =>
  (token: string): Holder | undefined => {
    const hash = createHash('sha256').update(token).digest();
    const matching = known.filter((entry) => timingSafeEqual(entry.hash, hash));
    return matching[0] && { name: matching[0].name, mayWrite: matching[0].mayWrite };
  };
