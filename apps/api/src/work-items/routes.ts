import type { caseCalls, casesAtOnceCalls, StaffCase } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { kindOf } from '../platform/work-items.ts';
import type { Settings } from '../settings.ts';
import { createViewStore } from '../views/store.ts';
import { createActOnOne } from './act-on-one.ts';
import { createActing } from './act-on-work-item.ts';
import { actsAtOnceHandlers, type ColleaguesOfOne } from './acts-at-once.ts';
import { createAnswerStore } from './answer-store.ts';
import { caseFileHandlers } from './case-file.ts';
import { changesOf } from './changes.ts';
import { colleaguesOf } from './colleagues.ts';
import { decisionHandlers } from './decision-routes.ts';
import type { DescribedItem, WorkItemKinds } from './describe.ts';
import { eventOf } from './history.ts';
import { linesOf } from './lines.ts';
import { createCaseMailStore, messageOfMail } from './mail-store.ts';
import { seeMentions } from './notes.ts';
import { momentAt, queueHandlers } from './queue-routes.ts';
import { auditCase, createCaseReader } from './read-case.ts';
import { sentItemHandlers } from './sent-routes.ts';
import { createSentItemStore } from './sent-store.ts';
import { createWorkItemStore } from './store.ts';
import { isAnsweredByCore, type LineRow, messageOf } from './work-items.ts';

/** Whether an employee may hand a work item over: their own, one that nobody has, or as a supervisor anybody's. */
const mayHandOver = ({ state, assigneeId }: LineRow['row'], { id, roles }: StaffMember): boolean =>
  state !== 'closed' && (assigneeId === null || assigneeId === id || roles.includes('supervisor'));

/** The staff work queue, and what customers see of it. */
export const workItemHandlers = (parts: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
  uploads: Uploads;
  files: FileStore;
  quickInspector: Inspector;
  outbox: Outbox;
  kinds: WorkItemKinds;
  site: string;
  settings: Pick<Settings, 'REQUESTS_SETTLED_BY_CORE' | 'REPLY_ADDRESS'>;
}): Handlers<typeof caseCalls & typeof casesAtOnceCalls> => {
  const { database, clock, idempotently, uploads, files, kinds, site } = parts;
  const mayReply = parts.settings.REPLY_ADDRESS !== undefined;
  const { db } = database;
  const store = createWorkItemStore(db);
  const answers = createAnswerStore(db);
  const mails = createCaseMailStore(db);
  const views = createViewStore(db);
  const { act, recordView, recordViewed } = createActing({ ...parts, db, store, answers, views });

  const read = createCaseReader({ db, clock, kinds });

  const filesOf = async ({ files: places }: DescribedItem) =>
    (
      await Promise.all(places.map(({ owner, holder }) => uploads.store.listAttachedTo(owner, holder)))
    ).flat();

  const detail = async (request: FastifyRequest, id: string, language: Language): Promise<StaffCase> => {
    const employee = employeeOf(request);
    const { line, item } = await read(request, id, language);
    const moment = await momentAt(db, clock.now());
    // Before what it counts: a change in between is then reported, and not missed.
    const changes = await changesOf(db, id);
    const [attachments, sentAnswers, received, events, lines] = await Promise.all([
      filesOf(item),
      answers.list(id),
      mails.list(id),
      store.events(id),
      linesOf(db, [line], { language, employeeId: employee.id, moment }),
    ]);
    const [shown] = lines;
    if (!shown) throw new Fault('notFound');
    const { matter, email, phone, ssn, answerBy } = item;
    const kind = kindOf(line.row);
    const handlers = await kinds[kind]?.handlers?.(db, line.row);
    const messages = [
      ...item.messages,
      ...sentAnswers.map(messageOf),
      ...received.map((mail) => messageOfMail(mail, email)),
    ];
    return {
      ...shown,
      customerId: item.customer?.id ?? null,
      email,
      phone,
      ssn,
      matter,
      answerBy,
      answeredByCore: isAnsweredByCore(kind, parts.settings.REQUESTS_SETTLED_BY_CORE),
      undecided: (await kinds[kind]?.isUndecided?.(db, line.row)) ?? false,
      noteToClose: (await kinds[kind]?.closesWithNote?.(db, line.row)) ?? false,
      ...(handlers && { handledBefore: handlers.some(({ id }) => id === employee.id) }),
      mayHandOver: mayHandOver(line.row, employee),
      changes,
      files: attachments.map(uploadOf),
      messages: messages.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      events: events.map(eventOf),
    };
  };

  const colleaguesOfOne: ColleaguesOfOne = async (request, { line }, language) => {
    const handlers = (await kinds[kindOf(line.row)]?.handlers?.(db, line.row)) ?? [];
    return colleaguesOf(db, line.row.id, {
      ...{ employeeId: employeeOf(request).id, language, now: clock.now(), handlers },
    });
  };
  const actOnOne = createActOnOne({ clock, idempotently, kinds, act, recordView });

  return {
    ...queueHandlers({ db, clock }),
    ...actsAtOnceHandlers({ read, actOnOne, colleaguesOfOne }),

    staffCase: async ({ params, language, request }) => {
      const employee = employeeOf(request);
      const found = await read(request, params.id, language);
      await recordViewed(employee, found.line.row, found.item, async (tx) => {
        await seeMentions(tx, params.id, employee.id, clock.now().toISOString());
        await auditCase(tx, request, employee, found.item, { object: { case: params.id }, act: 'look' });
      });
      return detail(request, params.id, language);
    },

    actOnCase: async ({ params, body, language, request }) => {
      const found = await read(request, params.id, language);
      await actOnOne(request, found, body, { language });
      return detail(request, params.id, language);
    },

    caseColleagues: async ({ params: { id }, language, request }) => ({
      items: await colleaguesOfOne(request, await read(request, id, language), language),
    }),

    ...caseFileHandlers({ db, files, quickInspector: parts.quickInspector, read, filesOf, recordViewed }),
    ...decisionHandlers({ db, kinds, files, site, mayReply, read, recordViewed, auditCase }),
    ...sentItemHandlers({ store: createSentItemStore(db), clock }),
  };
};
