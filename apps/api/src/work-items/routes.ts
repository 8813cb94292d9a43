import { randomUUID } from 'node:crypto';
import {
  type CaseAct,
  type CustomerMatter,
  type caseCalls,
  customerMatter,
  type StaffCase,
} from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { FileStore } from '@hofn/files';
import { foldForSearch, type Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { workerOf } from '../platform/caller.ts';
import { datedFilterOf } from '../platform/dated-list.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { fileTypeOf, sendFile } from '../platform/file.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Once } from '../platform/once.ts';
import { mostRows, pageOf, rowsToRead } from '../platform/page.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import type { WorkItemRow } from '../platform/work-items.ts';
import { createViewStore } from '../views/store.ts';
import { createDescriber, type DescribedItem, type WorkItemKinds } from './describe.ts';
import { sentItemsFile } from './files.ts';
import { type AnswerJob, answerQueue } from './mails.ts';
import { addEvent } from './opening.ts';
import { createWorkItemStore } from './store.ts';
import {
  cursors,
  type Employee,
  eventOf,
  lineOf,
  messageOf,
  outcomeOf,
  placeOf,
  reasonOf,
} from './work-items.ts';

type SentRow = Awaited<ReturnType<ReturnType<typeof createWorkItemStore>['ofCustomer']>>['rows'][number];

/** A work item, as the customer who sent it reads it. */
const sentItemOf = ({ row, form, reference, about, answers }: SentRow): CustomerMatter => ({
  id: row.id,
  // The store leaves claims out.
  kind: customerMatter.shape.kind.parse(row.kind),
  form: form as FormKind | null,
  reference,
  about,
  openedAt: isoInstant(row.openedAt),
  state: row.state,
  answers: answers.map(({ author, text, writtenAt }) => ({
    author,
    text,
    at: isoInstant(writtenAt),
  })),
});

