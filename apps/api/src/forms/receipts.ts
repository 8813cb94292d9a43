import { type Db, inClearText, mailRetries, type Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { Logger } from '@hofn/service';
import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createReplyAddresses } from '../incoming-mail/address.ts';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import type { Settings } from '../settings.ts';
import { caseKindOf } from './case-kind.ts';
import { createSubmissionStore } from './store.ts';

/** The queue of forms' receipts. */
export const receiptQueue: Queue = {
  name: 'form.receipt.encrypted',
  concurrency: 4,
  ...mailRetries,
  encrypted: true,
};

/** Its jobs of the previous release: processed as long as replicas of that release may queue some. */
export const plainReceiptQueue: Queue = inClearText(receiptQueue, 'form.receipt');

/** `secret` is in the link that confirms a subscription. Only the job has it, encrypted; the submission has its hash. */
type Job = { id: string; secret?: string };

type Receipt = {
  kind: FormKind;
  reference: string;
  language: Language;
  question: string | undefined;
  /** Where it is answered to; undefined when replies reach nobody. */
  conversation: Letter['conversation'];
};

/**
 * The receipt of a form: its reference, and what happens next. It repeats nothing that was typed, not even the name: the
 * address may belong to anyone. Only a signed-in customer's own address gets the question again.
 */
const letterOf = (
  { kind, reference, language, question, conversation }: Receipt,
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
      ...(question === undefined ? [] : [t('formReceipt|question', { question })]),
      secret
        ? t('formReceipt|notYou')
        : t(conversation ? 'formReceipt|unclearOrReply' : 'formReceipt|unclear', {
            address: site + pathOf('contact', language),
          }),
    ].join('\n\n'),
    ...(conversation && { conversation }),
    ...(secret && {
      button: {
        title: t('formReceipt|confirm'),
        // A URL's fragment appears in no server's log.
        url: `${site}${pathOf('form.forvarnarconfirm', language)}/#${secret}`,
      },
    }),
  };
};

/** Sends receipts. */
export const createFormReceipt = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  /** Address of the site with its base, for links. */
  site: string;
  settings: Pick<Settings, 'REPLY_ADDRESS'>;
}) => {
  const { db, clock, site } = parts;
  const addresses = createReplyAddresses(db, parts.settings);
  const store = createSubmissionStore(db);
  const deliver = createDelivery(parts);
  return async ({ id, secret }: Job): Promise<void> => {
    const row = await store.unanswered(id);
    if (!row) return;
    const { description } = row.fields;
    const question = row.isOnFile && typeof description === 'string' ? description : undefined;
    const kind = row.kind as FormKind;
    const opens = caseKindOf(kind);
    const conversation = opens && (await addresses.about(opens, id));
    const letter = letterOf({ ...row, kind, question, conversation }, secret, site);
    const sent = () => store.note(id, { receiptSentAt: clock.now().toISOString() });
    await deliver({ id, recipient: row.email, letter, sent }, { submission: id, kind });
  };
};
