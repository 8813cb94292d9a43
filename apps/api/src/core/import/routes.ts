import { Readable } from 'node:stream';
import type { CoreImport, coreImportCalls } from '@hofn/contracts';
import { coreImports, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq } from 'drizzle-orm';
import { auditService } from '../../platform/audit.ts';
import type { Contents } from '../../platform/contents.ts';
import { Fault } from '../../platform/fault.ts';
import { isoInstant } from '../../platform/instant.ts';
import type { Outbox } from '../../platform/mail/mails.ts';
import type { Handlers } from '../../platform/registrar.ts';
import { factFault } from '../upsert.ts';
import { queueImports } from './job.ts';
import { partsOf, storageFault, storePart } from './parts.ts';
import { createImport, findImport, type ImportRow, readErrors } from './store.ts';

const answerOf = (row: ImportRow): CoreImport => {
  const { id, state, failure, linesRead, created, updated, unchanged, outdated, refused } = row;
  return {
    ...{ id, state, failure, linesRead, created, updated, unchanged, outdated, refused },
    waiting: linesRead - created - updated - unchanged - outdated - refused,
    createdAt: isoInstant(row.createdAt),
    changedAt: isoInstant(row.changedAt),
  };
};

/** The import of the client's source, locked until the transaction ends. @throws Fault `notFound` */
const lockImport = async (tx: Db, source: string, id: string): Promise<ImportRow> => {
  const [row] = await tx
    .select()
    .from(coreImports)
    .where(and(eq(coreImports.id, id), eq(coreImports.source, source)))
    .for('update');
  if (!row) throw new Fault('notFound');
  return row;
};

const refuse = (path: string, literal: string): Fault =>
  new Fault('validation', { fields: [factFault(path, literal)] });

const findOwn = async (db: Db, source: string, id: string): Promise<ImportRow> => {
  const row = await findImport(db, source, id);
  if (!row) throw new Fault('notFound');
  return row;
};

/** @throws Fault `validation` when the source has too much stored already */
const checkStorage = async (db: Db, source: string, bytes: number): Promise<void> => {
  const fault = await storageFault(db, source, bytes);
  if (fault !== undefined) throw refuse('source', fault);
};

export const coreImportHandlers = ({
  db,
  clock,
  contents,
  outbox,
}: {
  db: Db;
  clock: Clock;
  contents: Contents;
  outbox: Outbox;
}): Handlers<typeof coreImportCalls> => ({
  createCoreImport: async ({ client: { source } }) => {
    await checkStorage(db, source, 0);
    return answerOf(await createImport(db, { source, at: clock.now().toISOString() }));
  },

  putCoreImportPart: async ({ params: { id, part }, body, client: { source } }) => {
    // Before the content is stored, so that nobody fills the store without an import of their own.
    await findOwn(db, source, id);
    await checkStorage(db, source, body.length);
    const { key: file, bytes } = await contents.store(body);
    await db.transaction(async (tx) => {
      const { state } = await lockImport(tx, source, id);
      if (state !== 'open') throw refuse('id', 'The import has been started. Create another one.');
      await storePart(tx, id, { part, file, bytes });
    });
    return { part, bytes };
  },

  startCoreImport: ({ params: { id }, body: { parts }, client, request }) =>
    db.transaction(async (tx) => {
      const row = await lockImport(tx, client.source, id);
      if (row.state !== 'open') return answerOf(row);
      const stored = await partsOf(tx, id);
      const missing = Array.from({ length: parts }, (_, index) => index + 1).find(
        (part, index) => stored[index]?.part !== part,
      );
      if (missing !== undefined) throw refuse('parts', `Part ${missing} is missing.`);
      if (stored.length > parts) throw refuse('parts', `There are ${stored.length} parts.`);
      const [started] = await tx
        .update(coreImports)
        .set({ state: 'waiting', changedAt: clock.now().toISOString() })
        .where(eq(coreImports.id, id))
        .returning();
      await auditService(tx, request, client, 'core.import', {
        ...{ scope: 'core.imports', object: { import: id } },
      });
      await queueImports(outbox, tx, client.source);
      return answerOf(started ?? row);
    }),

  readCoreImport: async ({ params: { id }, client: { source } }) => answerOf(await findOwn(db, source, id)),

  readCoreImportErrors: async ({ params: { id }, client: { source }, reply }) => {
    await findOwn(db, source, id);
    const lines = async function* () {
      for await (const error of readErrors(db, id)) yield `${JSON.stringify(error)}\n`;
    };
    reply.type('application/x-ndjson').send(Readable.from(lines()));
    return undefined;
  },
});
