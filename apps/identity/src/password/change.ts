import type { Db, Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { passwordLength, passwordLengthOf } from '@hofn/domain/password.ts';
import type { Language } from '@hofn/texts';
import { kindOf } from '../accounts.ts';
import type { Passwords, Random } from '../passwords.ts';
import { notifyOwner } from '../security/notify-owner.ts';
import { beginAttempt, clearAttempts, limits, undoAttempt } from '../sign-in/attempts.ts';
import { isCommonPassword } from './common.ts';
import { createPasswordStore } from './store.ts';

type Parts = { db: Db; clock: Clock; passwords: Passwords; random: Random; outbox: Pick<Jobs, 'send'> };

/** Lifetime of the token to set a new password, issued for the current one. */
const tokenMs = 10 * 60_000;

export type TokenOutcome =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; reason: 'passwordWrong' }
  | { ok: false; reason: 'passwordWait'; retryAfterSeconds: number };

export type ChangeOutcome =
  | { ok: true; sub: string }
  | { ok: false; reason: 'passwordTokenExpired' }
  | { ok: false; reason: 'passwordTooShort' | 'tooLong' | 'passwordTooCommon' | 'passwordSame' };

/** Checks length and commonness of a new password (rule AUTH-15). @returns an error code, or undefined if it is fine */
export const validatePassword = (
  password: string,
): 'passwordTooShort' | 'tooLong' | 'passwordTooCommon' | undefined => {
  const length = passwordLengthOf(password);
  if (length < passwordLength.min) return 'passwordTooShort';
  if (length > passwordLength.max) return 'tooLong';
  return isCommonPassword(password) ? 'passwordTooCommon' : undefined;
};

/**
 * Changes the password of a customer or an employee (rules AUTH-15 and HOLD-11). A signed-in user trades the current password for a single-use token.
 * Failures are limited as at the sign-in (rule AUTH-13) but counted separately: guesses at the sign-in page must not
 * block the owner, and a stolen session must not allow unlimited guesses.
 */
export const createPasswordChange = ({ db, clock, passwords, random, outbox }: Parts) => ({
  /** @param session `sid` of the caller's access token; this session survives the change */
  issueToken: async (sub: string, session: string, currentPassword: string): Promise<TokenOutcome> => {
    const now = clock.now();
    const store = createPasswordStore(db);
    const stored = await store.findHash(sub);
    const account = `change:${sub}`;
    // No dummy hash needed here: the caller is signed in, so there is no account existence to hide.
    if (!(await beginAttempt(db, 'account', account, now)))
      return { ok: false, reason: 'passwordWait', retryAfterSeconds: limits.account.firstWaitMs / 1000 };
    const matches = await passwords
      .verify(currentPassword, stored?.passwordHash)
      .catch(async (error: unknown) => {
        // As at the sign-in: a password that was not checked is not a failure.
        await undoAttempt(db, 'account', account);
        throw error;
      });
    if (!matches) return { ok: false, reason: 'passwordWrong' };
    await clearAttempts(db, 'account', account);
    const token = random(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + tokenMs);
    await store.addToken(token, { accountId: sub, session }, expiresAt);
    return { ok: true, token, expiresAt };
  },

  /** Whether a token is still valid, before a password is asked for. */
  isValid: async (token: string): Promise<boolean> =>
    Boolean((await createPasswordStore(db).findToken(token, clock.now()))?.accountId),

  /**
   * Sets the password, ends every other session, and notifies the owner by e-mail. A refused password does not consume
   * the token.
   * @param onChanged called in the transaction
   */
  change: async (
    token: string,
    password: string,
    language: Language,
    onChanged: (tx: Db, sub: string) => Promise<void>,
  ): Promise<ChangeOutcome> => {
    const now = clock.now();
    const found = await createPasswordStore(db).findToken(token, now);
    if (!found?.accountId) return { ok: false, reason: 'passwordTokenExpired' };
    const error = validatePassword(password);
    if (error) return { ok: false, reason: error };
    const { accountId: sub, session } = found;
    const stored = await createPasswordStore(db).findHash(sub);
    if (stored && (await passwords.verify(password, stored.passwordHash)))
      return { ok: false, reason: 'passwordSame' };
    const passwordHash = await passwords.hash(password);
    return db.transaction(async (tx): Promise<ChangeOutcome> => {
      const store = createPasswordStore(tx);
      if (!(await store.consumeToken(token, now))) return { ok: false, reason: 'passwordTokenExpired' };
      await store.setPassword(sub, passwordHash, now);
      await store.endOtherSignIns(sub, session);
      await onChanged(tx, sub);
      // The owner has just proved their identity: lift any wait caused by earlier guesses.
      await clearAttempts(tx, 'account', `${kindOf(sub)}:${await store.signInName(sub)}`);
      await notifyOwner(tx, outbox, { kind: 'passwordChanged', sub, at: now, language });
      return { ok: true, sub };
    });
  },
});
export type PasswordChange = ReturnType<typeof createPasswordChange>;
