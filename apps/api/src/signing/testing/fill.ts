import { type Database, documentsToSign, signedDocuments, signingTransactions } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import type { EidService } from '@hofn/service/eid.ts';
import { createContents } from '../../platform/contents.ts';
import { fixedClock } from '../../testing.ts';

/** Placeholder for a signed PDF that no test opens. */
export const signedContent = Buffer.from('%PDF-1.7 undirritað');

/** An electronic ID service on whose calls nobody ever answers. */
export const waitingEid: EidService = {
  call: async () => 'reference',
  state: async () => ({ state: 'waiting' }),
  collect: () => Promise.reject(new Error('not confirmed')),
};

/** Anna's documents: one expired, two to sign, one signed. For each method, one signing is waiting and one has ended. */
export const fillSigning = async ({ db }: Database, files?: FileStore): Promise<void> => {
  await db.delete(signedDocuments);
  await db.delete(documentsToSign);
  const document = {
    customerId: 'anna',
    titleIs: 'Heimild til skuldfærslu',
    titleEn: 'Direct debit mandate',
    terms: { kind: 'directDebit', account: '0133-26-004821' },
    issuedOn: '2026-11-18',
    signBy: '2026-12-05',
  } as const;
  await db.insert(documentsToSign).values([
    { ...document, id: 's1', policyId: 'p1' },
    {
      ...document,
      id: 's2',
      titleIs: 'Samkomulag um bætur',
      titleEn: 'Settlement agreement',
      terms: { kind: 'settlement', amount: 358_400, account: '0133-26-004821' },
      claimId: 'c1',
      signBy: '2026-11-21',
    },
    { ...document, id: 's3', signBy: '2026-11-20' },
    { ...document, id: 's4' },
    { ...document, customerId: 'felag', id: 's5' },
  ]);
  if (!files) return;
  const { key } = await createContents({ db, files, clock: fixedClock() }).store(signedContent);
  await db.insert(signedDocuments).values({
    customerId: 'anna',
    id: 's4',
    file: key,
    language: 'is',
    method: 'app',
    signerName: 'Anna Prófdóttir',
    signerSsn: '1402851489',
    certificateIssuer: 'Prófunarútgefandi',
    actorId: 'anna',
    signedAt: '2026-11-20T09:30:00Z',
  });
  const signing = {
    customerId: 'anna',
    actorId: 'anna',
    session: '',
    language: 'is',
    hash: '0'.repeat(64),
    reference: 'reference',
    own: true,
    startedAt: '2026-11-21T11:59:30Z',
    expiresAt: '2026-11-21T12:01:00Z',
  } as const;
  const mobile = { ...signing, method: 'mobile', called: '6150001' } as const;
  const app = { ...signing, method: 'app', called: '1402851489' } as const;
  await db.insert(signingTransactions).values([
    { ...mobile, id: 'tm1', documentId: 's1' },
    { ...app, id: 'ta1', documentId: 's1' },
    { ...mobile, id: 'tm2', documentId: 's4', state: 'signed' },
    { ...app, id: 'ta2', documentId: 's4', state: 'signed' },
  ]);
};
