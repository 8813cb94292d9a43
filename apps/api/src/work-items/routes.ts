import type { caseCalls, StaffCase } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { type AuditDetails, auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { sendStored, sentFile } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { kindOf } from '../platform/work-items.ts';
import type { Settings } from '../settings.ts';
import { createViewStore } from '../views/store.ts';
import { createActing } from './act-on-work-item.ts';
import { createAnswerStore } from './answer-store.ts';
import { colleaguesOf } from './colleagues.ts';
import { createConflictRecorder } from './conflicts.ts';
import { decisionHandlers } from './decision-routes.ts';
import { createDescriber, customerSeenIn, type DescribedItem, type WorkItemKinds } from './describe.ts';
import { eventOf } from './history.ts';
import { linesOf } from './lines.ts';
import { addNote, seeMentions } from './notes.ts';
import { momentAt, queueHandlers } from './queue-routes.ts';
import { sentItemHandlers } from './sent-routes.ts';
import { createSentItemStore } from './sent-store.ts';
import { createWorkItemStore } from './store.ts';
import { isAnsweredByCore, type LineRow, messageOf } from './work-items.ts';

/** Records that an employee opened or acted on a work item, and whose it is, if known. */
const auditCase = (
  tx: Db,
  request: FastifyRequest,
  { id: actor }: StaffMember,
  item: DescribedItem,
  details: AuditDetails,
): Promise<void> => {
  const subject = customerSeenIn(item);
  return auditStaff(tx, request, { ...details, actor, ...(subject !== null && { subject }) }, 'staff.case');
};

/** Whether an employee may hand a work item over: their own, one that nobody has, or as a supervisor anybody's. */
const mayHandOver = ({ state, assigneeId }: LineRow['row'], { id, roles }: StaffMember): boolean =>
  state !== 'closed' && (assigneeId === null || assigneeId === id || roles.includes('supervisor'));

const workerOf = ({ id, name, roles }: StaffMember) => ({
  ...{ id, name, isSupervisor: roles.includes('supervisor') },
});

/** The staff work queue, and what customers see of it. */
export const workItemHandlers = (parts: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
  uploads: Uploads;
  files: FileStore;
  outbox: Outbox;
  kinds: WorkItemKinds;
  site: string;
  settings: Pick<Settings, 'REQUESTS_SETTLED_BY_CORE'>;
}): Handlers<typeof caseCalls> => {
  const { database, clock, idempotently, uploads, files, kinds, site } = parts;
  const { db } = database;
  const store = createWorkItemStore(db);
  const answers = createAnswerStore(db);
  const describe = createDescriber(db, kinds);
  const views = createViewStore(db);
  const { act, recordView, recordViewed } = createActing({ ...parts, db, store, answers, views });

  const recordConflict = createConflictRecorder({ db, clock });

  /** @throws Fault `notFound` also for what the employee may not open, so that nobody learns that it exists */
  const read = async (request: FastifyRequest, id: string, language: Language) => {
    const employee = employeeOf(request);
    const line = await store.find(employee, id, language);
    if (!line) await recordConflict(request, employee, id);
    const item = line && (await describe(line.row, language));
    if (!line || !item) throw new Fault('notFound');
    return { line, item };
  };

  const filesOf = async ({ files: places }: DescribedItem) =>
    (
      await Promise.all(places.map(({ owner, holder }) => uploads.store.listAttachedTo(owner, holder)))
    ).flat();

  const detail = async (request: FastifyRequest, id: string, language: Language): Promise<StaffCase> => {
    const employee = employeeOf(request);
    const { line, item } = await read(request, id, language);
    const moment = await momentAt(db, clock.now());
    const [attachments, sentAnswers, events, lines] = await Promise.all([
      filesOf(item),
      answers.list(id),
      store.events(id),
      linesOf(db, [line], { language, employeeId: employee.id, moment }),
    ]);
    const [shown] = lines;
    if (!shown) throw new Fault('notFound');
    const { matter, email, phone, ssn, answerBy } = item;
    const kind = kindOf(line.row);
    const messages = [...item.messages, ...sentAnswers.map(messageOf)];
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
      mayHandOver: mayHandOver(line.row, employee),
      files: attachments.map(uploadOf),
      messages: messages.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      events: events.map(eventOf),
    };
  };

  return {
    ...queueHandlers({ db, clock }),

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
      const employee = employeeOf(request);
      const { item, line } = await read(request, params.id, language);
      const context = { actor: { id: employee.id }, subject: { id: params.id } };
      await idempotently({ context, body, request }, async (tx) => {
        if (body.act === 'note') {
          await addNote(tx, params.id, body, { clock, employee, language });
          // The answer shows the case again.
          await recordView(tx, line.row, employee, item);
        } else await act(tx, line.row, body, { employee: workerOf(employee), item, language });
        await auditCase(tx, request, employee, item, {
          object: { case: params.id },
          act: body.act,
          ...(body.act === 'settle' && { result: body.decision.result }),
        });
        return null;
      });
      if (body.act !== 'note') await kinds[kindOf(line.row)]?.afterAct?.(line.row);
      return detail(request, params.id, language);
    },

    caseColleagues: async ({ params: { id }, language, request }) => {
      const employee = employeeOf(request);
      await read(request, id, language);
      return {
        items: await colleaguesOf(db, id, { employeeId: employee.id, language, now: clock.now() }),
      };
    },

    caseFile: async ({ params, language, request, reply }) => {
      const employee = employeeOf(request);
      const found = await read(request, params.id, language);
      const file = (await filesOf(found.item)).find(({ id }) => id === params.file);
      // Only a file that has passed the checks has a key.
      if (!file || file.key === null) throw new Fault('notFound');
      await recordViewed(employee, found.line.row, found.item, (tx) =>
        auditCase(tx, request, employee, found.item, {
          object: { case: params.id },
          act: 'file',
          file: file.id,
        }),
      );
      await sendStored(request, reply, files, sentFile({ ...file, key: file.key }));
      return undefined;
    },

    ...decisionHandlers({ kinds, files, site, read, recordViewed, auditCase }),
    ...sentItemHandlers({ store: createSentItemStore(db), clock }),
  };
};
