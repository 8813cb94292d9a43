import { type CredentialsJob, credentialsQueue, type Db, type Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { findCustomer } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import { createPasswordStore } from './store.ts';

/** How long the link in a letter holds. */
export const letterMs = 60 * 60_000;

/** Who asks, and in which language they read; `ssn` is ten digits. */
export type LetterAsked = { ssn: string; address: string; language: Language };

/**
 * Makes the sending of letters to customers who have no password, or not in mind (rule AUTH-10d). Whatever comes of it,
 * whoever asked is told the same after the same work: a link is made and a job put into the queue also for a kennitala that
 * nobody here has, and for one that has been asked for too often (rule AUTH-13).
 */
export const createLetters = (parts: {
  db: Db;
  clock: Clock;
  random: Random;
  outbox: Pick<Jobs, 'send'>;
  issuer: string;
  /** How many go to one account before the next ones wait. */
  mostLetters: number;
}) => {
  const { db, clock, random, outbox, issuer, mostLetters } = parts;
  return {
    /** @returns what came of it, for the log alone */
    ask: async ({ ssn, address, language }: LetterAsked) => {
      const now = clock.now();
      const sub = await findCustomer(db, ssn);
      const addressMay = await beginAttempt(db, 'letterAddress', address, now);
      const accountMay = await beginAttempt(db, 'letter', ssn, now, mostLetters);
      const token = random(32).toString('base64url');
      const expiresAt = new Date(now.getTime() + letterMs);
      const goes = sub !== undefined && addressMay && accountMay;
      const link = new URL('password', issuer);
      link.search = String(new URLSearchParams({ key: token, language }));
      await db.transaction(async (tx) => {
        // No account has the empty id.
        await createPasswordStore(tx).addRight(token, { accountId: goes ? sub : '', session: '' }, expiresAt);
        await outbox.send(tx, credentialsQueue.name, {
          customerId: goes ? sub : null,
          link: link.href,
          language,
          expiresAt: expiresAt.toISOString(),
        } satisfies CredentialsJob);
      });
      if (goes) return { outcome: 'sent', sub } as const;
      return sub === undefined ? ({ outcome: 'unknown' } as const) : ({ outcome: 'waiting', sub } as const);
    },
  };
};
export type Letters = ReturnType<typeof createLetters>;
