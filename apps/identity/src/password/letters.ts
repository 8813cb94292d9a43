import { type CredentialsJob, credentialsQueue, type Db, type Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { findCustomer } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import { createPasswordStore } from './store.ts';

/** Lifetime of the link in a letter. */
export const letterMs = 60 * 60_000;

/** `ssn` is ten digits. */
export type LetterRequest = { ssn: string; address: string; language: Language };

/**
 * Sends letters with a link to choose a password (rule AUTH-10d). An unknown kennitala causes the same work and the same
 * answer: a link is created and a job queued for it too (rule AUTH-13). Over a limit nothing is written, so that nobody
 * can flood the queue (rule HOLD-13); both limits count before the kennitala is looked up, so that they reveal nothing.
 */
export const createLetters = (parts: {
  db: Db;
  clock: Clock;
  random: Random;
  outbox: Pick<Jobs, 'send'>;
  issuer: string;
  /** Letters to one account before the next ones have to wait. */
  maxLetters: number;
}) => {
  const { db, clock, random, outbox, issuer, maxLetters } = parts;
  return {
    /** @returns the outcome, for the log only */
    request: async ({ ssn, address, language }: LetterRequest) => {
      const now = clock.now();
      if (!(await beginAttempt(db, 'letterAddress', address, now))) return { outcome: 'address' } as const;
      if (!(await beginAttempt(db, 'letter', ssn, now, maxLetters))) return { outcome: 'waiting' } as const;
      const sub = await findCustomer(db, ssn);
      const token = random(32).toString('base64url');
      const expiresAt = new Date(now.getTime() + letterMs);
      const link = new URL('password', issuer);
      link.search = String(new URLSearchParams({ key: token, language }));
      await db.transaction(async (tx) => {
        // The empty id marks the token of an unknown kennitala.
        await createPasswordStore(tx).addToken(token, { accountId: sub ?? '', session: '' }, expiresAt);
        await outbox.send(tx, credentialsQueue.name, {
          customerId: sub ?? null,
          link: link.href,
          language,
          expiresAt: expiresAt.toISOString(),
        } satisfies CredentialsJob);
      });
      return sub === undefined ? ({ outcome: 'unknown' } as const) : ({ outcome: 'sent', sub } as const);
    },
  };
};
export type Letters = ReturnType<typeof createLetters>;
