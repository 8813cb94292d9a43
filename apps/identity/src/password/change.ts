import { type Db, type Jobs, writeMail } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { passwordLength, passwordLengthOf } from '@hofn/domain/password.ts';
import type { Passwords, Random } from '../passwords.ts';
import { beginAttempt, forgetAttempts, limits, takeBackAttempt } from '../sign-in/attempts.ts';
import { isCommonPassword } from './common.ts';
import { createPasswordStore } from './store.ts';

type Parts = { db: Db; clock: Clock; passwords: Passwords; random: Random; outbox: Pick<Jobs, 'send'> };

/** How long the right to set a new password lasts after the present one was given. */
const rightMs = 10 * 60_000;

export type RightOutcome =
  | { ok: true; token: string; expiresAt: Date }
  | { ok: false; why: 'passwordWrong' }
  | { ok: false; why: 'passwordWait'; retryAfterSeconds: number };

export type ChangeOutcome =
  | { ok: true; sub: string }
  | { ok: false; why: 'passwordTokenExpired' }
  | { ok: false; why: 'passwordTooShort' | 'tooLong' | 'passwordTooCommon' | 'passwordSame' };

/** Why a new password cannot be taken, whatever the account's present one is (rule AUTH-15). */
export const passwordFault = (
  password: string,
): 'passwordTooShort' | 'tooLong' | 'passwordTooCommon' | undefined => {
  const length = passwordLengthOf(password);
  if (length < passwordLength.min) return 'passwordTooShort';
  if (length > passwordLength.max) return 'tooLong';
  return isCommonPassword(password) ? 'passwordTooCommon' : undefined;
};

/**
 * Makes the change of a customer's password (rule AUTH-15). Whoever is signed in gives the present password for a right
 * that is used once; failures count as at the sign-in (rule AUTH-13), by a count of their own: strangers who try at the
 * sign-in keep nobody from changing theirs, and who has come by a session does not guess on.
 */
export const createPasswordChange = ({ db, clock, passwords, random, outbox }: Parts) => ({
  /** @param session `sid` of the access token, whose sign-in is to stay */
  askRight: async (sub: string, session: string, currentPassword: string): Promise<RightOutcome> => {
    const now = clock.now();
    const store = createPasswordStore(db);
    const stored = await store.stored(sub);
    const account = `change:${sub}`;
    // Refused without hashing: the caller knows the account to be theirs, so there is nothing to hide by equal work.
    if (!(await beginAttempt(db, 'account', account, now)))
      return { ok: false, why: 'passwordWait', retryAfterSeconds: limits.account.firstWaitMs / 1000 };
    const matches = await passwords
      .verify(currentPassword, stored?.passwordHash)
      .catch(async (error: unknown) => {
        // As at the sign-in: turned away unread, it was no failure.
        await takeBackAttempt(db, 'account', account);
        throw error;
      });
    if (!matches) return { ok: false, why: 'passwordWrong' };
    await forgetAttempts(db, 'account', account);
    const token = random(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + rightMs);
    await store.addRight(token, { accountId: sub, session }, expiresAt);
    return { ok: true, token, expiresAt };
  },

  /** Whether a right still holds, before anyone types a password for it. */
  holds: async (token: string): Promise<boolean> =>
    Boolean((await createPasswordStore(db).right(token, clock.now()))?.accountId),

  /**
   * Sets the password, ends every other sign-in, and tells of it at the address on file. What is refused leaves the right
   * as it is, to try another.
   */
  change: async (token: string, password: string): Promise<ChangeOutcome> => {
    const now = clock.now();
    const right = await createPasswordStore(db).right(token, now);
    if (!right?.accountId) return { ok: false, why: 'passwordTokenExpired' };
    const fault = passwordFault(password);
    if (fault) return { ok: false, why: fault };
    const { accountId: sub, session } = right;
    const stored = await createPasswordStore(db).stored(sub);
    if (stored && (await passwords.verify(password, stored.passwordHash)))
      return { ok: false, why: 'passwordSame' };
    const passwordHash = await passwords.hash(password);
    return db.transaction(async (tx): Promise<ChangeOutcome> => {
      const store = createPasswordStore(tx);
      if (!(await store.use(token, now))) return { ok: false, why: 'passwordTokenExpired' };
      await store.change(sub, passwordHash, now);
      await store.endOthers(sub, session);
      const { ssn, email, language } = await store.contact(sub);
      // Who has just proved who they are need not wait for what was guessed before.
      await forgetAttempts(tx, 'account', `customer:${ssn}`);
      if (email !== null) {
        const at = now.toISOString();
        const mail = { kind: 'passwordChanged', about: { at }, recipient: email, language, createdAt: at };
        await writeMail(tx, outbox, { ...mail, customerId: sub, actorId: sub });
      }
      return { ok: true, sub };
    });
  },
});
export type PasswordChange = ReturnType<typeof createPasswordChange>;
