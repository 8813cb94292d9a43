import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Encrypts the data of jobs that contain a secret (rule HOLD-16). */
export type JobCipher = {
  encrypt(use: string, text: string): Promise<string>;
  /** @throws Error when the text was encrypted with another key, or for another use */
  decrypt(use: string, encrypted: string): Promise<string>;
};

type Encrypted = { encrypted: string };

const useOf = (queue: string): string => `jobs of ${queue}`;

export const encryptJob = async (cipher: JobCipher, queue: string, data: object): Promise<Encrypted> => ({
  encrypted: await cipher.encrypt(useOf(queue), JSON.stringify(data)),
});

export const decryptJob = async <Data extends object>(
  cipher: JobCipher,
  queue: string,
  data: unknown,
): Promise<Data> => JSON.parse(await cipher.decrypt(useOf(queue), (data as Encrypted).encrypted)) as Data;

/**
 * Decrypts a waiting job of each queue, so that a wrong key is noticed at the start rather than by a customer who waits for
 * an e-mail.
 */
export const checkEncryptedJobs = async (
  db: Db,
  cipher: JobCipher,
  queues: readonly string[],
): Promise<void> => {
  for (const queue of queues) {
    const { rows } = await db.execute<{ data: unknown }>(
      sql`select data from jobs.job where name = ${queue} and state <= 'active' order by created_on desc limit 1`,
    );
    if (rows[0]) await decryptJob(cipher, queue, rows[0].data);
  }
};
