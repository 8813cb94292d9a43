import { customers, type Database, demoSignatures, documentsToSign } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { and, eq, sql } from 'drizzle-orm';
import { createContents } from '../apps/api/src/platform/contents.ts';
import type { Settings } from '../apps/api/src/settings.ts';
import { createSigning } from '../apps/api/src/signing/services.ts';
import { createSigningStore } from '../apps/api/src/signing/store.ts';

/**
 * Signs the demo's signed documents, each once, through the API's own signing code and the sandbox's electronic ID. Sends
 * no e-mails.
 * @param parts `confirm` confirms on a person's simulated phone
 */
export const signDemo = async (parts: {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  files: FileStore;
  confirm: (ssn: string) => void;
}): Promise<void> => {
  const { database, clock, logger, settings, files, confirm } = parts;
  const { db } = database;
  const contents = createContents({ db, files, clock });
  const mails = { onFile: async () => null, write: async () => undefined };
  // No request waits for this, so allow slow machines more time.
  const patientSettings = { ...settings, EID_TIMEOUT_MS: 30_000, REVOCATION_TIMEOUT_MS: 30_000 };
  const { sign } = createSigning({ db, clock, logger, files, contents, mails, settings: patientSettings });
  for (const { ssn, kind: ofTerms } of demoSignatures) {
    const [found] = await db
      .select({ person: customers, documentId: documentsToSign.id })
      .from(documentsToSign)
      .innerJoin(customers, eq(customers.id, documentsToSign.customerId))
      .where(and(eq(customers.ssn, ssn), sql`${documentsToSign.terms} ->> 'kind' = ${ofTerms}`));
    if (!found) continue;
    const { documentId } = found;
    const { id, kind, fullName, language } = found.person;
    const document = await createSigningStore(db).one({ id }, 'is', documentId);
    if (!document || document.signed) continue;
    const subject = { id, ssn, kind, fullName };
    const context = { actor: { kind: 'customer', id }, subject, via: 'self', role: 'Admin' } as const;
    const request = {
      documentId,
      shown: undefined,
      method: 'app',
      called: ssn,
      own: true,
      language,
    } as const;
    try {
      const { transactionId } = await sign.begin(context, request, (work) => db.transaction(work));
      confirm(ssn);
      await sign.finish(
        context,
        { method: 'app', id: transactionId, actorSsn: ssn, language },
        async () => {},
      );
    } catch (error) {
      // For example when the demo was seeded so long ago that the deadline is over: start the product without it.
      logger.warn({ err: error }, 'could not sign a document of the demo');
    }
  }
};
