import type { viewCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { auditStaff } from '../platform/audit.ts';
import { employeeOf } from '../platform/caller.ts';
import { datedFilterOf } from '../platform/dated-list.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { maxRows, pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import { createUserStore } from '../user/store.ts';
import { userOf } from '../user/user.ts';
import { viewsFile } from './list-file.ts';
import { refuseConflict } from './refuse-conflict.ts';
import { createViewStore } from './store.ts';
import { cursors, viewMs, viewOf } from './views.ts';

export const viewHandlers = ({
  database,
  clock,
  names,
}: {
  database: Database;
  clock: Clock;
  /** Kennitala numbers a staff member may look up (rule HOLD-13). */
  names: DailyLimit;
}): Handlers<typeof viewCalls> => {
  const store = createViewStore(database.db);
  const people = createUserStore(database.db);
  const now = () => clock.now().toISOString();

  const customer = async (ssn: string) => {
    const found = await store.customer(ssn);
    if (!found) throw new Fault('ssnNotFound');
    return found;
  };
  /**
   * The customer, if the employee may see their matters.
   * @throws Fault `ssnNotFound`, `conflictOfInterest`, which is recorded (rule ROLE-4)
   */
  const visibleCustomer = async (request: FastifyRequest, ssn: string) => {
    const found = await customer(ssn);
    await refuseConflict(database.db, request, { customer: found.id, act: 'view', now: now() });
    return found;
  };
  /** Counts a look-up. @throws Fault `tooManyRequests` */
  const countLookUp = async (request: FastifyRequest): Promise<void> => {
    const wait = await names.count(employeeOf(request).id);
    if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
  };

  return {
    ssnLookup: async ({ body, request }) => {
      await countLookUp(request);
      const { id, fullName } = await visibleCustomer(request, body.ssn);
      await auditStaff(database.db, request, { actor: employeeOf(request).id, subject: id }, 'staff.lookUp');
      return { id, name: fullName };
    },

    beginView: async ({ body: { ssn, reason }, request }) => {
      const { id, name } = employeeOf(request);
      await countLookUp(request);
      const subject = await visibleCustomer(request, ssn);
      const endsAt = new Date(clock.now().getTime() + viewMs).toISOString();
      const opened = { reason, openedAt: now(), endsAt };
      const view = await store.begin({ id, name }, subject.id, opened, (tx, view) => {
        const facts = { actor: id, subject: subject.id, reason, object: { view } };
        return auditStaff(tx, request, facts, 'staff.beginView');
      });
      const person = await people.person(subject.id);
      if (!person) throw new Fault('ssnNotFound');
      const actor = { kind: 'employee', id } as const;
      const today = dayOfInstant(clock.now());
      return userOf(person, { actor, subject, via: 'staff', role: 'Readonly', view }, today);
    },

    endView: async ({ body, request }) => {
      const { id } = await customer(body.ssn);
      const actor = employeeOf(request).id;
      await database.db.transaction(async (tx) => {
        await createViewStore(tx).end(actor, id, now());
        await auditStaff(tx, request, { actor, subject: id }, 'staff.endView');
      });
      return null;
    },

    views: async ({ query, context: { subject }, language, fileType, reply }) => {
      const { limit, cursor, reason, ...dates } = query;
      const filter = { ...datedFilterOf(dates), reason };
      const list = JSON.stringify([subject.id, filter]);
      if (fileType) {
        const all = await store.list(subject, filter, { after: null, limit: maxRows });
        const views = all.map((row) => viewOf(row, now()));
        const file = await viewsFile(fileType, views, { subject, language, now: clock.now() });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const after = cursors.read(cursor, list);
      const rows = await store.list(subject, filter, { after, limit: rowsToRead(limit) });
      const { page, nextCursor } = pageOf(rows, limit, ({ openedAt, id }) =>
        cursors.write([isoInstant(openedAt), id], list),
      );
      return {
        items: page.map((row) => viewOf(row, now())),
        total: await store.count(subject, filter),
        nextCursor,
      };
    },
  };
};
