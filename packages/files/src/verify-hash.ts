import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { FileFault } from './store.ts';

/**
 * Passes bytes through but withholds the last chunk until the hash has been verified against `key`, so that nobody
 * receives damaged content in full.
 */
export const verifyHash = (key: string): Transform => {
  const hash = createHash('sha256');
  let lastChunk: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const previous = lastChunk;
      lastChunk = chunk;
      done(null, previous);
    },
    flush(done) {
      if (hash.digest('hex') === key) done(null, lastChunk);
      else done(new FileFault('damaged', `The content ${key} is not what was stored`));
    },
  });
};
