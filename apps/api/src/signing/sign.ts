import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { SignedDocument, SigningMethod, SigningStarted, SigningStatus } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { challengeOf, type EidService, EidUnavailable } from '@hofn/service/eid.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Certificate } from 'pkijs';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { createCalls } from './calls.ts';
import type { Signer } from './cms.ts';
import { type createPaperMaker, signedOf } from './documents.ts';
import { hashOf, type Prepared, prepare } from './pdf.ts';
import { createSealing } from './sealing.ts';
import type { TimeStamps } from './stamps.ts';
import { createSigningStore, type SigningDocument } from './store.ts';
import { createTransactionStore, type Owner, type TransactionRow } from './transaction-store.ts';

export type SignParts = {
  db: Db;
  clock: Clock;
  logger: Logger;
  files: FileStore;
  contents: Contents;
  mails: Pick<Mails, 'onFile' | 'write'>;
  eid: EidService;
  stamps: TimeStamps;
  /** Authorities whose certificates are accepted. */
  trusted: () => Promise<Certificate[]>;
  keysOf: ReturnType<typeof createPaperMaker>;
  /** Seconds that a signing waits for confirmation on the phone. */
  seconds: number;
  /** Calls that a customer may make in ten minutes: to their own phone, to their own app, and to others together. */
  mostCalls: number;
};

/** Input of a signing; `called` is a phone number or a kennitala, `own` whether it is the actor's. */
export type Beginning = {
  documentId: string;
  shown: string | undefined;
  method: SigningMethod;
  called: string;
  own: boolean;
  language: Language;
};

/** Called in the transaction that stores a signature. */
type OnSigned = (tx: Db, documentId: string) => Promise<void>;

const ownerOf = ({ subject, actor, session }: RequestContext): Owner => ({
  subject,
  actorId: actor.id,
  session: session ?? '',
});

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
 * Signs documents with the customer's electronic ID (rule DATA-7b). First the signing is stored, then the phone is called;
 * once confirmed, the signature is fetched, checked, time-stamped and put into the bytes that were shown. No outside service
 * is called inside a transaction, and each step can be repeated, by any copy.
 */
