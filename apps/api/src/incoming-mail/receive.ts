import { cases, type Database, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import { createSubmissionStore } from '../forms/store.ts';
import type { Submissions } from '../forms/submissions.ts';
import type { Owner } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import { textsIn } from '../platform/texts.ts';
import type { AttachmentTarget } from '../platform/uploads/store.ts';
import { submissionTarget, type Uploads } from '../platform/uploads/uploads.ts';
import { kindOf, matterIdOf, type WorkItemRow } from '../platform/work-items.ts';
import { reportChange } from '../work-items/changes.ts';
import { createDescriber, type DescribedItem, type WorkItemKinds } from '../work-items/describe.ts';
import { createCaseMailStore, isOnFile } from '../work-items/mail-store.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import type { IncomingMail } from './read-mail.ts';

/** What became of an e-mail: stored, or why it was refused. */
export type Received =
  | 'stored'
  /** It belongs to no case, and a program wrote it. */
  | 'automatic'
  /** The day's limit for its sender or its case is reached; it may come again tomorrow. */
  | 'tooMany';

/** The kind of service that an e-mail is filed under which belongs to no case. */
const inquiryType = 'Einstaklingsþjónusta';

/** The author that customers and staff see: the customer's name only if the e-mail came from the address on file. */
const authorOf = ({ customer, email }: DescribedItem, { from }: IncomingMail): string =>
  customer && isOnFile(email, from.address) ? customer.fullName : from.address;

/**
 * Stores incoming e-mails: a reply in its case, which reopens, and anything else as an inquiry. Each is stored completely or not at
 * all, and once, even if the mail server delivers it again.
 */
export const createReceiving = (parts: {
  database: Database;
  clock: Clock;
  uploads: Uploads;
  kinds: WorkItemKinds;
  submissions: Submissions;
  /** How many e-mails without a case one sender may send in a day, and how many may come to one case. */
  senderLimit: DailyLimit;
  caseLimit: DailyLimit;
}) => {
  const { database, clock, uploads, kinds, submissions, senderLimit, caseLimit } = parts;
  const { db } = database;
  const mails = createCaseMailStore(db);
  const submissionStore = createSubmissionStore(db);
  const describe = createDescriber(db, kinds);

  /** Puts files into quarantine. @returns for each file that was refused, a sentence with the reason */
  const addFiles = async (
    tx: Db,
    { files, from }: IncomingMail,
    to: { owner: Owner; holder: AttachmentTarget },
    language: Language,
  ): Promise<string[]> => {
    const t = textsIn(language);
    const refused: string[] = [];
    for (const { name, content } of files) {
      try {
        const offer = { name, bytes: content.length };
        const { id } = await uploads.announce(tx, to.owner, to.holder, offer, from.name ?? from.address);
        await uploads.receiveAll(tx, to.owner, id, content);
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'validation')) throw error;
        const reason = error.fields[0]?.reason;
        refused.push(
          t('incomingMail|leftOut', { name, reason: t(`errorCode|${reason as 'uploadTooLarge'}`) }),
        );
      }
    }
    return refused;
  };

  const findCase = async (token: string): Promise<WorkItemRow | undefined> =>
    (await db.select().from(cases).where(eq(cases.replyToken, token)))[0];

  /** Where to attach files: to what the customer sent, or else to what somebody reported. */
  const placeOf = ({ customer, files }: DescribedItem) => {
    const place = files.findLast(({ owner }) => owner.id === customer?.id) ?? files[0];
    if (!place) throw new Error('The case has no place for files');
    return place;
  };

  const addToCase = (row: WorkItemRow, item: DescribedItem, mail: IncomingMail): Promise<void> =>
    db.transaction(async (tx) => {
      const kind = kindOf(row);
      const now = clock.now();
      await kinds[kind]?.lock?.(tx, row);
      const { id, from, messageId, quoted, isAutomatic } = mail;
      const of = { caseId: row.id, id };
      const written = mail.text || textsIn(row.language)('incomingMail|filesAlone');
      const added = await mails.add(tx, {
        ...{ ...of, address: from.address, name: from.name, text: written, quoted, messageId, isAutomatic },
        receivedAt: now.toISOString(),
      });
      if (!added) return;
      const refused = await addFiles(tx, mail, placeOf(item), row.language);
      const text = [written, ...refused].join('\n\n');
      if (refused.length > 0) await mails.change(tx, of, { text });
      if (isAutomatic) return reportChange(tx, row.id);
      const { customer } = item;
      const inClaim =
        customer !== null &&
        (await kinds[kind]?.receiveReply?.(tx, {
          customer,
          described: item,
          author: authorOf(item, mail),
          text,
        }));
      if (inClaim) await mails.change(tx, of, { isInClaim: true });
      const about = { kind, matterId: matterIdOf(row), language: row.language };
      await openWorkItem(tx, { ...about, openedAt: now });
    });

  const addInquiry = (mail: IncomingMail): Promise<void> =>
    db.transaction(async (tx) => {
      const { id: mailId, from, subject, text } = mail;
      const once = `mail ${mailId}`;
      if (await submissionStore.isStored(tx, once)) return;
      // Nobody has chosen a language: Icelandic, as on the site.
      const language = 'is';
      const written = text || textsIn(language)('incomingMail|filesAlone');
      const description = [subject, written].filter(Boolean).join('\n\n');
      const values = { name: from.name ?? from.address, email: from.address, type: inquiryType, description };
      const { id } = await submissions.store(tx, {
        ...{ kind: 'inquiry', values, language, visit: undefined, once },
      });
      const place = { owner: { id }, holder: { kind: submissionTarget, id } };
      const refused = await addFiles(tx, mail, place, language);
      if (refused.length === 0) return;
      const fields = { ...values, description: [description, ...refused].join('\n\n') };
      await submissionStore.setFields(tx, id, fields);
    });

  /**
   * Stores an e-mail.
   * @param token of the address that it was sent to; null for the address of no case
   */
  return async (mail: IncomingMail, token: string | null): Promise<Received> => {
    const row = token === null ? undefined : await findCase(token);
    const item = row && (await describe(row, row.language));
    if (row && item) {
      if ((await caseLimit.count(row.id)) > 0) return 'tooMany';
      await addToCase(row, item, mail);
      return 'stored';
    }
    if (mail.isAutomatic) return 'automatic';
    if ((await senderLimit.count(mail.from.address.toLowerCase())) > 0) return 'tooMany';
    await addInquiry(mail);
    return 'stored';
  };
};
export type Receiving = ReturnType<typeof createReceiving>;