/** The work queue of staff, and what customers read of it. */
export const workItemHandlers = (parts: {
  database: Database;
  clock: Clock;
  once: Once;
  uploads: Uploads;
  files: FileStore;
  outbox: Outbox;
  kinds: WorkItemKinds;
}): Handlers<typeof caseCalls> => {
  const { database, clock, once, uploads, files, outbox, kinds } = parts;
  const { db } = database;
  const store = createWorkItemStore(db);
  const describe = createDescriber(db, kinds);
  const views = createViewStore(db);

  const worker = (request: FastifyRequest): Promise<Employee> => workerOf(request, views.employee);

  const read = async (id: string, language: Language) => {
    const line = await store.one(id, language);
    const sent = line && (await describe(line.row, language));
    if (!line || !sent) throw new Fault('notFound');
    return { line, sent };
  };

  const filesOf = async ({ files: places }: DescribedItem) =>
    (await Promise.all(places.map(({ owner, holder }) => uploads.store.of(owner, holder)))).flat();

  const detail = async (id: string, language: Language, employeeId: string): Promise<StaffCase> => {
    const { line, sent } = await read(id, language);
    const [papers, answers, events] = await Promise.all([filesOf(sent), store.answers(id), store.events(id)]);
    const { matter, email, phone, ssn, answerBy } = sent;
    const messages = [...sent.messages, ...answers.map(messageOf)];
    return {
      ...lineOf(line, { language, employeeId, now: clock.now() }),
      email,
      phone,
      ssn,
      matter,
      answerBy,
      files: papers.map(uploadOf),
      messages: messages.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      events: events.map(eventOf),
    };
  };

  /** Records for the customer, where one is known, that a staff member saw the work item. */
  const recordView = async (
    tx: Db,
    { id, kind }: WorkItemRow,
    employee: Employee,
    { customer }: DescribedItem,
  ) => {
    const at = clock.now().toISOString();
    if (customer)
      await views.glance(tx, employee, customer.id, {
        reason: reasonOf(kind),
        call: 'staffCase',
        target: id,
        at,
      });
  };

  /** Records that a staff member looks at a work item: in its history once in a row, for the customer each time. */
  const recordLook = (employee: Employee, { line, sent }: Awaited<ReturnType<typeof read>>): Promise<void> =>
    db.transaction(async (tx) => {
      const { id } = line.row;
      const at = clock.now().toISOString();
      await store.lockForUpdate(tx, id);
      const last = (await store.events(id, tx)).at(-1);
      if (last?.kind !== 'looked' || last.employeeId !== employee.id)
        await addEvent(tx, id, { kind: 'looked', at, employeeId: employee.id, employeeName: employee.name });
      await recordView(tx, line.row, employee, sent);
    });

  /** Sends an answer to the sender: in the feature's own way, else to My pages and by e-mail. */
  const answer = async (
    tx: Db,
    { id, kind }: WorkItemRow,
    text: string,
    employee: Employee,
    sent: DescribedItem,
  ): Promise<void> => {
    const { customer, answerBy, email } = sent;
    if (answerBy === 'none') throw new Fault('caseUnanswerable');
    const own = kinds[kind]?.answer;
    if (own && customer && (await own(tx, { employee, customer, described: sent, text }))) return;
    const answerId = randomUUID();
    await store.addAnswer(tx, {
      caseId: id,
      id: answerId,
      employeeId: employee.id,
      author: employee.name,
      text,
      writtenAt: clock.now().toISOString(),
      recipient: email,
    });
    if (email !== null)
      await outbox.send(tx, answerQueue.name, { caseId: id, id: answerId } satisfies AnswerJob);
  };

  const act = async (
    tx: Db,
    id: string,
    body: CaseAct,
    employee: Employee,
    sent: DescribedItem,
  ): Promise<void> => {
    const row = await store.lockForUpdate(tx, id);
    if (!row) throw new Fault('notFound');
    const now = clock.now();
    const { event, to } = outcomeOf(row, body, employee, now);
    const undecided = to.state !== undefined && ((await kinds[row.kind]?.isUndecided?.(tx, row)) ?? false);
    if (undecided && to.state === 'closed') throw new Fault('caseUndecided');
    // An answer alone does not end it: it stays open until it is decided.
    if (undecided) to.state = 'open';
    if (body.act === 'answer') await answer(tx, row, body.text, employee, sent);
    await store.change(tx, id, to);
    const by = { at: now.toISOString(), employeeId: employee.id, employeeName: employee.name };
    const note = body.act === 'close' && body.note !== '' ? body.note : null;
    await addEvent(tx, id, { kind: event, note, ...by });
    if (body.act === 'answer' && body.close) await addEvent(tx, id, { kind: 'closed', ...by });
    await recordView(tx, row, employee, sent);
    if (to.state !== undefined)
      await kinds[row.kind]?.stateChanged?.(tx, row, to.state === 'closed' ? 'closed' : 'received');
  };

  return {
    queue: async ({ query, language, request }) => {
      const { id: employee } = await worker(request);
      const { limit, cursor, sort, whose, kind, state, search } = query;
      const filter = {
        whose: whose === 'mine' ? { employee } : whose,
        kind,
        state,
        search: search?.trim() ? foldForSearch(search.trim()) : undefined,
      };
      const list = JSON.stringify([filter, sort]);
      const after = cursors.read(cursor, list);
      const [rows, counts, chatsWaiting] = await Promise.all([
        store.list(language, filter, { sort, after, limit: rowsToRead(limit) }),
        store.counts(language, filter, employee),
        store.chatsWaiting(),
      ]);
      const { page, nextCursor } = pageOf(rows, limit, (last) => cursors.write(placeOf(last, sort), list));
      return {
        items: page.map((row) => lineOf(row, { language, employeeId: employee, now: clock.now() })),
        ...counts,
        chatsWaiting,
        nextCursor,
      };
    },

    staffCase: async ({ params, language, request }) => {
      const employee = await worker(request);
      const found = await read(params.id, language);
      await recordLook(employee, found);
      request.log.info({ event: 'staff.case', actor: employee.id, case: params.id, act: 'look' }, 'audit');
      return detail(params.id, language, employee.id);
    },

    actOnCase: async ({ params, body, language, request }) => {
      const employee = await worker(request);
      const { sent } = await read(params.id, language);
      const context = { actor: { id: employee.id }, subject: { id: params.id } };
      await once({ context, body, request }, async (tx) => {
        await act(tx, params.id, body, employee, sent);
        return null;
      });
      request.log.info({ event: 'staff.case', actor: employee.id, case: params.id, act: body.act }, 'audit');
      return detail(params.id, language, employee.id);
    },

    caseFile: async ({ params, language, request, reply }) => {
      const employee = await worker(request);
      const found = await read(params.id, language);
      const file = (await filesOf(found.sent)).find(({ id }) => id === params.file);
      // Only a file that passed the checks has a key.
      if (!file || file.key === null) throw new Fault('notFound');
      await recordLook(employee, found);
      request.log.info(
        { event: 'staff.case', actor: employee.id, case: params.id, act: 'file', file: file.id },
        'audit',
      );
      await sendStored(request, reply, files, {
        key: file.key,
        name: file.name,
        type: 'application/octet-stream',
      });
      return undefined;
    },

    matters: async ({ query, context: { subject }, language, request, reply }) => {
      const { limit, cursor, state, ...asked } = query;
      const filter = { ...datedFilterOf(asked), state };
      const list = JSON.stringify([subject.id, filter]);
      const type = fileTypeOf(request.headers.accept);
      if (type) {
        const all = await store.ofCustomer(subject, language, filter, { after: null, limit: mostRows });
        const file = await sentItemsFile(type, all.rows.map(sentItemOf), {
          subject,
          language,
          now: clock.now(),
        });
        sendFile(reply, type, file.name, file.content);
        return undefined;
      }
      const after = cursors.read(cursor, list);
      const { total, rows } = await store.ofCustomer(subject, language, filter, {
        after,
        limit: rowsToRead(limit),
      });
      const { page, nextCursor } = pageOf(rows, limit, ({ row }) =>
        cursors.write([isoInstant(row.openedAt), row.id], list),
      );
      return {
        items: page.map(sentItemOf),
        total,
        nextCursor,
      };
    },
  };
};
