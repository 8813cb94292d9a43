import type { documentCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant } from '@hofn/texts';
import { createActorStore } from '../platform/actor-store.ts';
import { audit } from '../platform/audit.ts';
import type { Contents } from '../platform/contents.ts';
import { sendStored, sentFile } from '../platform/download.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { maxRows, rowsToRead } from '../platform/paging.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import { textsIn } from '../platform/texts.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createAttachments, memoDraftHolder, memoHolder } from './attachments.ts';
import { cursors, fileNameOf, filterOf, listCsv, listOf, metaOf, nextStatementOf } from './documents.ts';
import { createMaker } from './make.ts';
import { listPaper } from './papers.ts';
import { createDocumentStore } from './store.ts';

export const documentHandlers = ({
  database,
  clock,
  files,
  contents,
  idempotently,
  uploads,
}: {
  database: Database;
  clock: Clock;
  files: FileStore;
  contents: Contents;
  idempotently: Idempotently;
  uploads: Uploads;
}): Handlers<typeof documentCalls> => {
  const store = createDocumentStore(database.db);
  const keyOf = createMaker({ db: database.db, contents });
  const attachments = createAttachments({ db: database.db, uploads });
  const actors = createActorStore(database.db);
  return {
    documents: async ({ query, context: { subject }, language, fileType, reply }) => {
      const { limit, cursor, ...filters } = query;
      const filter = filterOf(filters);
      const list = JSON.stringify([subject.id, filter]);
      const today = dayOfInstant(clock.now());
      const listed = await store.list(
        subject,
        language,
        { ...filter, ...(!fileType && { after: cursors.read(cursor, list), limit: rowsToRead(limit) }) },
        nextStatementOf(today),
      );
      // Another customer's policy is reported as not found.
      if (!listed?.ownsPolicy) throw new Fault('notFound');
      if (!fileType) return listOf(listed, limit, list);
      const { items } = listOf(listed, maxRows, list);
      const name = textsIn(language)('documents|file', { date: today });
      if (fileType === 'text/csv') sendFile(reply, fileType, `${name}.csv`, listCsv(items, language));
      else {
        const paper = listPaper(items, { subject, language, today });
        sendFile(reply, fileType, `${name}.pdf`, await writePdf(paper, clock.now()));
      }
      return undefined;
    },
    document: async ({ params, context: { subject }, language }) => {
      const row = await store.one(subject, language, params.id);
      if (!row) throw new Fault('notFound');
      return metaOf(row, await attachments.of(subject, row.id));
    },
    downloadDocument: async ({ params, context, language, request, reply }) => {
      const { subject, via } = context;
      const row = await store.one(subject, language, params.id);
      if (!row) throw new Fault('notFound');
      const key = await keyOf(subject, row, language, clock.now());
      await sendStored(request, reply, files, { key, name: fileNameOf(row), type: 'application/pdf' });
      // Only the customer marks a document as read, and a HEAD request does not open it.
      if (via === 'self' && request.method === 'GET' && row.readAt === null)
        await store.markRead(subject, row.id, clock.now());
      return undefined;
    },
    addMemoAttachment: async (call) => {
      const { body, context } = call;
      const { draft, ...offer } = body;
      const { subject, actor } = context;
      const sender = (await actors.customer(actor.id))?.fullName ?? subject.fullName;
      return idempotently(call, (tx) => uploads.announce(tx, subject, memoDraftHolder(draft), offer, sender));
    },
    documentAttachment: async ({ params, context: { subject }, request, reply }) => {
      const file = await uploads.store.find(subject, params.id);
      if (file?.holder !== memoHolder('').kind || file.key === null) throw new Fault('notFound');
      await sendStored(request, reply, files, sentFile({ ...file, key: file.key }));
      return undefined;
    },
    writeMemo: async (call) => {
      const { body, context, language, request } = call;
      const { subject, actor } = context;
      const { policyId = null, draft, files: sent, ...memo } = body;
      if (policyId !== null && !(await store.hasPolicy(subject, policyId))) throw new Fault('notFound');
      const now = clock.now();
      return idempotently(call, async (tx) => {
        const txStore = createDocumentStore(tx);
        const day = dayOfInstant(now);
        const id = await txStore.addMemo(subject, { ...memo, policyId, actorId: actor.id, day, now });
        const row = await txStore.one(subject, language, id);
        if (!row) throw new Error('The message is missing right after it was stored');
        if (sent.length > 0) await attachments.handOver(tx, subject, draft ?? '', sent, id);
        await openWorkItem(tx, {
          kind: 'memo',
          matterId: id,
          customerId: subject.id,
          language,
          openedAt: now,
        });
        await audit(tx, request, context, 'document.memo', { object: { document: id } });
        await recordEvent(tx, 'message.sent', subject.id, { messageId: id, policyId });
        return metaOf(row, await attachments.of(subject, id, tx));
      });
    },
  };
};
