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

/** By the reason for which the same file would be refused to a customer. */
const whyRefused: Record<string, string> = {
  uploadInfected: 'The PDF contains active content.',
  uploadActive: 'The PDF contains active content.',
  uploadAttachment: 'The PDF has attached files other than the XML of an electronic invoice.',
  pdfPassword: 'The PDF is encrypted, and cannot be opened without its password.',
  pdfUnreadable: 'The PDF is damaged or has no pages. Was it cut off?',
};

/** @throws Fault `validation` when it is no PDF that may be shown to customers, `unavailable` when it was not read */
const checkPdf = async (inspector: Inspector, content: Uint8Array): Promise<void> => {
  const judgement = await inspector.inspect('judge', content);
  if ('unfinished' in judgement)
    throw judgement.unfinished === 'busy'
      ? new Fault('unavailable', { retryAfterSeconds: 5 })
      : refused('The file cannot be read.');
  if ('reason' in judgement) throw refused(whyRefused[judgement.reason] ?? 'It is not a PDF.');
  if (judgement.type !== 'application/pdf') throw refused('It is not a PDF.');
};

/**
 * Why a PDF cannot be signed, if it cannot: checked here, in a process of its own, and reported when a document to sign
 * names the file.
 * @throws Fault `unavailable` when it was not read
 */
const unsignableReason = async (inspector: Inspector, content: Uint8Array): Promise<string | null> => {
  const judgement = await inspector.inspect('sign', content);
  if ('why' in judgement) return judgement.why;
  if ('isSignable' in judgement) return null;
  if (judgement.unfinished === 'busy') throw new Fault('unavailable', { retryAfterSeconds: 5 });
  return 'The PDF takes too long to read.';
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
    const unsignable = await unsignableReason(quickInspector, body);
    const { key, bytes } = await store.store(body);
    await database.db.transaction(async (tx) => {
      const sentAt = clock.now().toISOString();
      await tx
        .insert(coreFiles)
        .values({ source: client.source, file: key, sentAt, unsignable })
        .onConflictDoUpdate({ target: [coreFiles.source, coreFiles.file], set: { sentAt, unsignable } });
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
