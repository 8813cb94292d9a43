import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { SignedDocument, SigningMethod, SigningStarted, SigningStatus } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { challengeOf, type EidService, EidSilent } from '@hofn/service/eid.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Certificate } from 'pkijs';
import type { Customer, RequestContext } from '../platform/access.ts';
import type { Contents } from '../platform/contents.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { createCalls, silent } from './calls.ts';
import { BadSignature, checkSignature, type Signer, signatureOf, withStamp } from './cms.ts';
import { type createPaperMaker, signedOf } from './documents.ts';
import { hashOf, type Prepared, prepare, signedBytes, withSignature } from './pdf.ts';
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
  /** The authorities whose signatures are taken. */
  trusted: () => Promise<Certificate[]>;
  keysOf: ReturnType<typeof createPaperMaker>;
  /** Seconds that a signing waits for its answer on the phone. */
  seconds: number;
  /** How often who is signed in may call their own phone in ten minutes, their own app, and those of others. */
  mostCalls: number;
};

/** What a signing is asked to begin with; `called` is a phone number or a kennitala, `own` whether that is the actor's. */
export type Beginning = {
  documentId: string;
  shown: string | undefined;
  method: SigningMethod;
  called: string;
  own: boolean;
  language: Language;
};

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

/** @throws Fault when it cannot be signed any more; the last day is a day to sign on */
const expectToSign = (row: SigningDocument, today: string): void => {
  if (row.signed) throw new Fault('documentAlreadySigned');
  if (row.signBy < today) throw new Fault('signingExpired');
};

/**
 * Signs documents with the electronic ID of who is signed in (rule DATA-7b). First a signing is written down, then the
 * phone is called; when it has confirmed, the signature is fetched, checked, stamped and put into the very bytes that were
 * shown. No call to anyone else is made within a transaction, and each step may be asked for again, of any copy.
 */
