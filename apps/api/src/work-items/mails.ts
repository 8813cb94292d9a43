import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Letter } from '../platform/mail/letter.ts';
import { type MailTransport, Refused } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import { createWorkItemStore } from './store.ts';

/** Answers by e-mail, tried for about a day as other mails are. */
export const answerQueue: Queue = {
  name: 'case.answer',
  concurrency: 2,
  retries: 60,
  delay: 30,
  longestDelay: 1800,
  expires: 120,
};

export type AnswerJob = { caseId: string; id: string };

/** Makes the sending of answers, in the language that was written to us in. A second try hands over the same message. */
export const createAnswerSender = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
}) => {
  const { db, clock, logger, transport, site } = parts;
  const store = createWorkItemStore(db);
  return async ({ caseId, id }: AnswerJob): Promise<void> => {
    const due = await store.unsentAnswer(caseId, id);
    const recipient = due?.answer.recipient;
    if (!due || !recipient) return;
    const { answer, row, kind, fullName } = due;
    const { language } = row;
    // A customer reads answers to claims in the claim: by e-mail alone they go to one who has not proved to be a customer.
    const known = row.customerId !== null && row.kind !== 'claim';
    const t = textsIn(language);
    const reference = (await store.one(caseId, language))?.reference;
    const letter: Letter = {
      language,
      // Who has not signed in may call themselves anything: our greeting does not repeat it.
      ...(known && kind === 'person' && fullName && { firstName: firstNames(fullName) }),
      subject: reference ? t('caseAnswerEmail|subjectOf', { reference }) : t('caseAnswerEmail|subject'),
      preheader: t('caseAnswerEmail|preheader'),
      body: [
        answer.text,
        answer.author,
        t('caseAnswerEmail|more'),
        ...(reference ? [t('formReceipt|reference', { reference })] : []),
      ].join('\n\n'),
      ...(known && {
        button: { title: t('caseAnswerEmail|button'), url: site + pathOf('portal.matters', language) },
      }),
    };
    try {
      await transport.send({ id, recipient, letter });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      logger.error({ answer: id, fault: error.message }, 'mail given up');
      await store.recordDelivery(caseId, id, { failedAt: clock.now().toISOString(), fault: error.message });
      return;
    }
    await store.recordDelivery(caseId, id, { sentAt: clock.now().toISOString() });
    logger.info({ answer: id }, 'mail sent');
  };
};
