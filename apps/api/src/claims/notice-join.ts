import type { Db } from '@hofn/database';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { createUploadStore } from '../platform/uploads/store.ts';
import { assignCustomer } from '../work-items/open-work-item.ts';
import type { ClaimChanges } from './changes.ts';
import { createClaimStore } from './claim-store.ts';
import { claimHolder, noticeHolder } from './holders.ts';
import { findNoticeOwner } from './notice-owner.ts';
import { createNoticeStore, type NoticeRow } from './notice-store.ts';
import { openClaim, publicClaimFields } from './opening.ts';

/** Makes a notice an unverified claim of a customer, in the transaction `tx` that has locked the notice. */
export const joinNotice = async (tx: Db, notice: NoticeRow, customer: { id: string }): Promise<void> => {
  const { id, number, line, form, policyNumber, receivedAt: at } = notice;
  const store = createNoticeStore(tx);
  await openClaim(tx, createClaimStore(tx), {
    ...{ customerId: customer.id, id, number, line, form, at },
    policyId: (await store.policy(tx, customer, policyNumber)) ?? null,
    by: { role: 'visitor', name: null },
  });
  await store.join(tx, id, customer);
  await assignCustomer(tx, 'claim', id, customer.id);
  await recordEvent(tx, 'claim.noticeMatched', customer.id, { claimId: id, number });
};

/**
 * Records an employee's decision on who owns a notice (rule ACT-7a): the customer who has the kennitala, who then reads all of
 * it and gets our answers, or nobody on file, so that answers keep going to the reporter. A claim that is on the customer's
 * pages already, because something agrees, can only be verified.
 * @throws Fault `conflict` when there is nothing to decide
 */
export const decideNotice = async (
  tx: Db,
  changes: ClaimChanges,
  id: string,
  { isOwners, employee }: { isOwners: boolean; employee: { id: string; name: string } },
): Promise<void> => {
  const store = createNoticeStore(tx);
  const notice = await store.lock(tx, id);
  const owner = notice && (await findNoticeOwner(tx, notice));
  if (!owner) throw new Fault('conflict');
  const { customer } = owner;
  if (!isOwners) {
    if (notice.customerId !== null || notice.linkRefusedBy !== null) throw new Fault('conflict');
    await store.refuseLink(tx, id, employee.name);
    return;
  }
  if (notice.customerId === null) await joinNotice(tx, notice, customer);
  const isVerified = await createClaimStore(tx).verify(
    tx,
    customer,
    id,
    publicClaimFields(notice.line, notice.form),
  );
  if (!isVerified) throw new Fault('conflict');
  await createUploadStore(tx).moveTo(tx, { id }, noticeHolder(id), claimHolder(id), { ownerId: customer.id });
  await recordEvent(tx, 'claim.verified', customer.id, { claimId: id, number: notice.number });
  await changes.tell(tx, { actor: employee, subject: customer }, 'claimVerified', { claimId: id });
};