export const createSign = (parts: SignParts) => {
  const { db, clock, logger, files, contents, mails, eid, stamps, trusted, keysOf, seconds, mostCalls } =
    parts;
  const documents = createSigningStore(db);
  const transactions = createTransactionStore(db);

  const calls = createCalls({ db, clock, eid, mostCalls });

  const preparedOf = async (
    { title }: SigningDocument,
    key: string,
    { id, startedAt }: Pick<TransactionRow, 'id' | 'startedAt'>,
  ): Promise<Prepared> =>
    prepare(await buffer(await files.get(key)), { id, reason: title, at: new Date(startedAt) });

  /** @throws Fault `notFound` when there is none, or it is another's, another session's or of the other method */
  const owned = async (context: RequestContext, method: SigningMethod, id: string) => {
    const row = await transactions.find(ownerOf(context), id);
    if (row?.method !== method) throw new Fault('notFound');
    return row;
  };

  /** Asks the service once how a call stands. While it does not answer, the call waits until it has run out. */
  const advance = async (subject: Customer, row: TransactionRow): Promise<TransactionRow['state']> => {
    if (row.state !== 'waiting') return row.state;
    const ranOut = clock.now() >= new Date(row.expiresAt);
    const heard =
      row.reference === ''
        ? undefined
        : await eid.state(row.reference).catch((error: unknown) => {
            if (!(error instanceof EidSilent)) throw error;
            logger.warn({ err: error }, 'electronic ID service does not answer');
            return undefined;
          });
    if (heard && heard.state !== 'waiting') return transactions.moveOn(subject, row.id, heard);
    return ranOut ? transactions.moveOn(subject, row.id, { state: 'expired' }) : 'waiting';
  };

  /** Fetches what the phone signed. @throws Fault `eidSilent` when there is nothing that holds */
  const signatureFor = async (prepared: Prepared, reference: string) => {
    try {
      const { ssn, cms } = await eid.collect(reference);
      const signer = await checkSignature(cms, signedBytes(prepared), await trusted(), clock.now());
      if (signer.ssn !== ssn) throw new BadSignature('the service says it is another’s');
      return { signer, cms };
    } catch (error) {
      if (!(error instanceof EidSilent)) logger.error({ err: error }, 'signature not taken');
      throw silent(error);
    }
  };

  /** Whether the signer is who is signed in or, where a company has signed in as itself, holds its procuration. */
  const maySign = async ({ actor, subject }: RequestContext, { ssn }: Signer, actorSsn: string) => {
    if (ssn === actorSsn) return true;
    if (actor.id !== subject.id || subject.kind !== 'company') return false;
    return (await transactions.procurators(subject, dayOfInstant(clock.now()))).includes(ssn);
  };

  /** The document with signature and stamp, and when it was stamped. */
  const sealed = async (prepared: Prepared, cms: Uint8Array) => {
    try {
      const { token, at } = await stamps.stamp(signatureOf(cms), clock.now());
      const whole = withStamp(cms, token);
      // What is kept for years is what was checked, not what it was written anew from.
      await checkSignature(whole, signedBytes(prepared), await trusted(), at);
      return { content: withSignature(prepared, whole), at };
    } catch (error) {
      if (error instanceof EidSilent) throw silent(error);
      throw error;
    }
  };

  return {
    /**
     * Begins a signing and calls the phone or app.
     * @param once writes it down in a transaction, once for each key that the start was asked with
     * @throws Fault `notFound`, `documentAlreadySigned`, `signingExpired`, `documentChanged`, `tooManyRequests`,
     *   `eidNoCertificate`, `eidPinLocked`, `eidSilent`, `eidTimeout`
     */
    begin: async (
      context: RequestContext,
      { documentId, shown, method, called, own, language: asked }: Beginning,
      once: (work: (tx: Db) => Promise<string>) => Promise<string>,
    ): Promise<SigningStarted> => {
      const { subject, actor, session = '' } = context;
      const now = clock.now();
      const row = await documents.one(subject, asked, documentId);
      if (!row) throw new Fault('notFound');
      expectToSign(row, dayOfInstant(now));
      const keys = await keysOf(subject, row, now);
      const language = shown === undefined ? asked : shown === keys.is ? 'is' : 'en';
      if (shown !== undefined && shown !== keys[language]) throw new Fault('documentChanged');
      const titled = (await documents.one(subject, language, documentId)) ?? row;
      const made = { id: randomUUID(), startedAt: now.toISOString() };
      const sha256 = hashOf(await preparedOf(titled, keys[language], made));
      const id = await once(async (tx) => {
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
      // Asked again with its key, it is what was begun then, with its own hash and in its own language.
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
     * Puts the signature into the document, once. @param onSigned told within the transaction that does it
     * @throws Fault `eidNotConfirmed`, `eidCancelled`, `eidTimeout`, `signerMismatch`, `documentAlreadySigned`, `eidSilent`
     */
    finish: async (
      context: RequestContext,
      asked: { method: SigningMethod; id: string; actorSsn: string; language: Language },
      onSigned: () => void,
    ): Promise<SignedDocument> => {
      const { subject, actor } = context;
      const { method, id, actorSsn, language } = asked;
      await advance(subject, await owned(context, method, id));
      const row = await owned(context, method, id);
      const { state } = row;
      if (state === 'waiting') throw new Fault('eidNotConfirmed');
      if (state === 'cancelled') throw new Fault('eidCancelled');
      if (state === 'expired') throw new Fault('eidTimeout');
      if (state === 'confirmed') {
        const document = await documents.one(subject, row.language, row.documentId);
        const key = row.language === 'is' ? document?.fileIs : document?.fileEn;
        if (!document || !key) throw new Error('A document that is being signed is not there');
        if (document.signed === null) {
          const prepared = await preparedOf(document, key, row);
          if (hashOf(prepared).toString('hex') !== row.hash)
            throw new Error('A document is not what its signing began with');
          const { signer, cms } = await signatureFor(prepared, row.reference);
          if (!(await maySign(context, signer, actorSsn))) {
            await transactions.refuse(subject, id);
            throw new Fault('signerMismatch');
          }
          const { content, at } = await sealed(prepared, cms);
          const { key: file } = await contents.keep(content);
          await db.transaction(async (tx) => {
            const signed = {
              customerId: subject.id,
              id: row.documentId,
              file,
              language: row.language,
              method,
              signerName: signer.name,
              signerSsn: signer.ssn,
              certificateIssuer: signer.issuer,
              actorId: actor.id,
              signedAt: at.toISOString(),
            };
            // Another press of the same button, or another copy, was first: what it kept stands.
            if (!(await transactions.sign(tx, id, signed))) return;
            onSigned();
            const recipient = await mails.onFile(tx, subject);
            if (recipient === null) return;
            const about = { documentId: row.documentId };
            await mails.write(tx, context, { kind: 'documentSigned', about, recipient, language });
          });
        }
      }
      const ended = await owned(context, method, id);
      const signed = await documents.signedOne(subject, language, row.documentId);
      if (ended.state !== 'signed' || !signed) throw new Fault('documentAlreadySigned');
      return signedOf(signed);
    },
  };
};
export type Sign = ReturnType<typeof createSign>;
