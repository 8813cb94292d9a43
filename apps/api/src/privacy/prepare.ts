import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import type { Contents } from '../platform/contents.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { AllPersonalData } from '../platform/personal-data.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { createArchive } from './archive.ts';
import { createPrivacyNotifications, type MailWriter } from './mails.ts';
import { archiveMs } from './privacy.ts';
import { createPrivacyStore } from './store.ts';

/** Archives and erasures: retried for some hours, and then when staff restart them. */
export const privacyQueue: Queue = {
  name: 'privacy.work',
  concurrency: 1,
  retries: 8,
  delay: 60,
  longestDelay: 3600,
  expires: 1800,
};

/** `id` of the request, whose kind says what to do. */
export type PrivacyJob = { id: string };

/** Queues the work on a request, in the transaction `tx`. */
export const queueWork = (outbox: Outbox, tx: Db, id: string): Promise<void> =>
  outbox.send(tx, privacyQueue.name, { id } satisfies PrivacyJob);

const megabyte = 1024 * 1024;
/** Size limit of an archive; a claim has at most 100 MB of photos, and nobody has hundreds of claims. */
const maxBytes = 20_000 * megabyte;

/**
 * Prepares an archive: state, content and e-mail. A rerun skips a request that is ready or was refused meanwhile. An archive
 * overtaken by an erasure is prepared again, so that none contains erased data.
 */
export const createArchivePreparation = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  files: FileStore;
  contents: Contents;
  mails: MailWriter;
  personalData: AllPersonalData;
}) => {
  const { db, clock, logger, contents, mails } = parts;
  const archive = createArchive(parts);
  const news = createPrivacyNotifications(mails);
  const prepare = async (id: string): Promise<void> => {
    const store = createPrivacyStore(db);
    if (!(await store.change(id, ['requested', 'processing'], { state: 'processing' }))) return;
    const found = await store.find(id);
    if (!found) return;
    const { request, subject } = found;
    const file = await contents.storeStream(archive(subject, request.language, clock.now()), maxBytes);
    const isReady = await db.transaction(async (tx) => {
      const now = clock.now();
      const ready = await createPrivacyStore(tx).change(id, ['processing'], {
        state: 'ready',
        file: file.key,
        bytes: file.bytes,
        finishedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + archiveMs).toISOString(),
        failedAt: null,
      });
      if (!ready) return false;
      await news.finished(tx, subject, request);
      await closeWorkItem(tx, 'privacy', id, now);
      logger.info({ request: id, subject: subject.id, bytes: file.bytes }, 'archive of personal data ready');
      return true;
    });
    if (!isReady) await prepare(id);
  };
  return prepare;
};
