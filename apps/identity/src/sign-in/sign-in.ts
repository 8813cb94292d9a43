import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { type Connection, findPassword, replaceHash } from '../accounts.ts';
import type { Passwords } from '../passwords.ts';
import { beginAttempt, forgetAttempts, takeBackAttempt } from './attempts.ts';

export type Attempt = {
  connection: Connection;
  /** As it is stored. */
  name: string;
  password: string;
  address: string;
  /** The browser's mark from an earlier sign-in to the account with this `sub`. */
  deviceOf?(sub: string): string | undefined;
};

/**
 * How an attempt ended. Why it was refused is for the audit log alone: whoever tried is told the same, after the same
 * work, whichever it was (rule AUTH-13).
 */
export type Outcome =
  | { signedIn: true; sub: string }
  | { signedIn: false; reason: 'unknown' | 'wrong' | 'waiting'; sub?: string };

/** The name as it is stored: a kennitala's digits (rule KT-10), a user name in lower case. */
export const storedName = (connection: Connection, typed: string): string =>
  connection === 'customer' ? typed.replace(/[\s–-]/g, '') : typed.trim().toLowerCase();

/**
 * Checks a password (rules AUTH-10a, AUTH-10c, AUTH-13). Every attempt looks the account up and hashes once, also for
 * an account that is unknown or has to wait.
 */
export const signIn = async (
  { db, clock, passwords }: { db: Db; clock: Clock; passwords: Passwords },
  { connection, name, password, address, deviceOf }: Attempt,
): Promise<Outcome> => {
  const now = clock.now();
  const stored = await findPassword(db, connection, name);
  const device = stored && deviceOf?.(stored.sub);
  const account = `${connection}:${name}${device ? `@${device}` : ''}`;
  const addressMay = await beginAttempt(db, 'address', address, now);
  const accountMay = addressMay && (await beginAttempt(db, 'account', account, now));
  const matches = await passwords.verify(password, accountMay ? stored?.passwordHash : undefined);
  if (!accountMay) {
    if (addressMay) await takeBackAttempt(db, 'address', address);
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
