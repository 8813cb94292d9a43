import type { CaseDraftKind, PrivacyCase, PrivacyDecision, privacyCalls } from '@hofn/contracts';
import { cases, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { auditStaff } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import type { Mails, Outbox } from '../platform/mail/mails.ts';
import type { AllPersonalData } from '../platform/personal-data.ts';
import type { Handlers } from '../platform/registrar.ts';
import { isAbout } from '../platform/work-items.ts';
import { createViewStore } from '../views/store.ts';
import { createConflictRecorder } from '../work-items/conflicts.ts';
import { deleteSentDraftsOf } from '../work-items/draft-store.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';
import { planFor } from './erase.ts';
import { createErasureStore } from './erasure-store.ts';
import { createPrivacyNotifications } from './mails.ts';
import { queueWork } from './prepare.ts';
import { extendedDueOf, hasExpired, isOpen, mayExtend, type RequestRow } from './privacy.ts';
import { createPrivacyStore } from './store.ts';

/** The drafts that a decision sends or makes pointless. */
const sentDrafts: Record<PrivacyDecision['act'], readonly CaseDraftKind[]> = {
  approve: ['privacyExtend', 'privacyRefuse'],
  refuse: ['privacyExtend', 'privacyRefuse'],
  extend: ['privacyExtend'],
  again: [],
};

type FoundRequest = { request: RequestRow; subject: Customer };

/**
 * Creates what keeps an employee from the request of somebody whose matters they may not see (rule ROLE-4): that is recorded, and if they
 * have its case, it goes back to the queue.
 * @returns a function that throws Fault `notFound` then
 */
const createConflictHider = (db: Db, clock: Clock) => {
  const recordConflict = createConflictRecorder({ db, clock });
  return async (request: FastifyRequest, id: string): Promise<void> => {
    const employee = employeeOf(request);
    const subject = (await createPrivacyStore(db).find(id))?.subject.id;
    if (subject === undefined || !employee.conflicts.customers.includes(subject)) return;
    const ofRequest = isAbout('privacy', id);
    const [found] = await db.select({ id: cases.id }).from(cases).where(ofRequest);
    if (found) await recordConflict(request, employee, found.id);
    else {
      const facts = { actor: employee.id, subject, object: { request: id }, act: 'case' };
      await auditStaff(db, request, facts, 'staff.conflict');
    }
    throw new Fault('notFound');
  };
};

/** Staff calls about requests for personal data. */
export const staffPrivacyHandlers = ({
  db,
  clock,
  mails,
  outbox,
  personalData,
}: {
  db: Db;
  clock: Clock;
  mails: Mails;
  outbox: Outbox;
  personalData: AllPersonalData;
}): Pick<Handlers<typeof privacyCalls>, 'privacyCase' | 'decidePrivacyCase'> => {
  const news = createPrivacyNotifications(mails);
  const hideConflicting = createConflictHider(db, clock);

  const requestOf = async (tx: Db, id: string): Promise<FoundRequest> => {
    const found = await createPrivacyStore(tx).find(id);
    if (!found) throw new Fault('notFound');
    return found;
  };

  const caseOf = async (tx: Db, { request, subject }: FoundRequest): Promise<PrivacyCase> => {
    const now = clock.now();
    const today = dayOfInstant(now);
    const isPending =
      request.kind === 'erasure' && (request.state === 'requested' || request.state === 'approved');
    const plan = isPending ? await planFor(tx, subject, request, today) : undefined;
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
          : ((await createViewStore(tx).employeeName(request.decidedBy)) ?? request.decidedBy),
      finishedAt: isoInstantOrNull(request.finishedAt),
      failedAt: isoInstantOrNull(request.failedAt),
      mayExtend: mayExtend(request, now),
      keptBecause: plan ? plan.kept : request.kept,
      erased: plan ? await createErasureStore(tx, personalData).count(subject, plan, today) : [],
    };
  };

  /** Carries out a staff decision. @throws Fault `conflict` when the request's state no longer allows it */
  const decide = async (
    tx: Db,
    by: string,
    { request, subject }: FoundRequest,
    decision: PrivacyDecision,
  ): Promise<void> => {
    const now = clock.now();
    const at = now.toISOString();
    const store = createPrivacyStore(tx);
    const { id, kind } = request;
    const decided = { decidedAt: at, decidedBy: by };
    switch (decision.act) {
      case 'approve':
        if (kind !== 'erasure' || !(await store.change(id, ['requested'], { state: 'approved', ...decided })))
          throw new Fault('conflict');
        await queueWork(outbox, tx, id);
        await recordEvent(tx, 'privacy.erasureApproved', subject.id, { requestId: id });
        return;
      case 'refuse': {
        const reasons = [...request.reasons, decision.reasons];
        if (!(await store.change(id, ['requested', 'processing'], { state: 'refused', reasons, ...decided })))
          throw new Fault('conflict');
        await news.refused(tx, subject, request);
        await closeWorkItem(tx, 'privacy', id, now);
        await recordEvent(tx, 'privacy.refused', subject.id, { requestId: id });
        return;
      }
      case 'extend':
        if (!mayExtend(request, now)) throw new Fault('conflict');
        await store.change(id, [request.state], {
          dueAt: extendedDueOf(request.requestedAt),
          extendedAt: at,
          reasons: [...request.reasons, decision.reasons],
        });
        await news.extended(tx, subject, request);
        return;
      case 'again':
        if (!isOpen(request) || request.failedAt === null) throw new Fault('conflict');
        await store.change(id, [request.state], { failedAt: null });
        await queueWork(outbox, tx, id);
    }
  };

  const viewOf = (id: string) =>
    ({ reason: 'privacy', call: 'privacyCase', target: id, at: clock.now().toISOString() }) as const;

  return {
    privacyCase: async ({ params: { id }, request }) => {
      const employee = employeeOf(request);
      await hideConflicting(request, id);
      const { subject, response } = await db.transaction(
        async (tx) => {
          const found = await requestOf(tx, id);
          return { subject: found.subject.id, response: await caseOf(tx, found) };
        },
        { isolationLevel: 'repeatable read' },
      );
      await db.transaction(async (tx) => {
        await createViewStore(tx).recordMomentaryView(tx, employee, subject, viewOf(id));
        const facts = { actor: employee.id, subject, object: { request: id } };
        await auditStaff(tx, request, facts, 'privacy.open');
      });
      return response;
    },
    decidePrivacyCase: async ({ params: { id }, body, request }) => {
      const by = employeeOf(request);
      await hideConflicting(request, id);
      return db.transaction(async (tx) => {
        const found = await createPrivacyStore(tx).find(id, { lock: true });
        if (!found) throw new Fault('notFound');
        await decide(tx, by.id, found, body);
        const ofCase = { kind: 'privacy', matterId: id, employeeId: by.id } as const;
        await deleteSentDraftsOf(tx, ofCase, sentDrafts[body.act]);
        const facts = { actor: by.id, subject: found.subject.id, object: { request: id }, act: body.act };
        await auditStaff(tx, request, facts, 'privacy.decide');
        // The answer shows the request again, as opening it does.
        await createViewStore(tx).recordMomentaryView(tx, by, found.subject.id, viewOf(id));
        return caseOf(tx, await requestOf(tx, id));
      });
    },
  };
};
