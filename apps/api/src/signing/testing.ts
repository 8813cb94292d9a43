import { type Database, documentsToSign, signedDocuments } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import { createContents } from '../platform/contents.ts';
import { fixedClock } from '../testing.ts';

/** A content that stands for a signed PDF, where no test opens it. */
export const signedContent = Buffer.from('%PDF-1.7 undirritað');

/** Documents that Anna is to sign, by the order of their last days: one too late, two that wait; and one she has signed. */
export const fillSigning = async ({ db }: Database, files?: FileStore): Promise<void> => {
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
  const { key } = await createContents({ db, files, clock: fixedClock() }).keep(signedContent);
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
};
