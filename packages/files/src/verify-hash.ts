import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { FileFault } from './store.ts';

/**
 * Lets bytes through and holds the last ones back until the hash of all is known to be `key`, so that nobody gets a
 * damaged content whole.
 */
export const checkedAgainst = (key: string): Transform => {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') === key) done(null, held);
      else done(new FileFault('damaged', `The content ${key} is not what was stored`));
    },
  });
};
