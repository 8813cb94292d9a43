import { customers, type Database, demoPrivacy, employees } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { personalDataOf } from '../apps/api/src/feature.ts';
import { features } from '../apps/api/src/features.ts';
import { createContents } from '../apps/api/src/platform/contents.ts';
import { createErasure } from '../apps/api/src/privacy/erase.ts';
import { createArchivePreparation } from '../apps/api/src/privacy/prepare.ts';
import { dueOf } from '../apps/api/src/privacy/privacy.ts';
import { createPrivacyStore } from '../apps/api/src/privacy/store.ts';
import { openWorkItem } from '../apps/api/src/work-items/open-work-item.ts';

const dayMs = 86_400_000;

/**
 * Creates the demo's personal data requests, each once, through the API's own code: archives are prepared and granted
 * erasures carried out. Sends no e-mails.
 */
export const requestDemoPrivacy = async (parts: {
  database: Database;
  clock: Clock;
  logger: Logger;
  files: FileStore;
}): Promise<void> => {
  const { clock, logger, files } = parts;
  const { db } = parts.database;
  const contents = createContents({ db, files, clock });
  const mails = { onFile: async () => null, write: async () => undefined };
  const personalData = personalDataOf(features);
  const work = { db, clock, logger, files, contents, mails, personalData };
  const store = createPrivacyStore(db);
  const [staff] = await db.select({ id: employees.id }).from(employees).orderBy(employees.id);
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  for (const { ssn, kind, daysAgo, granted } of demoPrivacy) {
    const [person] = await db.select().from(customers).where(eq(customers.ssn, ssn));
    if (!person || (await store.newest(person, kind))) continue;
    const openedAt = before(daysAgo);
    const requestedAt = openedAt.toISOString();
    const { language } = person;
    const row = await store.add(person, { kind, language, requestedAt, dueAt: dueOf(requestedAt) });
    if (!row) continue;
    const { id } = row;
    try {
      if (kind === 'overview') await createArchivePreparation(work)(id);
      else if (granted) {
        const decided = { decidedAt: before(daysAgo - 2).toISOString(), decidedBy: staff?.id ?? null };
        await store.change(id, ['requested'], { state: 'approved', ...decided });
        await createErasure(work).erase(id);
      } else {
        const dueAt = new Date(row.dueAt);
        await openWorkItem(db, {
          kind: 'privacy',
          matterId: id,
          customerId: person.id,
          language,
          openedAt,
          dueAt,
        });
      }
    } catch (error) {
      // For example with a full disk: start the product without it.
      logger.warn({ err: error }, 'could not create a personal data request of the demo');
    }
  }
};
