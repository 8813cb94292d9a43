import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import type { EidService } from '@hofn/service/eid.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Certificate } from 'pkijs';
import type { RequestContext } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { RevokedCertificate, type Signer } from './cms.ts';
import { hashOf } from './pdf.ts';
import { prepareDocument } from './prepare-document.ts';
import { procuratorsOf } from './procurators.ts';
import type { RevocationCheck } from './revocation.ts';
import { createSealing } from './sealing.ts';
import type { TimeStamps } from './stamps.ts';
import { createSigningStore } from './store.ts';
import { createSigningTransactionStore, type TransactionRow } from './transaction-store.ts';

/** Called in the transaction that stores a signature. */
export type OnSigned = (tx: Db, documentId: string) => Promise<void>;

export type CompletionParts = {
  db: Db;
  clock: Clock;
  logger: Logger;
  files: FileStore;
  contents: Contents;
  mails: Pick<Mails, 'onFile' | 'write'>;
  eid: EidService;
  stamps: TimeStamps;
  revocation: RevocationCheck;
  /** Authorities whose certificates are accepted. */
  trusted: () => Promise<Certificate[]>;
};

/**
 * Puts the signature of a confirmed signing into its document, unless it is signed already.
 * @throws Fault `signerMismatch`, `eidRevoked`, `eidSilent`
 */
export const createCompleteSigning = (parts: CompletionParts) => {
  const { db, clock, logger, files, contents, mails } = parts;
  const documents = createSigningStore(db);
  const transactions = createSigningTransactionStore(db);
  const sealing = createSealing(parts);

  /** Whether the signer is the signed-in person or, where a company has signed in itself, holds its procuration. */
  const maySign = async ({ actor, subject }: RequestContext, { ssn }: Signer, actorSsn: string) => {
    if (ssn === actorSsn) return true;
    if (actor.id !== subject.id || subject.kind !== 'company') return false;
    return (await procuratorsOf(db, subject, dayOfInstant(clock.now()))).includes(ssn);
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

  return async (
    context: RequestContext,
    row: TransactionRow,
    { actorSsn, ...then }: { actorSsn: string; language: Language; onSigned: OnSigned },
  ): Promise<void> => {
    const { subject, actor } = context;
    const document = await documents.one(subject, row.language, row.documentId);
    const key = row.language === 'is' ? document?.fileIs : document?.fileEn;
    if (!document || !key) throw new Error('A document that is being signed is not there');
    if (document.signed !== null) return;
    const prepared = await prepareDocument(files, document, key, row);
    if (hashOf(prepared).toString('hex') !== row.hash)
      throw new Error('A document is not what its signing began with');
    const { signer, cms } = await sealing.collect(prepared, row.reference);
    if (!(await maySign(context, signer, actorSsn))) {
      await transactions.refuse(subject, row.id);
      throw new Fault('signerMismatch');
    }
    const { content, at } = await sealing.seal(prepared, cms).catch(async (error: unknown) => {
      if (!(error instanceof RevokedCertificate)) throw error;
      logger.warn({ err: error }, 'certificate of a signature revoked');
      await transactions.refuse(subject, row.id);
      throw new Fault('eidRevoked', { cause: error });
    });
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
};
