import { hash } from 'node:crypto';
import { type Db, mailRetries, type Queue } from '@hofn/database';
import type { KennitalaSettings } from '@hofn/domain';
import { type ClaimForm, type ClaimLine, cleanClaimForm } from '@hofn/domain/claim-form.ts';
import { type ClaimReporter, cleanClaimReporter, reporterFaults } from '@hofn/domain/claim-reporter.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, type Language } from '@hofn/texts';
import { createReplyAddresses } from '../incoming-mail/address.ts';
import type { VisitContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { createDelivery } from '../platform/mail/delivery.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { MailTransport } from '../platform/mail/transport.ts';
import { textsIn } from '../platform/texts.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { targetOfVisit, type Visits } from '../platform/visits.ts';
import type { Settings } from '../settings.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import type { ClaimChanges } from './changes.ts';
import { createClaimStore } from './claim-store.ts';
import { formFaults, newId } from './filing.ts';
import { noticeHolder } from './holders.ts';
import { joinNotice } from './notice-join.ts';
import { findNoticeOwner } from './notice-owner.ts';
import { createNoticeStore } from './notice-store.ts';

/** Receipts to those who filed a claim without signing in. */
export const noticeReceiptQueue: Queue = { name: 'notice.receipt', concurrency: 4, ...mailRetries };
/** Notices whose reporter may be a customer. */
export const noticeJoinQueue: Queue = {
  name: 'notice.join',
  concurrency: 2,
  retries: 20,
  delay: 10,
  longestDelay: 600,
  expires: 60,
};

type Job = { id: string };

export type Notice = {
  line: ClaimLine;
  form: ClaimForm;
  reporter: ClaimReporter;
  files: readonly string[];
  declaration: boolean;
};

/** Filing claims without signing in. */
export const createNotices = (parts: {
  db: Db;
  clock: Clock;
  uploads: Uploads;
  visits: Visits;
  outbox: Outbox;
}) => {
  const { db, clock, uploads, visits, outbox } = parts;
  const store = createNoticeStore(db);
  const claimStore = createClaimStore(db);
  const files = async ({ subject }: VisitContext, from: Db = db) =>
    (await uploads.store.listAttachedTo(subject, targetOfVisit(subject.id), from)).map(uploadOf);
  return {
    /** Files uploaded for the claim that a visitor is filling in. */
    files,
    /**
     * Files a claim, all or nothing: with its files, number and receipt. Whether the reporter is a customer is not looked up
     * here, so that neither the answer nor its timing reveals it. A visit files once: the same claim sent again, for example
     * after a lost answer, gets the same number.
     * @param kennitala how ids in it are checked
     * @throws Fault `validation` naming every field that is wrong, `duplicateSubmission` when the visit has filed another
     */
    file: async (
      tx: Db,
      context: VisitContext,
      notice: Notice,
      language: Language,
      kennitala: KennitalaSettings,
    ): Promise<{ id: string; reference: string; isNew: boolean }> => {
      const { subject } = context;
      const { filed } = await visits.lock(tx, subject.id);
      const { files: fileIds, ...content } = notice;
      const contentHash = hash('sha256', JSON.stringify(content));
      if (filed) {
        if (filed.said !== contentHash) throw new Fault('duplicateSubmission');
        return { id: filed.id, reference: filed.number, isNew: false };
      }
      const now = clock.now();
      const uploaded = (await files(context, tx)).filter((file) => fileIds.includes(file.id));
      const areMissing = notice.files.some((id) => uploaded.every((file) => file.id !== id));
      const fields = [
        ...reporterFaults(notice.reporter, kennitala),
        ...formFaults(notice, uploaded, { today: dayOfInstant(now), kennitala }),
        ...(areMissing ? [{ path: 'files', reason: 'filesGone' }] : []),
      ];
      if (fields.length > 0) throw new Fault('validation', { fields });

      const receivedAt = now.toISOString();
      const id = newId();
      const number = await claimStore.nextNumber(tx, receivedAt.slice(0, 4));
      const { line } = notice;
      // Only signed-in customers choose a policy.
      const form = { ...cleanClaimForm(line, notice.form, kennitala), policy: '' };
      const { name, ssn, policyNumber } = cleanClaimReporter(notice.reporter, kennitala);
      await store.add(tx, { id, number, line, form, name, ssn, policyNumber, language, receivedAt });
      const attachedCount = await uploads.store.moveTo(
        tx,
        subject,
        targetOfVisit(subject.id),
        noticeHolder(id),
        {
          ids: fileIds,
          ownerId: id,
          sender: name,
        },
      );
      // A file was removed meanwhile.
      if (attachedCount < uploaded.length)
        throw new Fault('validation', { fields: [{ path: 'files', reason: 'filesGone' }] });
      await openWorkItem(tx, { kind: 'claim', matterId: id, language, openedAt: now });
      await visits.filed(tx, subject.id, { id, number, said: contentHash });
      await outbox.send(tx, noticeReceiptQueue.name, { id } satisfies Job);
      await outbox.send(tx, noticeJoinQueue.name, { id } satisfies Job);
      return { id, reference: number, isNew: true };
    },
  };
};
export type Notices = ReturnType<typeof createNotices>;

/**
 * Turns a notice into a customer's claim, when its kennitala is a customer's and its name, phone or plate agrees with what is
 * on file. The customer sees it on My pages marked as unverified, and gets an e-mail at the address on file. Its text and
 * files become visible once staff have verified it. Where nothing agrees, staff decide whose it is (rule ACT-7a), and the owner
 * of the kennitala reads only that a report names them. Running it twice changes nothing.
 */
export const createNoticeJoin = (parts: { db: Db; clock: Clock; changes: ClaimChanges; logger: Logger }) => {
  const { db, clock, changes, logger } = parts;
  const store = createNoticeStore(db);
  return ({ id }: Job): Promise<void> =>
    db.transaction(async (tx) => {
      const notice = await store.lockUnjoined(tx, id);
      // Staff may decide before this job runs.
      if (!notice || notice.linkRefusedBy !== null) return;
      const owner = await findNoticeOwner(tx, notice);
      if (!owner) return;
      const { customer, agreements } = owner;
      const context = { actor: { id }, subject: customer };
      if (agreements.length > 0) {
        await joinNotice(tx, notice, customer);
        await changes.tell(tx, context, 'claimUnverified', { claimId: id });
        logger.info({ claim: id }, 'notice joined to a customer');
      } else if (notice.ownerNotifiedAt === null) {
        await store.notified(tx, id, clock.now().toISOString());
        await changes.tell(tx, context, 'noticeNamesYou', { noticeId: id });
        logger.info({ notice: id }, 'notice with the kennitala of a customer who does not match');
      }
    });
};

/** Sends receipts. A receipt has the number and nothing that was typed: the address may be anyone's. */
export const createNoticeReceipt = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  transport: MailTransport;
  settings: Pick<Settings, 'REPLY_ADDRESS'>;
}) => {
  const { db, clock } = parts;
  const addresses = createReplyAddresses(db, parts.settings);
  const store = createNoticeStore(db);
  const deliver = createDelivery(parts);
  return async ({ id }: Job): Promise<void> => {
    const notice = await store.unanswered(id);
    if (!notice) return;
    const { language, number } = notice;
    const t = textsIn(language);
    const conversation = await addresses.about('claim', id);
    const body = t('noticeReceiptEmail|body', { number });
    const letter: Letter = {
      language,
      subject: t('noticeReceiptEmail|subject', { number }),
      preheader: t('noticeReceiptEmail|preheader'),
      body: conversation ? `${body}\n\n${t('email|mayReply')}` : body,
      ...(conversation && { conversation }),
    };
    const sent = () => store.answered(id, clock.now().toISOString());
    await deliver({ id, recipient: notice.form.email, letter, sent }, { notice: id });
  };
};