export const createSign = (parts: SignParts) => {
  const { db, clock, logger, files, contents, mails, eid, keysOf, seconds, mostCalls } = parts;
  const documents = createSigningStore(db);
  const transactions = createTransactionStore(db);

  const calls = createCalls({ db, clock, eid, mostCalls });

  const preparedOf = async (
    { title }: SigningDocument,
    key: string,
    { id, startedAt }: Pick<TransactionRow, 'id' | 'startedAt'>,
  ): Promise<Prepared> =>
    prepare(await buffer(await files.get(key)), { id, reason: title, at: new Date(startedAt) });

  /** @throws Fault `notFound` when there is none, or it belongs to another customer, session or method */
  const owned = async (context: RequestContext, method: SigningMethod, id: string) => {
    const row = await transactions.find(ownerOf(context), id);
    if (row?.method !== method) throw new Fault('notFound');
    return row;
  };

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

  const sealing = createSealing(parts);

  /** Whether the signer is the signed-in person or, where a company has signed in itself, holds its procuration. */
  const maySign = async ({ actor, subject }: RequestContext, { ssn }: Signer, actorSsn: string) => {
    if (ssn === actorSsn) return true;
    if (actor.id !== subject.id || subject.kind !== 'company') return false;
    return (await transactions.procurators(subject, dayOfInstant(clock.now()))).includes(ssn);
  };

  /** Records the signed document and queues the e-mail about it. */
  const record = (
    context: RequestContext,
    row: TransactionRow,
    signed: Parameters<typeof transactions.sign>[2],
    { language, onSigned }: { language: Language; onSigned: OnSigned },
  ): Promise<void> =>
    db.transaction(async (tx) => {
      // A second press of the button, or another copy, was first: its signature counts.
      if (!(await transactions.sign(tx, row.id, signed))) return;
      await onSigned(tx, row.documentId);
      const recipient = await mails.onFile(tx, context.subject);
      if (recipient === null) return;
      const about = { documentId: row.documentId };
      await mails.write(tx, context, { kind: 'documentSigned', about, recipient, language });
    });

  /**
   * Puts the signature of a confirmed signing into its document, unless it is signed already.
   * @throws Fault `signerMismatch`, `eidSilent`
   */
  const sign = async (
    context: RequestContext,
    row: TransactionRow,
    { actorSsn, ...then }: { actorSsn: string; language: Language; onSigned: OnSigned },
  ): Promise<void> => {
    const { subject, actor } = context;
    const document = await documents.one(subject, row.language, row.documentId);
    const key = row.language === 'is' ? document?.fileIs : document?.fileEn;
    if (!document || !key) throw new Error('A document that is being signed is not there');
    if (document.signed !== null) return;
    const prepared = await preparedOf(document, key, row);
    if (hashOf(prepared).toString('hex') !== row.hash)
      throw new Error('A document is not what its signing began with');
    const { signer, cms } = await sealing.collect(prepared, row.reference);
    if (!(await maySign(context, signer, actorSsn))) {
      await transactions.refuse(subject, row.id);
      throw new Fault('signerMismatch');
    }
    const { content, at } = await sealing.seal(prepared, cms);
    const { key: file } = await contents.store(content);
    const signed = {
      customerId: subject.id,
      id: row.documentId,
      file,
      language: row.language,
      method: row.method,
      signerName: signer.name,
      signerSsn: signer.ssn,
      certificateIssuer: signer.issuer,
      actorId: actor.id,
      signedAt: at.toISOString(),
    };
    await record(context, row, signed, then);
  };

  return {
    /**
     * Begins a signing and calls the phone or app.
     * @param idempotently runs the write in a transaction, once for each idempotency key
     * @throws Fault `notFound`, `documentAlreadySigned`, `signingExpired`, `documentChanged`, `tooManyRequests`,
     *   `eidNoCertificate`, `eidPinLocked`, `eidSilent`, `eidTimeout`
     */
    begin: async (
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
      const sha256 = hashOf(await preparedOf(titled, keys[language], made));
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
      const begun = await owned(context, method, id);
      if (begun.state === 'waiting' && begun.reference === '') {
        const inItsLanguage = begun.language === language ? titled : undefined;
        const { title } = inItsLanguage ?? (await documents.one(subject, begun.language, documentId)) ?? row;
        await calls.call(subject, begun, title);
      }
      return startedOf(begun, clock.now());
    },

    status: async (context: RequestContext, method: SigningMethod, id: string): Promise<SigningStatus> => {
      const state = await advance(context.subject, await owned(context, method, id));
      return { state: state === 'signed' ? 'confirmed' : state };
    },

    /**
     * Puts the signature into the document, once. @param onSigned called in the transaction that does it
     * @throws Fault `eidNotConfirmed`, `eidCancelled`, `eidTimeout`, `signerMismatch`, `documentAlreadySigned`, `eidSilent`
     */
    finish: async (
      context: RequestContext,
      signing: { method: SigningMethod; id: string; actorSsn: string; language: Language },
      onSigned: OnSigned,
    ): Promise<SignedDocument> => {
      const { subject } = context;
      const { method, id, actorSsn, language } = signing;
      await advance(subject, await owned(context, method, id));
      const row = await owned(context, method, id);
      const { state } = row;
      if (state === 'waiting') throw new Fault('eidNotConfirmed');
      if (state === 'cancelled') throw new Fault('eidCancelled');
      if (state === 'expired') throw new Fault('eidTimeout');
      if (state === 'confirmed') await sign(context, row, { actorSsn, language, onSigned });
      const ended = await owned(context, method, id);
      const signed = await documents.signedOne(subject, language, row.documentId);
      if (ended.state !== 'signed' || !signed) throw new Fault('documentAlreadySigned');
      return signedOf(signed);
    },
  };
};
export type Sign = ReturnType<typeof createSign>;
