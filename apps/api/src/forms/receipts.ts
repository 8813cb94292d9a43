import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { Logger } from '@hofn/service';
import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Letter } from '../platform/mail/letter.ts';
import { type MailTransport, Refused } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import { createSubmissionStore } from './store.ts';

/** Receipts of forms, tried for about a day as other mails are. */
export const receiptQueue: Queue = {
  name: 'form.receipt',
  concurrency: 4,
  retries: 60,
  delay: 30,
  longestDelay: 1800,
  expires: 120,
};

/** `secret` is of the link that confirms a subscription: the job alone has it in plain, the submission its hash. */
type Job = { id: string; secret?: string };

/**
 * What is said of a form that has come: its reference, and what comes next. Nothing that was typed is in it, not even the
 * name, for the address may be anyone's.
 */
const letterOf = (
  { kind, reference, language }: { kind: FormKind; reference: string; language: Language },
  secret: string | undefined,
  site: string,
): Letter => {
  const t = textsIn(language);
  return {
    language,
    subject: t(`formSubject|${kind}`),
    preheader: t('formReceipt|reference', { reference }),
    body: [
      t(`formBody|${kind}`),
      t('formReceipt|reference', { reference }),
      t(secret ? 'formReceipt|notYou' : 'formReceipt|unclear'),
    ].join('\n\n'),
    ...(secret && {
      button: {
        title: t('formReceipt|confirm'),
        // In the hash it stands in no server's log.
        url: `${site}${pathOf('form.forvarnarconfirm', language)}/#${secret}`,
      },
    }),
  };
};

/** Makes the sending of receipts. As with other mails, a second try after a crash hands over the same message. */
export const createFormReceipt = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
}) => {
  const { db, clock, logger, transport, site } = parts;
  const store = createSubmissionStore(db);
  return async ({ id, secret }: Job): Promise<void> => {
    const row = await store.unanswered(id);
    if (!row) return;
    const letter = letterOf({ ...row, kind: row.kind as FormKind }, secret, site);
    try {
      await transport.send({ id, recipient: row.email, letter });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      logger.warn({ submission: id, fault: error.message }, 'receipt given up');
      return;
    }
    await store.note(id, { receiptSentAt: clock.now().toISOString() });
    logger.info({ submission: id, kind: row.kind }, 'receipt sent');
  };
};
