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
 * Makes the sending of letters to customers who have no password, or not in mind (rule AUTH-10d). The answer and the work
 * are the same for a kennitala that is no customer's: a link is made and a job put into the queue for it too (rule
 * AUTH-13). Over a limit nothing is written, so that no address fills the queue (rule HOLD-13); both limits count before
 * the kennitala is looked up, so that they show nothing of it.
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
      if (!(await beginAttempt(db, 'letterAddress', address, now))) return { outcome: 'address' } as const;
      if (!(await beginAttempt(db, 'letter', ssn, now, mostLetters))) return { outcome: 'waiting' } as const;
      const sub = await findCustomer(db, ssn);
      const token = random(32).toString('base64url');
      const expiresAt = new Date(now.getTime() + letterMs);
      const link = new URL('password', issuer);
      link.search = String(new URLSearchParams({ key: token, language }));
      await db.transaction(async (tx) => {
        // No account has the empty id.
        await createPasswordStore(tx).addRight(token, { accountId: sub ?? '', session: '' }, expiresAt);
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
