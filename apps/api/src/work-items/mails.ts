import { type Db, mailRetries, type Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import type { Logger } from '@hofn/service';
import { pathOf } from '@hofn/texts/paths.ts';
import { createReplyAddresses } from '../incoming-mail/address.ts';
import { recordEvent } from '../platform/events.ts';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import { kindOf, matterIdOf, type WorkItemRow } from '../platform/work-items.ts';
import type { Settings } from '../settings.ts';
import { createAnswerStore } from './answer-store.ts';
import { createCaseMailStore } from './mail-store.ts';
import { openWorkItem } from './open-work-item.ts';
import { createWorkItemStore } from './store.ts';

/** Answers by e-mail. */
export const answerQueue: Queue = { name: 'case.answer', concurrency: 2, ...mailRetries };

export type AnswerJob = { caseId: string; id: string };

/** Reopens a case whose answer did not arrive, unless it is open. */
const reopen = async (tx: Db, row: WorkItemRow, at: Date): Promise<void> => {
  const { id, kind, matterId, customerId, problem, state, language } = row;
  if (state === 'open') return;
  const about = { kind: kindOf(row), matterId: matterIdOf(row) };
  await openWorkItem(tx, { ...about, language, openedAt: at, reopenedAs: 'reopened' });
  if (problem === null) await recordEvent(tx, 'case.reopened', id, { kind, matterId, customerId });
};

/**
 * An answer as it is e-mailed, in the language that the sender wrote in.
 * @param options.customer whose matter it is; null when unknown: they are greeted without a name, since anyone can type any
 * @param options.reference number of the matter; undefined when it has none
 * @param options.site address of the site with its base, for links
 * @param options.mayReply whether a reply to the e-mail reaches the case
 */
export const answerLetter = (
  { text, author }: { text: string; author: string },
  {
    row: { kind, language },
    customer,
    reference,
    site,
    mayReply,
  }: {
    row: Pick<WorkItemRow, 'kind' | 'language'>;
    customer: { kind: 'person' | 'company'; fullName: string } | null;
    reference: string | undefined;
    site: string;
    mayReply: boolean;
  },
): Letter => {
  // Customers read answers to claims in the claim; e-mails go to reporters who are not known to be customers.
  const isCustomer = customer !== null && kind !== 'claim';
  const t = textsIn(language);
  return {
    language,
    ...(isCustomer && customer.kind === 'person' && { firstName: firstNames(customer.fullName) }),
    subject: reference ? t('caseAnswerEmail|subjectOf', { reference }) : t('caseAnswerEmail|subject'),
    preheader: t('caseAnswerEmail|preheader'),
    body: [
      text,
      author,
      t(mayReply ? 'caseAnswerEmail|moreOrReply' : 'caseAnswerEmail|more', {
        address: site + pathOf(isCustomer ? 'portal.matters' : 'contact', language),
      }),
      ...(reference ? [t('formReceipt|reference', { reference })] : []),
    ].join('\n\n'),
    ...(isCustomer && {
      button: { title: t('caseAnswerEmail|button'), url: site + pathOf('portal.matters', language) },
    }),
  };
};

/** Sends answers, in the language that the sender wrote in. */
export const createAnswerSender = (parts: {
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
  const mails = createCaseMailStore(db);
  const answers = createAnswerStore(db);
  const store = createWorkItemStore(db);
  const deliver = createDelivery(parts);
  return async ({ caseId, id }: AnswerJob): Promise<void> => {
    const due = await answers.unsent(caseId, id);
    const recipient = due?.answer.recipient;
    if (!due || !recipient) return;
    const { answer, row, kind, fullName } = due;
    const reference = (await store.findForMail(caseId, row.language))?.reference ?? undefined;
    const customer = kind !== null && fullName !== null ? { kind, fullName } : null;
    const address = await addresses.ofCase(caseId);
    const conversation = address && { ...address, answers: await mails.latestMessageId(caseId) };
    const mayReply = conversation !== undefined;
    const letter = {
      ...answerLetter(answer, { row, customer, reference, site, mayReply }),
      ...(conversation && { conversation }),
    };
    const at = () => clock.now().toISOString();
    await deliver(
      {
        id,
        recipient,
        letter,
        sent: () => answers.recordDelivery(caseId, id, { sentAt: at() }),
        // Who wrote it believes that it was read.
        refused: (fault) =>
          db.transaction(async (tx) => {
            await answers.recordDelivery(caseId, id, { failedAt: at(), fault }, tx);
            await reopen(tx, row, clock.now());
          }),
      },
      { answer: id },
    );
  };
};
