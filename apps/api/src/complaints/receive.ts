import { randomUUID } from 'node:crypto';
import type { ComplaintReceipt } from '@hofn/contracts';
import { customers, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { type ComplaintSubject, complaintDueOn } from '@hofn/domain/complaints.ts';
import type { Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createAboutStore } from './about.ts';
import { createComplaintStore } from './store.ts';

/** A complaint as it comes, from My pages or from the form of the site. */
export type NewComplaint = {
  actorId: string;
  customerId: string;
  subject: ComplaintSubject;
  subjectId: string | null;
  text: string;
  wishes: string;
  language: Language;
};

/** @throws Fault `validation` naming `subjectId` when the customer has no such thing */
const expectAbout = async (
  tx: Db,
  { customerId, subject, subjectId, language }: NewComplaint,
): Promise<void> => {
  const isKnown =
    subject === 'other'
      ? subjectId === null
      : (await createAboutStore(tx).find(customerId, language, subject, subjectId)) !== undefined;
  if (!isKnown) throw new Fault('validation', { fields: [{ path: 'subjectId', reason: 'complaintAbout' }] });
};

/** @throws Fault `complaintOpen` with the reference of the one that is open */
const openAlready = async (tx: Db, { customerId, subject, subjectId }: NewComplaint): Promise<Fault> => {
  const about = subjectId === null ? undefined : { subject, id: subjectId };
  const [open] = await createComplaintStore(tx).open(customerId, about);
  return new Fault('complaintOpen', {
    fields: [{ path: 'FORM', reason: 'complaintOpenAs', params: { reference: open?.reference ?? '' } }],
  });
};

export type ReceiveComplaint = ReturnType<typeof createReceiving>;

/**
 * Creates what receives complaints (rule RIGHT-2): stores one with its reference and last day, opens its case, tells other systems, and
 * confirms it by e-mail to the address on file.
 */
export const createReceiving =
  ({ clock, mails }: { clock: Clock; mails: Mails }) =>
  /** @throws Fault `validation` naming `subjectId`; `complaintOpen` while another about the same is open */
  async (tx: Db, complaint: NewComplaint): Promise<ComplaintReceipt & { id: string }> => {
    const { subject, subjectId, ...written } = complaint;
    const { actorId, customerId, language } = written;
    await expectAbout(tx, complaint);
    const now = clock.now();
    const id = randomUUID();
    const dueOn = complaintDueOn(dayOf(now));
    const store = createComplaintStore(tx);
    const reference = await store.nextReference(now.toISOString().slice(0, 4));
    const added = await store.add({
      ...written,
      ...{ about: subject, aboutId: subjectId },
      id,
      reference,
      dueOn,
      receivedAt: now.toISOString(),
    });
    if (!added) throw await openAlready(tx, complaint);
    await openWorkItem(tx, {
      ...{ kind: 'complaint', matterId: id, customerId, language, openedAt: now },
      dueAt: new Date(dueOn + now.toISOString().slice(10)),
    });
    const event = { complaintId: id, reference, about: subject, aboutId: subjectId };
    await recordEvent(tx, 'complaint.received', customerId, event);
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId));
    const recipient = customer ? await mails.onFile(tx, customer) : null;
    if (customer && recipient !== null) {
      const mail = { kind: 'complaintReceived', about: { complaintId: id }, recipient, language } as const;
      await mails.write(tx, { actor: { id: actorId }, subject: customer }, mail);
    }
    return { id, reference, dueOn };
  };
