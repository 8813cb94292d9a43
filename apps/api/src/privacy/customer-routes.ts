import type { privacyCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { sendStored } from '../platform/download.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { textsIn } from '../platform/texts.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createPrivacyNotifications } from './mails.ts';
import { queueWork } from './prepare.ts';
import {
  dueOf,
  erasureStatusOf,
  hasExpired,
  nextFromOf,
  overviewStatusOf,
  type RequestRow,
} from './privacy.ts';
import { createPrivacyStore } from './store.ts';

const archivePath = '/api/user/v1/settings/privacy/archive';

/** Customers' calls about their personal data: the archive and the erasure. */
export const customerPrivacyHandlers = ({
  db,
  clock,
  files,
  mails,
  outbox,
  idempotently,
}: {
  db: Db;
  clock: Clock;
  files: FileStore;
  mails: Mails;
  outbox: Outbox;
  idempotently: Idempotently;
}): Omit<Handlers<typeof privacyCalls>, 'privacyCase' | 'decidePrivacyCase'> => {
  const store = createPrivacyStore(db);
  const news = createPrivacyNotifications(mails);

  /**
   * Stores a request, unless the latest of its kind is still open or less than 30 days old: then that one is returned, so
   * that two clicks or two tabs make one request.
   */
  const addRequest = async (
    tx: Db,
    subject: Customer,
    kind: RequestRow['kind'],
    language: Language,
  ): Promise<{ row: RequestRow; isNew: boolean }> => {
    const now = clock.now();
    const store = createPrivacyStore(tx);
    await store.lockRequests(subject, kind);
    const last = await store.newest(subject, kind);
    if (last && nextFromOf(last, now) !== null) return { row: last, isNew: false };
    const requestedAt = now.toISOString();
    const row = await store.add(subject, { kind, language, requestedAt, dueAt: dueOf(requestedAt) });
    if (!row) throw new Error('The request was not inserted');
    await openWorkItem(tx, {
      kind: 'privacy',
      matterId: row.id,
      customerId: subject.id,
      language,
      openedAt: now,
      dueAt: new Date(row.dueAt),
    });
    await news.received(tx, subject, row);
    return { row, isNew: true };
  };

  return {
    overviewStatus: async ({ context: { subject } }) =>
      overviewStatusOf(await store.newest(subject, 'overview'), clock.now(), archivePath),
    requestOverview: (input) => {
      const { context, language, request } = input;
      return idempotently(input, async (tx) => {
        const { row, isNew } = await addRequest(tx, context.subject, 'overview', language);
        if (isNew) {
          await queueWork(outbox, tx, row.id);
          await audit(tx, request, context, 'privacy.requestOverview', { object: { request: row.id } });
          await recordEvent(tx, 'privacy.overviewRequested', context.subject.id, { requestId: row.id });
        }
        return overviewStatusOf(row, clock.now(), archivePath);
      });
    },
    downloadArchive: async ({ context, language, request, reply }) => {
      const { subject } = context;
      const row = await store.newest(subject, 'overview');
      if (row?.state !== 'ready' || row.file === null || hasExpired(row, clock.now()))
        throw new Fault('notFound');
      const day = dayOfInstant(new Date(row.finishedAt ?? row.requestedAt));
      const name = textsIn(language)('archive|download', { date: day });
      if (request.method === 'GET') {
        await db.transaction(async (tx) => {
          await createPrivacyStore(tx).fetched(subject, row.id, clock.now().toISOString());
          await audit(tx, request, context, 'privacy.fetchArchive', { object: { request: row.id } });
        });
      }
      await sendStored(request, reply, files, { key: row.file, name, type: 'application/zip' });
      return undefined;
    },
    erasureStatus: async ({ context: { subject } }) =>
      erasureStatusOf(await store.newest(subject, 'erasure'), clock.now()),
    requestErasure: (input) => {
      const { context, language, request } = input;
      return idempotently(input, async (tx) => {
        const { row, isNew } = await addRequest(tx, context.subject, 'erasure', language);
        if (isNew) {
          await audit(tx, request, context, 'privacy.requestErasure', { object: { request: row.id } });
          await recordEvent(tx, 'privacy.erasureRequested', context.subject.id, { requestId: row.id });
        }
        return erasureStatusOf(row, clock.now());
      });
    },
  };
};
