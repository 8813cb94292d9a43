import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import { auditSystem } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { recheckContentsOf } from '../platform/content-references.ts';
import { recordEvent } from '../platform/events.ts';
import type { AllPersonalData } from '../platform/personal-data.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { noteErasure } from './erasure-notes.ts';
import { createErasureStore } from './erasure-store.ts';
import { createPrivacyNotifications, type MailWriter } from './mails.ts';
import type { RequestRow } from './privacy.ts';
import { type Plan, planOf } from './retention.ts';
import { readRetentionFacts } from './retention-facts.ts';
import { createPrivacyStore } from './store.ts';

/** What an erasure on `today` would retain by law, and what it would delete. */
export const planFor = async (
  db: Db,
  subject: Customer,
  { requestedAt }: Pick<RequestRow, 'requestedAt'>,
  today: string,
): Promise<Plan> => {
  const holdings = await readRetentionFacts(db, subject, dayOfInstant(new Date(requestedAt)), today);
  return planOf(holdings, today);
};

/** Erases data after staff have approved it, and retained data once its retention ends (rule DATA-3b). */
export const createErasure = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  mails: MailWriter;
  /** Where erasures are noted for a restored backup. */
  files: Pick<FileStore, 'putNote'>;
  personalData: AllPersonalData;
}) => {
  const { db, clock, logger, mails, files, personalData } = parts;
  const news = createPrivacyNotifications(mails);

  /** Erases data whose retention has ended, and the person when nothing is left. */
  const eraseExpired = (request: RequestRow, subject: Customer, now: Date): Promise<void> =>
    db.transaction(async (tx) => {
      const erasure = createErasureStore(tx, personalData);
      await erasure.lockForUpdate(subject);
      const today = dayOfInstant(now);
      const plan = await planFor(tx, subject, request, today);
      await recheckContentsOf(tx, subject.id, now);
      // A customer who has returned since has details for a new contract, which the request does not cover.
      const keepsDetails = request.kept.some(({ what }) => what === 'details');
      await erasure.erase(subject, { ...plan, isCustomer: plan.isCustomer || !keepsDetails }, today, {
        again: true,
      });
      if (plan.isCustomer || keepsDetails) await erasure.recordLeaving(subject, plan.isCustomer, now);
      const kept = plan.kept.filter(({ what }) => request.kept.some((before) => before.what === what));
      await createPrivacyStore(tx).change(request.id, ['done'], { kept });
      if (plan.kept.length === 0 && (await erasure.remove(subject))) {
        await auditSystem(tx, 'privacy.erase', { subject: subject.id, object: { request: request.id } });
        await recordEvent(tx, 'privacy.erased', subject.id, { requestId: request.id, complete: true });
        logger.info({ event: 'privacy.erase', subject: subject.id, request: request.id }, 'audit');
      }
    });

  return {
    /** Carries out a request, all or nothing; run again it does nothing. */
    erase: (id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const store = createPrivacyStore(tx);
        const found = await store.find(id, { lock: true });
        if (found?.request.state !== 'approved') return;
        const { request, subject } = found;
        const now = clock.now();
        const today = dayOfInstant(now);
        const erasure = createErasureStore(tx, personalData);
        await erasure.lockForUpdate(subject);
        const plan = await planFor(tx, subject, request, today);
        await news.finished(tx, subject, request);
        await recheckContentsOf(tx, subject.id, now);
        await erasure.erase(subject, plan, today, { again: false });
        await erasure.recordLeaving(subject, plan.isCustomer, now);
        await store.change(id, ['approved'], {
          state: 'done',
          finishedAt: now.toISOString(),
          kept: plan.kept,
          failedAt: null,
        });
        await closeWorkItem(tx, 'privacy', id, now);
        const { kept } = plan;
        await auditSystem(tx, 'privacy.erase', { subject: subject.id, object: { request: id }, kept });
        await recordEvent(tx, 'privacy.erased', subject.id, { requestId: id, complete: kept.length === 0 });
        // Before the commit: an erasure that was committed is always noted.
        await noteErasure(files, request);
        logger.info({ event: 'privacy.erase', subject: subject.id, request: id, kept }, 'audit');
      }),

    /**
     * Erases retained data of erased people once its retention ends, and finally their names.
     * @throws the last error, after all people have been tried
     */
    eraseLater: async (): Promise<void> => {
      const now = clock.now();
      const today = dayOfInstant(now);
      const failed: unknown[] = [];
      for (const { request, subject } of await createPrivacyStore(db).erased()) {
        // Nothing has expired since the last run.
        if (!request.kept.some(({ until }) => until === null || until < today)) continue;
        // A failure for one person must not stop the others.
        await eraseExpired(request, subject, now).catch((error: unknown) => {
          logger.error({ err: error, request: request.id }, 'erasing retained data failed');
          failed.push(error);
        });
      }
      if (failed.length > 0) throw failed.at(-1);
    },
  };
};
