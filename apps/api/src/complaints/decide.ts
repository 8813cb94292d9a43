import type { ComplaintDecision } from '@hofn/contracts';
import { customers, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { eq } from 'drizzle-orm';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { matterIdOf, type WorkItemRow } from '../platform/work-items.ts';
import { aboutTitle, letterText } from './letter.ts';
import { type ComplaintRow, createComplaintStore } from './store.ts';

/** The body of the letter that a decision sends. */
export const writtenLetter = async (
  db: Db,
  complaint: ComplaintRow,
  { outcome, letter }: ComplaintDecision,
  { reviewer, site }: { reviewer: string; site: string },
): Promise<string> => {
  const about = await aboutTitle(db, complaint, complaint.language);
  return letterText(complaint, about, { outcome, text: letter, reviewer }, site);
};

/**
 * Creates what records an employee's decision on a complaint, once, with the letter as it is sent. The case is closed by the employee's
 * act, which has checked that they did not handle what it is about.
 */
export const createDeciding =
  ({ clock, mails, site }: { clock: Clock; mails: Mails; site: string }) =>
  /** @throws Fault `notFound`; `conflict` when it is decided already */
  async (
    tx: Db,
    row: WorkItemRow,
    decision: ComplaintDecision,
    employee: { id: string; name: string },
  ): Promise<void> => {
    const store = createComplaintStore(tx);
    const complaint = await store.lock(row.customerId ?? '', matterIdOf(row));
    if (!complaint) throw new Fault('notFound');
    if (complaint.decidedAt !== null) throw new Fault('conflict');
    const { id, customerId, language, reference } = complaint;
    const { outcome, cause, note } = decision;
    await store.decide(customerId, id, {
      ...{ outcome, cause, note: note || null },
      ...{ decidedBy: employee.id, decidedByName: employee.name, decidedAt: clock.now().toISOString() },
      letter: await writtenLetter(tx, complaint, decision, { reviewer: employee.name, site }),
    });
    await recordEvent(tx, 'complaint.decided', customerId, { complaintId: id, reference, outcome, cause });
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId));
    const recipient = customer ? await mails.onFile(tx, customer) : null;
    if (!customer || recipient === null) return;
    const mail = { kind: 'complaintDecided', about: { complaintId: id }, recipient, language } as const;
    await mails.write(tx, { actor: employee, subject: customer }, mail);
  };
