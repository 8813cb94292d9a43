import { randomUUID } from 'node:crypto';
import type { ClaimStatus } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { createUploadStore } from '../platform/uploads/store.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { type ClaimMessageRow, createClaimStore } from './claim-store.ts';
import { claimHolder, noticeHolder } from './holders.ts';
import type { ClaimMail } from './mails.ts';
import { publicClaimFields } from './opening.ts';
import { isOpen } from './store.ts';

const any: readonly ClaimStatus[] = [
  'inProgress',
  'awaitingDocuments',
  'assessment',
  'approved',
  'partlyApproved',
  'rejected',
];

/** Allowed transitions. A claim that has ended continues only by being reopened. */
const mayBecome: Record<ClaimStatus, readonly ClaimStatus[]> = {
  received: [...any, 'withdrawn'],
  inProgress: [...any, 'withdrawn'],
  awaitingDocuments: [...any, 'settled', 'closed', 'withdrawn'],
  assessment: [...any, 'withdrawn'],
  reopened: [...any, 'settled', 'closed', 'withdrawn'],
  approved: ['awaitingDocuments', 'settled', 'closed'],
  partlyApproved: ['awaitingDocuments', 'settled', 'closed'],
  rejected: ['reopened', 'closed'],
  settled: ['reopened', 'closed'],
  closed: ['reopened'],
  withdrawn: ['reopened'],
};

/** A transition. The customer reads the note under the step. */
export type ClaimChange = {
  status: ClaimStatus;
  by: { role: 'customer' | 'handler' | 'surveyor' | 'system'; name: string | null };
  note?: { is: string; en: string };
  /** Documents that we need, and by when; with `awaitingDocuments` only. */
  needs?: { is: string; en: string }[];
  needsBy?: string;
  /** Last day of the next step. */
  nextBy?: string;
  lossAmount?: number;
  compensation?: number;
  handler?: { name: string; phone: string };
};

/**
 * What happens to a claim after it was filed. Each change is added to its timeline and e-mailed to the customer (rule
 * DATA-9), in the transaction `tx`; a customer without an address on file reads it on My pages only.
 */
export const createClaimChanges = (parts: { db: Db; clock: Clock; mails: Mails }) => {
  const { db, clock, mails } = parts;
  const store = createClaimStore(db);
  const uploads = createUploadStore(db);

  const tell = async (
    tx: Db,
    context: { actor: { id: string }; subject: Customer },
    kind: ClaimMail,
    about: Record<string, string>,
    recipient?: string,
  ): Promise<void> => {
    const contact = await store.contact(context.subject, tx);
    const to = recipient ?? contact?.email;
    if (!contact || !to) return;
    await mails.write(tx, context, { kind, about, recipient: to, language: contact.language });
  };

  return {
    tell,
    /**
     * Changes the status of a claim.
     * @throws Fault `notFound` when the subject has no such claim, `conflict` when the transition is not allowed,
     * or somebody else changed the claim meanwhile
     */
    change: async (
      tx: Db,
      context: Pick<RequestContext, 'actor' | 'subject'>,
      claimId: string,
      { status, by, note, handler, ...rest }: ClaimChange,
    ): Promise<void> => {
      const { subject } = context;
      const claim = await store.one(subject, 'is', claimId, tx);
      if (!claim) throw new Fault('notFound');
      if (!mayBecome[claim.status].includes(status)) throw new Fault('conflict');
      const at = clock.now().toISOString();
      const awaits = status === 'awaitingDocuments';
      // A handler who takes a claim on has checked who filed it; rejecting one proves nothing about the customer.
      const isVerified =
        claim.unverified &&
        (by.role === 'handler' || by.role === 'surveyor') &&
        status !== 'rejected' &&
        status !== 'withdrawn';
      const changed = await store.change(tx, subject, claimId, claim.status, {
        status,
        changedAt: at,
        needs: awaits ? (rest.needs ?? []) : null,
        needsBy: awaits ? (rest.needsBy ?? null) : null,
        nextBy: rest.nextBy ?? null,
        ...(isVerified && { unverified: false }),
        ...(isVerified && claim.line && claim.form && publicClaimFields(claim.line, claim.form)),
        ...(rest.lossAmount !== undefined && { lossAmount: rest.lossAmount }),
        ...(rest.compensation !== undefined && { compensation: rest.compensation }),
        ...(handler && { handlerName: handler.name, handlerPhone: handler.phone }),
      });
      if (!changed) throw new Fault('conflict');
      if (isVerified)
        await uploads.moveTo(tx, { id: claimId }, noticeHolder(claimId), claimHolder(claimId), {
          ownerId: subject.id,
        });
      await store.addEvent(tx, {
        customerId: subject.id,
        claimId,
        status,
        at,
        role: by.role,
        name: by.name,
        noteIs: note?.is ?? null,
        noteEn: note?.en ?? null,
      });
      if (!isOpen(status)) await closeWorkItem(tx, 'claim', claimId, clock.now());
      const asksFor = awaits && rest.needsBy !== undefined;
      await tell(tx, context, asksFor ? 'claimDocuments' : 'claimStatus', {
        claimId,
        status,
        ...(rest.needsBy !== undefined && { day: rest.needsBy }),
      });
    },
    /** Adds a message to a claim. The customer gets an e-mail about one from the insurer. */
    write: async (
      tx: Db,
      context: Pick<RequestContext, 'actor' | 'subject'>,
      claimId: string,
      message: { fromInsurer: boolean; author: string; text: string },
    ): Promise<ClaimMessageRow> => {
      const row = {
        ...message,
        customerId: context.subject.id,
        claimId,
        id: randomUUID(),
        sentAt: clock.now().toISOString(),
      };
      await store.addMessage(tx, row);
      if (message.fromInsurer) await tell(tx, context, 'claimMessage', { claimId });
      return row;
    },
  };
};
export type ClaimChanges = ReturnType<typeof createClaimChanges>;
