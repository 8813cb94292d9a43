import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { claims, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { RequestContext } from '../platform/authorization.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { createUploadStore } from '../platform/uploads/store.ts';
import { closeWorkItem, openWorkItem } from '../work-items/open-work-item.ts';
import { type ClaimMessageRow, createClaimStore } from './claim-store.ts';
import { claimHolder, noticeHolder } from './holders.ts';
import type { ClaimMail } from './mails.ts';
import { isOpen } from './store.ts';

/** What decides whether there is news about a claim. */
export type ClaimState = Pick<typeof claims.$inferSelect, 'status' | 'needs' | 'needsBy' | 'unverified'>;

const needsOf = (state: ClaimState | undefined) => [state?.needs ?? [], state?.needsBy ?? null];

/**
 * What follows from a change of a claim, in the transaction `tx` of the change: e-mails to the customer (rule DATA-9), and
 * the end of staff's work on it. A customer without an address on file reads the news on My pages only. What changes a
 * claim after it was filed is the claim's core system (`claimWriter`), and messages.
 */
export const createClaimChanges = (parts: { db: Db; clock: Clock; mails: Mails }) => {
  const { db, clock, mails } = parts;
  const store = createClaimStore(db);
  const uploads = createUploadStore(db);

  const tell = async (
    tx: Db,
    context: { actor: { id: string }; subject: { id: string } },
    kind: ClaimMail,
    about: Record<string, string>,
    recipient?: string,
  ): Promise<void> => {
    const contact = await store.contact(context.subject, tx);
    const to = recipient ?? contact?.email;
    if (!contact || !to) return;
    await mails.write(tx, context, { kind, about, recipient: to, language: contact.language });
  };

  /** A failed payment needs an owner (rule DESK-14), also on a closed claim. */
  const reopen = async (tx: Db, subject: { id: string }, claimId: string): Promise<void> => {
    const language = (await store.contact(subject, tx))?.language ?? 'is';
    await openWorkItem(tx, {
      ...{ kind: 'claim', matterId: claimId, customerId: subject.id, language, openedAt: clock.now() },
      reopenedAs: 'reopened',
    });
  };

  return {
    tell,
    /**
     * Does what a new version of a claim calls for, once it is stored.
     * @param change.before undefined for a new claim
     * @param change.paid whether compensation has been paid since
     * @param change.failed whether a payment has failed or come back since
     * @param change.quiet whether the customer gets no e-mail
     */
    follow: async (
      tx: Db,
      subject: { id: string },
      claimId: string,
      {
        before,
        after,
        paid,
        failed,
        quiet,
      }: {
        before: ClaimState | undefined;
        after: ClaimState;
        paid: boolean;
        failed: boolean;
        quiet: boolean;
      },
    ): Promise<void> => {
      if (before?.unverified && !after.unverified)
        await uploads.moveTo(tx, { id: claimId }, noticeHolder(claimId), claimHolder(claimId), {
          ownerId: subject.id,
        });
      if (before && isOpen(before.status) && !isOpen(after.status))
        await closeWorkItem(tx, 'claim', claimId, clock.now());
      if (failed) await reopen(tx, subject, claimId);
      if (quiet) return;
      const context = { actor: subject, subject };
      const { status, needsBy } = after;
      const hasMoved = before?.status !== status;
      const asksFor = status === 'awaitingDocuments' && needsBy !== null;
      if (asksFor && (hasMoved || !isDeepStrictEqual(needsOf(before), needsOf(after))))
        await tell(tx, context, 'claimDocuments', { claimId, status, day: needsBy });
      else if (hasMoved) await tell(tx, context, 'claimStatus', { claimId, status });
      if (paid) await tell(tx, context, 'claimPayment', { claimId });
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
