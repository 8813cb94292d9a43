import { hash } from 'node:crypto';
import type { coreFactCalls } from '@hofn/contracts';
import { contents, coreFiles, type Database, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { eq, notExists } from 'drizzle-orm';
import { auditService } from '../platform/audit.ts';
import type { Contents } from '../platform/contents.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import { factFault } from './upsert.ts';

const refused = (why: string, path = 'file') => new Fault('validation', { fields: [factFault(path, why)] });

/** @throws Fault `validation` when it is no PDF that may be shown to customers, `unavailable` when it was not read */
const checkPdf = async (inspector: Inspector, content: Uint8Array): Promise<void> => {
  const judgement = await inspector.inspect('judge', content);
  if ('unfinished' in judgement)
    throw judgement.unfinished === 'busy'
      ? new Fault('unavailable', { retryAfterSeconds: 5 })
      : refused('The file cannot be read.');
  if ('reason' in judgement)
    throw refused(
      judgement.reason === 'uploadInfected' ? 'The PDF contains active content.' : 'It is no PDF.',
    );
  if (judgement.type !== 'application/pdf') throw refused('It is no PDF.');
};

/** Files of documents: sent before the documents that name them. */
export const coreFileHandlers = ({
  database,
  clock,
  contents: store,
  quickInspector,
}: {
  database: Database;
  clock: Clock;
  contents: Contents;
  quickInspector: Inspector;
}): Pick<Handlers<typeof coreFactCalls>, 'putFile'> => ({
  putFile: async ({ params, body, client, request }) => {
    if (hash('sha256', body) !== params.sha256)
      throw refused('The file has another SHA-256. Was it cut off?', 'sha256');
    await checkPdf(quickInspector, body);
    const { key, bytes } = await store.store(body);
    await database.db.transaction(async (tx) => {
      const sentAt = clock.now().toISOString();
      await tx
        .insert(coreFiles)
        .values({ source: client.source, file: key, sentAt })
        .onConflictDoUpdate({ target: [coreFiles.source, coreFiles.file], set: { sentAt } });
      await auditService(tx, request, client, 'core.putFile', {
        scope: 'core.documents.write',
        object: { file: key },
      });
    });
    return { sha256: key, bytes };
  },
});

/** Deletes the records of files that no document came to name, and that are no longer stored. */
export const forgetFiles = async (db: Db): Promise<void> => {
  const stored = db.select({ key: contents.key }).from(contents).where(eq(contents.key, coreFiles.file));
  await db.delete(coreFiles).where(notExists(stored));
};
