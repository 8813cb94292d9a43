import { argon2, timingSafeEqual } from 'node:crypto';

/** Where random bytes come from; a part that is passed in. */
export type Random = (bytes: number) => Buffer;

type Cost = { memory: number; passes: number; parallelism: number };

// Rule AUTH-13, at the strength OWASP names first: 19 MiB, two passes, one lane.
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** Raised when too many passwords wait to be checked; the caller answers 503 with Retry-After. */
export class TooBusyError extends Error {
  override name = 'TooBusyError';
  readonly statusCode = 503;
}

export type Passwords = {
  /** Hashes a new password with a salt of its own, as a PHC string. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash to compare with, the same work is done against a
   * hash that nothing matches, so that the time tells nobody whether an account exists (rule AUTH-13).
   * @throws TooBusyError
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash was made at another cost than today's, and should be made anew at the next sign-in. */
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

const derive = (password: string, salt: Buffer, at: Cost, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // One person types é on a phone and another e´ on a computer: both are the same password.
    const message = Buffer.from(password.normalize('NFKC'));
    argon2('argon2id', { message, nonce: salt, tagLength: length, ...at }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });

/** Lets `atOnce` tasks run and `waiting` more stand in line, none for longer than `longestMs`. */
const createLine = (atOnce: number, waiting: number, longestMs: number) => {
  let running = 0;
  const line: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new TooBusyError('Too many passwords wait to be checked.');
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          clearTimeout(late);
          resolve();
        };
        // Whose request has run out of time gets no answer; to hash for them would keep all behind them waiting as long.
        const late = setTimeout(() => {
          line.splice(line.indexOf(turn), 1);
          reject(new TooBusyError('A password has waited too long to be checked.'));
        }, longestMs);
        line.push(turn);
      });
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/**
 * Argon2id password hashing (rule AUTH-13). A hash takes 19 MiB and a core for some 60 ms, so that few run at once and
 * a bounded number waits, for less than half the time that a request has.
 */
export const createPasswords = (
  random: Random,
  { atOnce = 2, waiting = 64, longestMs = 4_000 } = {},
): Passwords => {
  const inLine = createLine(atOnce, waiting, longestMs);
  const nobodys = phc(cost, random(16), random(tagLength));
  return {
    hash: async (password) => {
      const salt = random(16);
      return phc(cost, salt, await inLine(() => derive(password, salt, cost, tagLength)));
    },
    verify: async (password, hash) => {
      const stored = parse(hash ?? nobodys);
      const tag = await inLine(() => derive(password, stored.salt, stored.cost, stored.tag.length));
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
