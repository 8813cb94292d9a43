import type { PrivacyCase, PrivacyDecision, privacyCalls } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { Customer } from '../platform/access.ts';
import { audit } from '../platform/audit.ts';
import { workerOf } from '../platform/caller.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import type { Once } from '../platform/once.ts';
import type { AllPersonalData } from '../platform/personal-data.ts';
import type { Handlers } from '../platform/registrar.ts';
import { textsIn } from '../platform/texts.ts';
import { createViewStore } from '../views/store.ts';
import { closeWorkItem, openWorkItem } from '../work-items/opening.ts';
import { planFor } from './erase.ts';
import { createErasureStore } from './erasure-store.ts';
import { createPrivacyNews } from './mails.ts';
import { type PrivacyJob, privacyQueue } from './prepare.ts';
import {
  dueOf,
  erasureStatusOf,
  extendedDueOf,
  hasExpired,
  isOpen,
  mayExtend,
  nextFromOf,
  overviewStatusOf,
  type RequestRow,
} from './privacy.ts';
import { createPrivacyStore } from './store.ts';

const archivePath = '/api/user/v1/settings/privacy/archive';

export const privacyHandlers = ({
  database: { db },
  clock,
  files,
  mails,
  outbox,
  once,
  personalData,
}: {
  database: Database;
  clock: Clock;
  files: FileStore;
  mails: Mails;
  outbox: Outbox;
  once: Once;
  personalData: AllPersonalData;
}): Handlers<typeof privacyCalls> => {
  const store = createPrivacyStore(db);
  const staff = createViewStore(db);
  const news = createPrivacyNews(mails);

  const enqueue = (tx: Db, id: string) => outbox.send(tx, privacyQueue.name, { id } satisfies PrivacyJob);

  /**
   * Takes a request, unless the last of its kind waits still or was made within 30 days: that one is then the answer, so
   * that two presses and two tabs make one. Whoever comes second waits for the first.
   */
  const take = async (
    tx: Db,
    subject: Customer,
    kind: RequestRow['kind'],
    language: Language,
  ): Promise<{ row: RequestRow; fresh: boolean }> => {
    const now = clock.now();
    const own = createPrivacyStore(tx);
    await own.hold(subject, kind);
    const last = await own.newest(subject, kind);
    if (last && nextFromOf(last, now) !== null) return { row: last, fresh: false };
    const requestedAt = now.toISOString();
    const row = await own.add(subject, { kind, language, requestedAt, dueAt: dueOf(requestedAt) });
    if (!row) throw new Error('A request is not there after it was written');
    await openWorkItem(tx, {
      kind: 'privacy',
      matterId: row.id,
      customerId: subject.id,
      language,
      openedAt: now,
      dueAt: new Date(row.dueAt),
    });
    await news.received(tx, subject, row);
    return { row, fresh: true };
  };

  const caseOf = async (tx: Db, id: string): Promise<PrivacyCase> => {
    const found = await createPrivacyStore(tx).one(id);
    if (!found) throw new Fault('notFound');
    const { request, subject } = found;
    const now = clock.now();
    const today = dayOfInstant(now);
    const waits =
      request.kind === 'erasure' && (request.state === 'requested' || request.state === 'approved');
    const plan = waits ? await planFor(tx, subject, request, today) : undefined;
    return {
      id: request.id,
      kind: request.kind,
      state: hasExpired(request, now) ? 'expired' : request.state,
      customer: { ssn: subject.ssn, name: subject.fullName },
      language: request.language,
      requestedAt: isoInstant(request.requestedAt),
      dueAt: isoInstant(request.dueAt),
      extendedAt: isoInstantOrNull(request.extendedAt),
      reasons: request.reasons,
      decidedAt: isoInstantOrNull(request.decidedAt),
      decidedBy:
        request.decidedBy === null
          ? null
          : ((await createViewStore(tx).employee(request.decidedBy)) ?? request.decidedBy),
      finishedAt: isoInstantOrNull(request.finishedAt),
      failedAt: isoInstantOrNull(request.failedAt),
      mayExtend: mayExtend(request, now),
      keptBecause: plan ? plan.kept : request.kept,
      erased: plan ? await createErasureStore(tx, personalData).count(subject, plan, today) : [],
    };
  };

  /** Does what a staff member has decided. @throws Fault `conflict` when the request is past that */
  const decide = async (
    tx: Db,
    by: string,
    { request, subject }: { request: RequestRow; subject: Customer },
    decision: PrivacyDecision,
  ): Promise<void> => {
    const now = clock.now();
    const at = now.toISOString();
    const own = createPrivacyStore(tx);
    const { id, kind } = request;
    const decided = { decidedAt: at, decidedBy: by };
    switch (decision.act) {
      case 'approve':
        if (kind !== 'erasure' || !(await own.change(id, ['requested'], { state: 'approved', ...decided })))
          throw new Fault('conflict');
        await enqueue(tx, id);
        return;
      case 'refuse': {
        const reasons = [...request.reasons, decision.reasons];
        if (!(await own.change(id, ['requested', 'processing'], { state: 'refused', reasons, ...decided })))
          throw new Fault('conflict');
        await news.refused(tx, subject, request);
        await closeWorkItem(tx, 'privacy', id, now);
        return;
      }
      case 'extend':
        if (!mayExtend(request, now)) throw new Fault('conflict');
        await own.change(id, [request.state], {
          dueAt: extendedDueOf(request.requestedAt),
          extendedAt: at,
          reasons: [...request.reasons, decision.reasons],
        });
        await news.extended(tx, subject, request);
        return;
      case 'again':
        if (!isOpen(request) || request.failedAt === null) throw new Fault('conflict');
        await own.change(id, [request.state], { failedAt: null });
        await enqueue(tx, id);
    }
  };

  return {
    overviewStatus: async ({ context: { subject } }) =>
      overviewStatusOf(await store.newest(subject, 'overview'), clock.now(), archivePath),
    requestOverview: (asked) => {
      const { context, language, request } = asked;
      return once(asked, async (tx) => {
        const { row, fresh } = await take(tx, context.subject, 'overview', language);
        if (fresh) {
          await enqueue(tx, row.id);
          audit(request, context, 'privacy.requestOverview', { request: row.id });
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
        await store.fetched(subject, row.id, clock.now().toISOString());
        audit(request, context, 'privacy.fetchArchive', { request: row.id });
      }
      await sendStored(request, reply, files, { key: row.file, name, type: 'application/zip' });
      return undefined;
    },
    erasureStatus: async ({ context: { subject } }) =>
      erasureStatusOf(await store.newest(subject, 'erasure'), clock.now()),
    requestErasure: (asked) => {
      const { context, language, request } = asked;
      return once(asked, async (tx) => {
        const { row, fresh } = await take(tx, context.subject, 'erasure', language);
        if (fresh) audit(request, context, 'privacy.requestErasure', { request: row.id });
        return erasureStatusOf(row, clock.now());
      });
    },

    privacyCase: async ({ params: { id }, request }) => {
      const { id: actor } = await workerOf(request, staff.employee);
      const found = await db.transaction((tx) => caseOf(tx, id), { isolationLevel: 'repeatable read' });
      request.log.info({ event: 'privacy.open', actor, request: id, via: 'staff' }, 'audit');
      return found;
    },
    decidePrivacyCase: async ({ params: { id }, body, request }) => {
      const by = await workerOf(request, staff.employee);
      return db.transaction(async (tx) => {
        const found = await createPrivacyStore(tx).one(id, { held: true });
        if (!found) throw new Fault('notFound');
        await decide(tx, by.id, found, body);
        const { id: subject } = found.subject;
        request.log.info(
          { event: 'privacy.decide', actor: by.id, subject, request: id, act: body.act, via: 'staff' },
          'audit',
        );
        return caseOf(tx, id);
      });
    },
  };
};
