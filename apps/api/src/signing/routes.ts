import type { SigningMethod, signingCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { parseKennitala } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { parsePhone } from '@hofn/domain/contact.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { datedFilterOf } from '../platform/dated-list.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { fileTypeOf, sendFile } from '../platform/file-response.ts';
import type { Idempotently, Write } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
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
import { signedFile } from './files.ts';
import type { Sign } from './sign.ts';
import { createSigningStore, type SigningDocument } from './store.ts';

type Wanted = {
  documentId: string;
  shown?: string | undefined;
  mobilePhone?: string | undefined;
  ssn?: string | undefined;
};

export const signingHandlers = ({
  database,
  clock,
  files,
  keysOf,
  sign,
  idempotently,
  kennitala,
}: {
  database: Database;
  clock: Clock;
  files: FileStore;
  keysOf: ReturnType<typeof createPaperMaker>;
  sign: Sign;
  idempotently: Idempotently;
  kennitala: KennitalaCheck;
}): Handlers<typeof signingCalls> => {
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

  /** The signed-in customer; employees sign nothing for customers. */
  const actorOf = async ({ actor, via }: RequestContext) => {
    const person = via === 'staff' ? undefined : await users.person(actor.id);
    if (!person) throw new Fault('forbidden');
    return person;
  };
  type Person = Awaited<ReturnType<typeof actorOf>>;

  const phoneOf = (person: Person, given: string | undefined): string => {
    const invalid = (reason: string) =>
      new Fault('validation', { fields: [{ path: 'mobilePhone', reason }] });
    if (given === undefined && person.mobilePhone === null) throw invalid('required');
    const phone = given === undefined ? person.mobilePhone : parsePhone(given);
    if (!phone) throw invalid('invalidLocalPhoneNumber');
    return phone;
  };
  const ssnOf = async (person: Person, given: string | undefined): Promise<string> => {
    if (person.kind === 'person') return person.ssn;
    const invalid = (reason: string) => new Fault('validation', { fields: [{ path: 'ssn', reason }] });
    if (given === undefined) throw invalid('required');
    const parsed = parseKennitala(given, await kennitala.settingsFor(given, 'customer'));
    if (!parsed.ok) throw invalid('invalidSsn');
    if (parsed.kind === 'company') throw invalid('notAPerson');
    return parsed.ssn;
  };

  const begin = async (
    call: Write & { context: RequestContext; language: Language; body: Wanted },
    requestedMethod: SigningMethod | undefined,
  ) => {
    const { context, language, request } = call;
    const { documentId, shown, mobilePhone, ssn } = call.body;
    const person = await actorOf(context);
    const byPhone = mobilePhone !== undefined || (ssn === undefined && person.mobilePhone !== null);
    const method = requestedMethod ?? (byPhone ? 'mobile' : 'app');
    const called = method === 'mobile' ? phoneOf(person, mobilePhone) : await ssnOf(person, ssn);
    const own = called === (method === 'mobile' ? person.mobilePhone : person.ssn);
    const signing = { documentId, shown, method, called, own, language };
    return sign.begin(context, signing, (work) =>
      idempotently({ ...call, body: [call.body, context.session] }, async (tx) => {
        const id = await work(tx);
        // Log before calling: even a failed call reveals something about the owner of that phone.
        await audit(tx, request, context, 'document.startSigning', {
          object: { document: documentId },
          signing: id,
        });
        return id;
      }),
    );
  };
  const finish = async (
    call: Write & { context: RequestContext; language: Language; body: { transactionId: string } },
    method: SigningMethod,
  ) => {
    const { context, language, request, body } = call;
    const { ssn: actorSsn } = await actorOf(context);
    const signing = { method, id: body.transactionId, actorSsn, language };
    return sign.finish(context, signing, (tx, documentId) =>
      audit(tx, request, context, 'document.sign', {
        object: { document: documentId },
        signing: body.transactionId,
      }),
    );
  };

  return {
    startSigning: (call) => begin(call, call.body.method),
    startMobileSigning: (call) => begin(call, 'mobile'),
    startAppSigning: (call) => begin(call, 'app'),
    mobileSigningStatus: ({ query, context }) => sign.status(context, 'mobile', query.transactionId),
    appSigningStatus: ({ query, context }) => sign.status(context, 'app', query.transactionId),
    finishMobileSigning: (call) => finish(call, 'mobile'),
    finishAppSigning: (call) => finish(call, 'app'),
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
    signedDocuments: async ({ query, context: { subject }, language, request, reply }) => {
      const { limit, cursor, ...filters } = query;
      const filter = datedFilterOf(filters);
      const list = JSON.stringify([subject.id, filter]);
      const type = fileTypeOf(request.headers.accept);
      if (type) {
        const all = await store.signed(subject, language, filter, { after: null, limit: maxRows });
        const file = await signedFile(type, all, { subject, language, now: clock.now() });
        sendFile(reply, type, file.name, file.content);
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
