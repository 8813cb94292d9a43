import { timingSafeEqual } from 'node:crypto';

/** Whether a caller names the key as bearer; without a key nobody does. */
export const namesKey = (authorization: string | undefined, key: string): boolean => {
  const [given, own] = [Buffer.from(authorization?.replace(/^Bearer /, '') ?? ''), Buffer.from(key)];
  return own.length > 0 && given.length === own.length && timingSafeEqual(given, own);
};
