import { customers, type Database } from '@hofn/database';
import { demoSignatures } from '@hofn/database/seed/demo.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { createContents } from '../apps/api/src/platform/contents.ts';
import type { Settings } from '../apps/api/src/settings.ts';
import { createSigning } from '../apps/api/src/signing/services.ts';
import { createSigningStore } from '../apps/api/src/signing/store.ts';

/**
 * Signs the documents that the demo has as signed, each once, as their owners would: by the API's own signing, with the
 * electronic ID of the sandbox. Nobody is written to about it.
 * @param confirm answers on the phone of a person
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
  // No request waits for it, so that a slow machine may take its time.
  const patient = { ...settings, EID_TIMEOUT_MS: 30_000 };
  const { sign } = createSigning({ db, clock, logger, files, contents, mails, settings: patient });
  for (const { customerId, documentId } of demoSignatures()) {
    const [person] = await db.select().from(customers).where(eq(customers.id, customerId));
    const document = await createSigningStore(db).one({ id: customerId }, 'is', documentId);
    if (!person || !document || document.signed) continue;
    const { id, ssn, kind, fullName, language } = person;
    const subject = { id, ssn, kind, fullName };
    const context = { actor: { kind: 'customer', id }, subject, via: 'self', role: 'Admin' } as const;
    const asked = { documentId, shown: undefined, method: 'app', called: ssn, own: true, language } as const;
    try {
      const { transactionId } = await sign.begin(context, asked, (work) => db.transaction(work));
      confirm(ssn);
      await sign.finish(context, { method: 'app', id: transactionId, actorSsn: ssn, language }, () => {});
    } catch (error) {
      // The demo may have been seeded so long ago that the last day to sign is over: the product starts without it.
      logger.warn({ err: error }, 'a document of the demo stays unsigned');
    }
  }
};
