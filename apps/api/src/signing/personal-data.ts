import { type Db, documentsToSign, signedDocuments, signingTransactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { type OwnFile, ownRows, type PersonalData } from '../platform/personal-data.ts';

const findFiles = async (db: Db, subject: Customer, language: Language): Promise<OwnFile[]> => {
  const { fileIs, fileEn } = documentsToSign;
  const title = pick(language, documentsToSign.titleIs, documentsToSign.titleEn);
  const unsigned = pick(
    language,
    sql<string>`coalesce(${fileIs}, ${fileEn})`,
    sql<string>`coalesce(${fileEn}, ${fileIs})`,
  );
  const toSign = await db
    .select({ name: title, key: unsigned })
    .from(documentsToSign)
    .where(and(eq(documentsToSign.customerId, subject.id), sql`${unsigned} is not null`));
  const signed = await db
    .select({ name: title, key: signedDocuments.file })
    .from(signedDocuments)
    .innerJoin(
      documentsToSign,
      and(
        eq(documentsToSign.customerId, signedDocuments.customerId),
        eq(documentsToSign.id, signedDocuments.id),
      ),
    )
    .where(eq(signedDocuments.customerId, subject.id));
  return [
    ...toSign.map(({ name, key }) => ({ folder: 'signed' as const, name: `${name}.pdf`, key })),
    ...signed.map(({ name, key }) => ({ folder: 'signed' as const, name: `${name} ✓.pdf`, key })),
  ];
};

export const signingData: PersonalData = {
  holdings: [
    ownRows(documentsToSign.customerId),
    ownRows(signedDocuments.customerId),
    ownRows(signingTransactions.customerId, ['reference', 'session']),
  ],
  mentions: [
    { column: signedDocuments.actorId, at: signedDocuments.signedAt, by: 'id' },
    { column: signedDocuments.signerSsn, at: signedDocuments.signedAt, by: 'ssn' },
    { column: signingTransactions.actorId, at: signingTransactions.startedAt, by: 'id' },
  ],
  files: {
    columns: [documentsToSign.fileIs, documentsToSign.fileEn, signedDocuments.file],
    find: findFiles,
  },
  erasure: ({ id, ownRows, claimNotRetained, policyNotRetained, tenYearsAgo }) => {
    const isGone = sql`coalesce(${claimNotRetained(documentsToSign.claimId)}, false) or coalesce(${policyNotRetained(documentsToSign.policyId)}, false) or (${documentsToSign.claimId} is null and ${documentsToSign.policyId} is null and ${documentsToSign.issuedOn} < ${tenYearsAgo}::date)`;
    const isSigned = sql`exists (select from ${signedDocuments} where ${signedDocuments.customerId} = ${documentsToSign.customerId} and ${signedDocuments.id} = ${documentsToSign.id})`;
    return [
      { table: signingTransactions, where: ownRows(signingTransactions.customerId), when: 'requested' },
      {
        table: signedDocuments,
        where: ownRows(
          signedDocuments.customerId,
          sql`${signedDocuments.id} in (select ${documentsToSign.id} from ${documentsToSign} where ${documentsToSign.customerId} = ${id} and (${isGone}))`,
        ),
        when: 'always',
      },
      { table: documentsToSign, where: ownRows(documentsToSign.customerId, isGone), when: 'always' },
      {
        table: documentsToSign,
        where: ownRows(documentsToSign.customerId, sql`not ${isSigned}`),
        when: 'requested',
      },
    ];
  },
};
