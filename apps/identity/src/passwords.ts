import { argon2, timingSafeEqual } from 'node:crypto';

/** Source of random bytes, injectable for tests. */
export type Random = (bytes: number) => Buffer;

type Cost = { memory: number; passes: number; parallelism: number };

// Rule AUTH-13, with OWASP's first recommendation: 19 MiB, two passes, one lane.
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** Thrown when the hashing queue is full; the caller answers 503 with Retry-After. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
  readonly statusCode = 503;
}

export type Passwords = {
  /** Hashes a new password with a fresh salt, as a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash it does the same work against a dummy hash, so that the
   * response time does not reveal whether an account exists (rule AUTH-13).
   * @throws TooBusyError
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash was made with other cost parameters and should be renewed at the next sign-in. */
  isOutdated(hash: string): boolean;
};

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const phc = ({ memory, passes, parallelism }: Cost, salt: Uint8Array, tag: Uint8Array): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;

const parse = (hash: string): { cost: Cost; salt: Buffer; tag: Buffer } => {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!match) throw new Error('A stored password is not an Argon2id hash in PHC form.');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

const derive = (password: string, salt: Buffer, params: Cost, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // The same é can be typed as one code point or as e with a combining accent.
    const message = Buffer.from(password.normalize('NFKC'));
    argon2('argon2id', { message, nonce: salt, tagLength: length, ...params }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });

/** Runs `atOnce` tasks at a time and queues `waiting` more, each for at most `maxWaitMs`. */
const createQueue = (atOnce: number, waiting: number, maxWaitMs: number) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new TooBusyError('Too many passwords are waiting to be checked.');
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          clearTimeout(timeout);
          resolve();
        };
        // The request has timed out by then: hashing for it would only delay the ones behind it.
        const timeout = setTimeout(() => {
          queue.splice(queue.indexOf(start), 1);
          reject(new TooBusyError('A password waited too long to be checked.'));
        }, maxWaitMs);
        queue.push(start);
      });
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/**
 * Argon2id password hashing (rule AUTH-13). A hash takes 19 MiB and a core for some 60 ms, so only a few run at once
 * and a bounded number waits, for less than half of the request timeout.
 */
export const createPasswords = (
  random: Random,
  { atOnce = 2, waiting = 64, maxWaitMs = 4_000 } = {},
): Passwords => {
  const enqueue = createQueue(atOnce, waiting, maxWaitMs);
  const dummyHash = phc(cost, random(16), random(tagLength));
  return {
    hash: async (password) => {
      const salt = random(16);
      return phc(cost, salt, await enqueue(() => derive(password, salt, cost, tagLength)));
    },
    verify: async (password, hash) => {
      const stored = parse(hash ?? dummyHash);
      const tag = await enqueue(() => derive(password, stored.salt, stored.cost, stored.tag.length));
      return timingSafeEqual(tag, stored.tag) && hash !== undefined;
    },
    isOutdated: (hash) => {
      const stored = parse(hash).cost;
      return (
        stored.memory !== cost.memory ||
        stored.passes !== cost.passes ||
        stored.parallelism !== cost.parallelism
      );
    },
  };
};
