import type { Db } from '@hofn/database';
import { type Clock, cleanIdentifier, compactIdentifier, kennitalaDigits } from '@hofn/domain';
import { type Connection, findPassword, replaceHash } from '../accounts.ts';
import type { Passwords } from '../passwords.ts';
import { beginAttempt, clearAttempts, limits, secondsToWait, undoAttempt } from './attempts.ts';
import type { KnownDevice } from './known-device.ts';

export type Attempt = {
  connection: Connection;
  /** From `normalizeName`. */
  name: string;
  password: string;
  address: string;
  /** Set when the browser was used for an earlier sign-in. */
  device?: KnownDevice | undefined;
};

/**
 * Outcome of an attempt. The first three reasons are for the audit log only: their response and work are identical (rule
 * AUTH-13). An address over its limit gets a response that says so.
 */
export type Outcome =
  | { signedIn: true; sub: string }
  | { signedIn: false; reason: 'unknown' | 'wrong' | 'waiting'; sub?: string }
  | { signedIn: false; reason: 'address'; retryAfterSeconds: number };

/** Normalizes a typed name to its stored form: digits of a kennitala (rule KT-10), a lower-case user name. */
export const normalizeName = (connection: Connection, typed: string): string =>
  connection === 'customer'
    ? (kennitalaDigits(typed) ?? compactIdentifier(typed))
    : cleanIdentifier(typed).toLowerCase();

/**
 * Checks a password (rules AUTH-10a, AUTH-10c, AUTH-13). Every attempt looks up the account and hashes once, even if the
 * account is unknown or has to wait. An address over its limit is refused before either: hashing capacity is shared by
 * all customers, and one address must not exhaust it (rule HOLD-13).
 * @param addressFailures SIGN_IN_FAILURES
 */
export const signIn = async (
  { db, clock, passwords }: { db: Db; clock: Clock; passwords: Passwords },
  { connection, name, password, address, device }: Attempt,
  addressFailures: number = limits.address.failures,
): Promise<Outcome> => {
  const now = clock.now();
  if (!(await beginAttempt(db, 'address', address, now, addressFailures))) {
    const retryAfterSeconds = await secondsToWait(db, 'address', address, now);
    return { signedIn: false, reason: 'address', retryAfterSeconds };
  }
  const stored = await findPassword(db, connection, name);
  const deviceSuffix = stored && device?.sub === stored.sub ? `@${device.id}` : '';
  const account = `${connection}:${name}${deviceSuffix}`;
  const mayTry = await beginAttempt(db, 'account', account, now);
  const matches = await passwords
    .verify(password, (mayTry && stored?.passwordHash) || undefined)
    .catch(async (error: unknown) => {
      // The password was not checked: retries under load must not count as failures.
      await undoAttempt(db, 'address', address, addressFailures);
      if (mayTry) await undoAttempt(db, 'account', account);
      throw error;
    });
  if (!mayTry) {
    await undoAttempt(db, 'address', address, addressFailures);
    return { signedIn: false, reason: 'waiting', ...(stored && { sub: stored.sub }) };
  }
  if (!stored) return { signedIn: false, reason: 'unknown' };
  const { sub, passwordHash } = stored;
  if (!matches || passwordHash === null) return { signedIn: false, reason: 'wrong', sub };
  await clearAttempts(db, 'account', account);
  await undoAttempt(db, 'address', address, addressFailures);
  if (passwords.isOutdated(passwordHash)) {
    await replaceHash(db, { sub, passwordHash }, await passwords.hash(password));
  }
  return { signedIn: true, sub };
};
