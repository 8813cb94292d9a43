import type { Db } from '@hofn/database';
import type { Mails } from '../platform/mail/mails.ts';
import type { MailRow } from '../platform/mail/store.ts';
import { reportUndelivered } from '../undelivered/report.ts';

/**
 * Records that an e-mail was refused, in the transaction that says so. A proof went to somebody else, so the customer is told and
 * corrects the address; anything else, and a customer who has no address, is for staff.
 */
export const createRefusal =
  (mails: Mails) =>
  async (tx: Db, mail: MailRow, at: Date): Promise<void> => {
    const subject = { id: mail.customerId };
    const email = mail.kind === 'insuranceProof' ? await mails.onFile(tx, subject) : null;
    if (email === null) {
      await reportUndelivered(tx, mail, at);
      return;
    }
    await mails.write(
      tx,
      { actor: { id: mail.actorId }, subject },
      { kind: 'proofUndelivered', about: mail.about, recipient: email, language: mail.language },
    );
  };
