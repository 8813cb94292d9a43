import type { signingCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer } from '../platform/access.ts';
import type { Contents } from '../platform/contents.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createUserStore } from '../user/store.ts';
import {
  createPaperMaker,
  cursors,
  fileNameOf,
  signableDocumentOf,
  signablesOf,
  signedListOf,
} from './documents.ts';
import { createSigningStore, type SigningDocument } from './store.ts';

export const signingHandlers = ({
  database,
  clock,
  files,
  contents,
}: {
  database: Database;
  clock: Clock;
  files: FileStore;
  contents: Contents;
}): Handlers<typeof signingCalls> => {
  const store = createSigningStore(database.db);
  const users = createUserStore(database.db);
  const keysOf = createPaperMaker({ db: database.db, contents });
  const today = () => dayOfInstant(clock.now());

  /** @throws Fault `notFound` when there is none, or it is another's; `documentAlreadySigned` when it is signed */
  const unsigned = async (subject: Customer, language: Language, id: string): Promise<SigningDocument> => {
    const row = await store.one(subject, language, id);
    if (!row) throw new Fault('notFound');
    if (row.signed) throw new Fault('documentAlreadySigned');
    return row;
  };

  return {
    signables: async ({ context: { subject }, language }) =>
      signablesOf(await store.unsigned(subject, language), today()),
    signable: async ({ params, context: { subject, actor }, language }) => {
      const row = await unsigned(subject, language, params.id);
      const keys = await keysOf(subject, row, clock.now());
      const person = await users.person(actor.id);
      const caller = { kind: person?.kind ?? 'person', mobilePhone: person?.mobilePhone ?? null };
      return signableDocumentOf(row, keys[language], caller, today());
    },
    signablePdf: async ({ params, context: { subject }, language, request, reply }) => {
      const row = await unsigned(subject, language, params.id);
      const key = (await keysOf(subject, row, clock.now()))[language];
      await sendStored(request, reply, files, { key, name: fileNameOf(row), type: 'application/pdf' });
      return undefined;
    },
    signedDocuments: async ({ query, context: { subject }, language }) => {
      const { limit, cursor } = query;
      const after = cursors.read(cursor, subject.id);
      // One more than asked for tells whether there is a next page.
      const rows = await store.signed(subject, language, { after, limit: limit + 1 });
      return signedListOf(rows, limit, subject.id);
    },
    signedPdf: async ({ params, context: { subject }, language, request, reply }) => {
      const row = await store.signedOne(subject, language, params.id);
      if (!row) throw new Fault('notFound');
      const { file: key } = row.signed;
      await sendStored(request, reply, files, { key, name: fileNameOf(row), type: 'application/pdf' });
      return undefined;
    },
    signatureCheck: async ({ body, language }) => {
      const row = await store.byContent(language, body.sha256);
      if (!row) return { valid: false, document: null };
      const { signedAt, signerName, certificateIssuer } = row.signed;
      return {
        valid: true,
        document: {
          title: row.title,
          signedAt: new Date(signedAt).toISOString(),
          signer: signerName,
          certificateIssuer,
        },
      };
    },
  };
};
