import type { coreReadCalls } from '@hofn/contracts';
import { customers, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import { fileNameOf } from '../../documents/documents.ts';
import { createMaker } from '../../documents/make.ts';
import { createDocumentStore } from '../../documents/store.ts';
import type { Customer } from '../../platform/authorization.ts';
import type { Contents } from '../../platform/contents.ts';
import { customerColumns } from '../../platform/customer.ts';
import { sendStored, sentFile } from '../../platform/download.ts';
import { isoInstant } from '../../platform/instant.ts';
import type { Handlers } from '../../platform/registrar.ts';
import { fileNameOf as signedNameOf } from '../../signing/documents.ts';
import { createSigningStore } from '../../signing/store.ts';
import { findSentFile } from './files.ts';
import { keyOf } from './keys.ts';
import { policyIn, type Reading, readAudited } from './routes.ts';

const customerIn = async (tx: Db, id: string): Promise<Customer | undefined> =>
  (await tx.select(customerColumns).from(customers).where(eq(customers.id, id)))[0];

/** Documents and files, as other systems read them after an event (rule CORE-7). */
export const coreDocumentHandlers = ({
  db,
  clock,
  files,
  contents,
}: {
  db: Db;
  clock: Clock;
  files: FileStore;
  contents: Contents;
}): Pick<
  Handlers<typeof coreReadCalls>,
  'readCoreDocument' | 'readCoreDocumentPdf' | 'readCoreSignedDocument' | 'readCoreSignedPdf' | 'readCoreFile'
> => {
  const fileOf = createMaker({ db, contents });
  const about = (subject: string, id: string) =>
    ({
      action: 'core.readDocument',
      scope: 'core.documents.read',
      object: { document: id },
      subject,
    }) as const;

  const readDocument = (call: Reading, subjectId: string, id: string, language: Language) =>
    readAudited(db, call, about(subjectId, id), async (tx) => {
      const subject = await customerIn(tx, subjectId);
      const row = subject && (await createDocumentStore(tx).one(subject, language, id));
      return row && { subject, row };
    });
  const readSigned = (call: Reading, subjectId: string, id: string, language: Language) =>
    readAudited(db, call, about(subjectId, id), (tx) =>
      createSigningStore(tx).signedOne({ id: subjectId }, language, id),
    );

  return {
    readCoreDocument: async ({ params: { customer, id }, language, ...call }) => {
      const { row } = await readDocument(call, customer, id, language);
      const { kind, title, issuedOn, policy } = row;
      return {
        ...{ id, kind, title, issuedOn },
        policy: await policyIn(db, call.client.source, customer, policy?.id ?? null),
      };
    },
    readCoreDocumentPdf: async ({ params: { customer, id }, language, reply, ...call }) => {
      const { subject, row } = await readDocument(call, customer, id, language);
      const key = await fileOf(subject, row, language, clock.now());
      await sendStored(call.request, reply, files, { key, name: fileNameOf(row), type: 'application/pdf' });
      return undefined;
    },
    readCoreSignedDocument: async ({ params: { customer, id }, language, ...call }) => {
      const { title, policy, claim, signed } = await readSigned(call, customer, id, language);
      const { source } = call.client;
      return {
        ...{ id, title },
        key: await keyOf(db, { source, type: 'documents-to-sign', customerId: customer, id }),
        policy: await policyIn(db, source, customer, policy?.id ?? null),
        claimId: claim?.id ?? null,
        signedAt: isoInstant(signed.signedAt),
        signer: { name: signed.signerName, ssn: signed.signerSsn },
        method: signed.method,
        language: signed.language,
      };
    },
    readCoreSignedPdf: async ({ params: { customer, id }, language, reply, ...call }) => {
      const row = await readSigned(call, customer, id, language);
      const { file: key } = row.signed;
      await sendStored(call.request, reply, files, { key, name: signedNameOf(row), type: 'application/pdf' });
      return undefined;
    },
    readCoreFile: async ({ params: { id }, reply, ...call }) => {
      const what = { action: 'core.readFile', scope: 'core.files.read', object: { file: id } } as const;
      const file = await readAudited(db, call, what, (tx) => findSentFile(tx, id));
      await sendStored(call.request, reply, files, sentFile(file));
      return undefined;
    },
  };
};
