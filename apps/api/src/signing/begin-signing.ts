import { randomUUID } from 'node:crypto';
import type { SigningMethod, SigningStarted } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { challengeOf, type EidService } from '@hofn/service/eid.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { UnsignablePdf } from '../platform/pdf/structure.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createCalls } from './calls.ts';
import type { createPaperMaker } from './documents.ts';
import { findOwnSigning } from './own-signing.ts';
import { hashOf } from './pdf.ts';
import { prepareDocument } from './prepare-document.ts';
import { createSigningStore, type SigningDocument } from './store.ts';
import { createSigningTransactionStore, type TransactionRow } from './transaction-store.ts';

export type BeginParts = {
  db: Db;
  clock: Clock;
  logger: Logger;
  files: FileStore;
  eid: EidService;
  keysOf: ReturnType<typeof createPaperMaker>;
  /** Seconds that a signing waits for confirmation on the phone. */
  seconds: number;
  /** Calls that a customer may make in ten minutes: to their own phone, to their own app, and to others together. */
  mostCalls: number;
};

/** Input of a signing; `called` is a phone number or a kennitala, `own` whether it is the actor's. */
type Beginning = {
  documentId: string;
  shown: string | undefined;
  method: SigningMethod;
  called: string;
  own: boolean;
  language: Language;
};

const startedOf = ({ id, method, hash: sha256, expiresAt }: TransactionRow, now: Date): SigningStarted => ({
  transactionId: id,
  method,
  challengeCode: challengeOf(Buffer.from(sha256, 'hex')),
  expiresAt: isoInstant(expiresAt),
  seconds: Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)),
});

/** @throws Fault when it can no longer be signed; the last day itself still counts */
const expectToSign = (row: SigningDocument, today: string): void => {
  if (row.signed) throw new Fault('documentAlreadySigned');
  if (row.signBy < today) throw new Fault('signingExpired');
};

/**
 * Begins signings: stores one, then calls the phone or app.
 * @param idempotently runs the write in a transaction, once for each idempotency key
 * @throws Fault `notFound`, `documentAlreadySigned`, `signingExpired`, `documentChanged`, `documentUnsignable`,
 *   `tooManyRequests`, `eidNoCertificate`, `eidPinLocked`, `eidSilent`, `eidTimeout`
 */
export const createBeginSigning = (parts: BeginParts) => {
  const { db, clock, logger, files, keysOf, seconds } = parts;
  const documents = createSigningStore(db);
  const transactions = createSigningTransactionStore(db);
  const calls = createCalls(parts);

  return async (
    context: RequestContext,
    { documentId, shown, method, called, own, language: requestLanguage }: Beginning,
    idempotently: (work: (tx: Db) => Promise<string>) => Promise<string>,
  ): Promise<SigningStarted> => {
    const { subject, actor, session = '' } = context;
    const now = clock.now();
    const row = await documents.one(subject, requestLanguage, documentId);
    if (!row) throw new Fault('notFound');
    expectToSign(row, dayOfInstant(now));
    const keys = await keysOf(subject, row, now);
    const language = shown === undefined ? requestLanguage : shown === keys.is ? 'is' : 'en';
    if (shown !== undefined && shown !== keys[language]) throw new Fault('documentChanged');
    const titled = (await documents.one(subject, language, documentId)) ?? row;
    const made = { id: randomUUID(), startedAt: now.toISOString() };
    const prepared = await prepareDocument(files, titled, keys[language], made).catch((error: unknown) => {
      if (!(error instanceof UnsignablePdf)) throw error;
      return error;
    });
    if (prepared instanceof UnsignablePdf) {
      await db.transaction(async (tx) => {
        if (!(await documents.markUnsignable(tx, subject, documentId, now))) return;
        const about = { kind: 'signing', matterId: documentId, customerId: subject.id } as const;
        await openWorkItem(tx, { ...about, language: requestLanguage, openedAt: now });
      });
      logger.error(
        { document: documentId, customer: subject.id, why: prepared.message },
        'document cannot be signed',
      );
      throw new Fault('documentUnsignable', { cause: prepared });
    }
    const sha256 = hashOf(prepared);
    const id = await idempotently(async (tx) => {
      await calls.add(tx, {
        ...made,
        customerId: subject.id,
        documentId,
        actorId: actor.id,
        session,
        method,
        called,
        own,
        language,
        hash: sha256.toString('hex'),
        reference: '',
        expiresAt: new Date(now.getTime() + seconds * 1000).toISOString(),
      });
      return made.id;
    });
    // A retry with the same key continues the first signing, with its hash and language.
    const begun = await findOwnSigning(transactions, context, method, id);
    if (begun.state === 'waiting' && begun.reference === '') {
      const inItsLanguage = begun.language === language ? titled : undefined;
      const { title } = inItsLanguage ?? (await documents.one(subject, begun.language, documentId)) ?? row;
      await calls.call(subject, begun, title);
    }
    return startedOf(begun, clock.now());
  };
};
