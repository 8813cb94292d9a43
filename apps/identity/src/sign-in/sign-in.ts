import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { type Connection, findPassword, replaceHash } from '../accounts.ts';
import type { Passwords } from '../passwords.ts';
import { beginAttempt, forgetAttempts, secondsToWait, takeBackAttempt } from './attempts.ts';
import type { KnownDevice } from './known-device.ts';

export type Attempt = {
  connection: Connection;
  /** As it is stored. */
  name: string;
  password: string;
  address: string;
  /** The browser's mark from an earlier sign-in, and whose it was. */
  device?: KnownDevice | undefined;
};

/**
 * How an attempt ended. Why an account was refused is for the audit log alone: the answer and the work are the same for
 * all three reasons (rule AUTH-13). An address that has to wait gets an answer that says so.
 */
export type Outcome =
  | { signedIn: true; sub: string }
  | { signedIn: false; reason: 'unknown' | 'wrong' | 'waiting'; sub?: string }
  | { signedIn: false; reason: 'address'; retryAfterSeconds: number };

/** The name as it is stored: a kennitala's digits (rule KT-10), a user name in lower case. */
export const storedName = (connection: Connection, typed: string): string =>
  connection === 'customer' ? typed.replace(/[\s–-]/g, '') : typed.trim().toLowerCase();

/**
 * Checks a password (rules AUTH-10a, AUTH-10c, AUTH-13). Every attempt looks the account up and hashes once, also for
 * an account that is unknown or has to wait. An address over its limit is refused before either: hashing is bounded
 * for all customers together, and one address must not use it up (rule HOLD-13).
 */
export const signIn = async (
  { db, clock, passwords }: { db: Db; clock: Clock; passwords: Passwords },
  { connection, name, password, address, device }: Attempt,
): Promise<Outcome> => {
  const now = clock.now();
  if (!(await beginAttempt(db, 'address', address, now))) {
    const retryAfterSeconds = await secondsToWait(db, 'address', address, now);
    return { signedIn: false, reason: 'address', retryAfterSeconds };
  }
  const stored = await findPassword(db, connection, name);
  const mark = stored && device?.sub === stored.sub ? `@${device.id}` : '';
  const account = `${connection}:${name}${mark}`;
  const accountMay = await beginAttempt(db, 'account', account, now);
  const matches = await passwords
    .verify(password, accountMay ? stored?.passwordHash : undefined)
    .catch(async (error: unknown) => {
      // Turned away unread: it was no failure, and who tries again in a storm must not have to wait for it.
      await takeBackAttempt(db, 'address', address);
      if (accountMay) await takeBackAttempt(db, 'account', account);
      throw error;
    });
  if (!accountMay) {
    await takeBackAttempt(db, 'address', address);
    return { signedIn: false, reason: 'waiting', ...(stored && { sub: stored.sub }) };
  }
  if (!stored) return { signedIn: false, reason: 'unknown' };
  if (!matches) return { signedIn: false, reason: 'wrong', sub: stored.sub };
  await forgetAttempts(db, 'account', account);
  await takeBackAttempt(db, 'address', address);
  if (passwords.isOutdated(stored.passwordHash)) {
    await replaceHash(db, stored, await passwords.hash(password));
  }
  return { signedIn: true, sub: stored.sub };
};
