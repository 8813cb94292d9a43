import type { SignedDocument, SigningMethod, SigningStatus } from '@hofn/contracts';
import { EidUnavailable } from '@hofn/service/eid.ts';
import type { Language } from '@hofn/texts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { type BeginParts, createBeginSigning } from './begin-signing.ts';
import { type CompletionParts, createCompleteSigning, type OnSigned } from './complete-signing.ts';
import { signedOf } from './documents.ts';
import { findOwnSigning } from './own-signing.ts';
import { createSigningStore } from './store.ts';
import { createSigningTransactionStore, type TransactionRow } from './transaction-store.ts';

export type SignParts = BeginParts & CompletionParts;

/**
 * Signs documents with the customer's electronic ID (rule DATA-7b). First the signing is stored, then the phone is called;
 * once confirmed, the signature is fetched, checked, time-stamped and put into the bytes that were shown. No outside service
 * is called inside a transaction, and each step can be repeated, by any copy.
 */
export const createSign = (parts: SignParts) => {
  const { db, clock, logger, eid } = parts;
  const documents = createSigningStore(db);
  const transactions = createSigningTransactionStore(db);
  const complete = createCompleteSigning(parts);

  /** Asks the service once for the state of a call. While it does not answer, the signing waits until it expires. */
  const advance = async (subject: Customer, row: TransactionRow): Promise<TransactionRow['state']> => {
    if (row.state !== 'waiting') return row.state;
    const ranOut = clock.now() >= new Date(row.expiresAt);
    const heard =
      row.reference === ''
        ? undefined
        : await eid.state(row.reference).catch((error: unknown) => {
            if (!(error instanceof EidUnavailable)) throw error;
            logger.warn({ err: error }, 'electronic ID service does not answer');
            return undefined;
          });
    if (heard && heard.state !== 'waiting') return transactions.transition(subject, row.id, heard);
    return ranOut ? transactions.transition(subject, row.id, { state: 'expired' }) : 'waiting';
  };

  return {
    begin: createBeginSigning(parts),

    status: async (context: RequestContext, method: SigningMethod, id: string): Promise<SigningStatus> => {
      const state = await advance(context.subject, await findOwnSigning(transactions, context, method, id));
      return { state: state === 'signed' ? 'confirmed' : state };
    },

    /**
     * Puts the signature into the document, once. @param onSigned called in the transaction that does it
     * @throws Fault `eidNotConfirmed`, `eidCancelled`, `eidTimeout`, `signerMismatch`, `eidRevoked`, `documentAlreadySigned`,
     *   `eidSilent`
     */
    finish: async (
      context: RequestContext,
      signing: { method: SigningMethod; id: string; actorSsn: string; language: Language },
      onSigned: OnSigned,
    ): Promise<SignedDocument> => {
      const { subject } = context;
      const { method, id, actorSsn, language } = signing;
      await advance(subject, await findOwnSigning(transactions, context, method, id));
      const row = await findOwnSigning(transactions, context, method, id);
      const { state } = row;
      if (state === 'waiting') throw new Fault('eidNotConfirmed');
      if (state === 'cancelled') throw new Fault('eidCancelled');
      if (state === 'expired') throw new Fault('eidTimeout');
      if (state === 'confirmed') await complete(context, row, { actorSsn, language, onSigned });
      const ended = await findOwnSigning(transactions, context, method, id);
      const signed = await documents.signedOne(subject, language, row.documentId);
      if (ended.state !== 'signed' || !signed) throw new Fault('documentAlreadySigned');
      return signedOf(signed);
    },
  };
};
export type Sign = ReturnType<typeof createSign>;
