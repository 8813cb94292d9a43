import { timingSafeEqual } from 'node:crypto';

/** Whether the Authorization header has the key as bearer token; never without a configured key. */
export const hasValidKey = (authorization: string | undefined, key: string): boolean => {
  const [sent, expected] = [Buffer.from(authorization?.replace(/^Bearer /, '') ?? ''), Buffer.from(key)];
  return expected.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected);
};
