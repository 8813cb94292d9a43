import type { Logger } from '@hofn/service';
import type { Letter } from './letter.ts';
import { type MailTransport, Refused } from './transport.ts';

/** An e-mail that is due. `id` is the left side of its Message-ID, the same in each attempt. */
export type DueLetter = {
  id: string;
  recipient: string;
  letter: Letter;
  /** Records that the mail server has taken it. */
  sent(): Promise<void>;
  /** Records that the mail server will never take it. */
  refused?(fault: string): Promise<void>;
};

/**
 * Delivers e-mails for every queue. When the process dies between the server's response and our record of it, the next
 * attempt sends the same message with the same Message-ID, which is the best SMTP allows.
 * @returns a function that throws when the queue should retry; `about` identifies the e-mail in the log
 */
export const createDelivery =
  ({ logger, transport }: { logger: Logger; transport: MailTransport }) =>
  async ({ id, recipient, letter, sent, refused }: DueLetter, about: object): Promise<void> => {
    try {
      await transport.send({ id, recipient, letter });
    } catch (error) {
      if (!(error instanceof Refused)) {
        logger.warn({ ...about, err: error }, 'mail not sent yet');
        throw error;
      }
      logger.error({ ...about, fault: error.message }, 'mail given up');
      await refused?.(error.message);
      return;
    }
    await sent();
    logger.info(about, 'mail sent');
  };
