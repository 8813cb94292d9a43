import type { signingCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { datedFilterOf } from '../platform/dated-list.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { maxRows, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createUserStore } from '../user/store.ts';
import {
  type createPaperMaker,
  cursors,
  fileNameOf,
  signableDocumentOf,
  signablesOf,
  signedListOf,
} from './documents.ts';
import { signedFile, toSignFile } from './files.ts';
import { createSigningStore, type SigningDocument } from './store.ts';

/** Documents to sign and signed documents. */
export const signableHandlers = ({
  database,
  clock,
  files,
  keysOf,
}: {
  database: Database;
  clock: Clock;
  files: FileStore;
  keysOf: ReturnType<typeof createPaperMaker>;
}): Pick<
  Handlers<typeof signingCalls>,
  'signables' | 'signable' | 'signablePdf' | 'signedDocuments' | 'signedPdf' | 'signatureCheck'
> => {
  const store = createSigningStore(database.db);
  const users = createUserStore(database.db);
  const today = () => dayOfInstant(clock.now());

  /** @throws Fault `notFound` when there is none, or it is somebody else's; `documentAlreadySigned` when it is signed */
  const unsigned = async (subject: Customer, language: Language, id: string): Promise<SigningDocument> => {
    const row = await store.one(subject, language, id);
    if (!row) throw new Fault('notFound');
    if (row.signed) throw new Fault('documentAlreadySigned');
    return row;
  };

  return {
    signables: async ({ query: { state, ...dated }, context: { subject }, language, fileType, reply }) => {
      const filter = { ...datedFilterOf(dated), state };
      const shown = signablesOf(await store.unsigned(subject, language), filter, today());
      if (!fileType) return shown;
      const file = await toSignFile(fileType, shown.items, { subject, language, now: clock.now() });
      sendFile(reply, fileType, file.name, file.content);
      return undefined;
    },
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
    signedDocuments: async ({ query, context: { subject }, language, fileType, reply }) => {
      const { limit, cursor, ...filters } = query;
      const filter = datedFilterOf(filters);
      const list = JSON.stringify([subject.id, filter]);
      if (fileType) {
        const all = await store.signed(subject, language, filter, { after: null, limit: maxRows });
        const file = await signedFile(fileType, all, { subject, language, now: clock.now() });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const after = cursors.read(cursor, list);
      const rows = await store.signed(subject, language, filter, { after, limit: rowsToRead(limit) });
      const total = await store.signedCount(subject, language, filter);
      return signedListOf(rows, { total, limit, list });
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
          signedAt: isoInstant(signedAt),
          signer: signerName,
          certificateIssuer,
        },
      };
    },
  };
};
