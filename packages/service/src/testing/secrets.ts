import { createSecrets } from '../secrets.ts';

export const testKey = Buffer.alloc(32, 'test');

/** Secrets under a fixed key, so that several services of a test can share a database. */
export const testSecrets = createSecrets([testKey]);
