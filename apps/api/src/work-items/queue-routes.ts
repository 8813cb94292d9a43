import type { caseCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FastifyRequest } from 'fastify';
import { createAbsenceStore } from '../absences/store.ts';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import { pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { newsCursor, presentSnapshot } from './changes.ts';
import { linesOf } from './lines.ts';
import { unseenMentions } from './notes.ts';
import { createQueueStore, type WorkItemFilter } from './queue-store.ts';
import { termOf } from './search-text.ts';
import type { Moment, Whose } from './whose.ts';
import { cursors, type LineRow, placeOf } from './work-items.ts';

/**
 * Whether a list of the queue is a look-up of persons: a search of more than what the employee has or could take, which finds
 * a customer's claims and messages by name.
 */
const isLookUp = ({ search, whose, state }: WorkItemFilter): boolean =>
  search !== undefined &&
  (state !== 'open' || !(whose === 'unassigned' || (typeof whose === 'object' && 'employee' in whose)));

/** Whose work items the audit says that a list showed. */
const namedWhose = (whose: Whose): string => {
  if (typeof whose === 'string') return whose;
  return 'mentioned' in whose ? 'mentioned' : 'mine';
};

/** Records a look-up in the queue, with the cases that it showed and their customers, but not the words: they are a name. */
const auditSearch = (
  tx: Db,
  request: FastifyRequest,
  found: { employee: string; filter: WorkItemFilter; page: readonly LineRow[] },
): Promise<void> => {
  const { employee: actor, filter, page } = found;
  const { state, whose } = filter;
  const known = page.flatMap(({ row, unverified }) => (unverified === true ? [] : (row.customerId ?? [])));
  const customers = [...new Set(known)];
  const [subject] = customers;
  return auditStaff(
    tx,
    request,
    {
      ...{ actor, state, whose: namedWhose(whose) },
      ...{ cases: page.map(({ row }) => row.id), customers },
      ...(subject !== undefined && customers.length === 1 && { subject }),
    },
    'staff.search',
  );
};

/** @throws Fault `forbidden` when somebody else than a supervisor asks for what is overdue with everyone */
export const whoseOf = (
  whose: 'mine' | 'unassigned' | 'all' | 'mentioned' | 'overdue',
  { id, roles }: StaffMember,
): Whose => {
  if (whose === 'overdue' && !roles.includes('supervisor')) throw new Fault('forbidden');
  if (whose === 'mine') return { employee: id };
  return whose === 'mentioned' ? { mentioned: id } : whose;
};

/** An instant, and who is away on its day. */
export const momentAt = async (db: Db, now: Date): Promise<Moment> => ({
  now,
  away: await createAbsenceStore(db).awayOn(dayOf(now)),
});

/** The list of the staff work queue. */
export const queueHandlers = ({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Pick<Handlers<typeof caseCalls>, 'queue'> => {
  const queue = createQueueStore(db);
  return {
    queue: async ({ query, language, request }) => {
      const employee = employeeOf(request);
      const { limit, cursor, sort, whose, kind, request: asked, feedback, state, search } = query;
      const filter = {
        whose: whoseOf(whose, employee),
        kind,
        request: asked,
        feedback,
        state,
        search: termOf(search),
      };
      const list = JSON.stringify([filter, sort]);
      const after = cursors.read(cursor, list);
      const moment = await momentAt(db, clock.now());
      const news = newsCursor.write(await presentSnapshot(db));
      const [rows, total, counts, chatsWaiting] = await Promise.all([
        queue.list(language, employee, filter, { sort, after, limit: rowsToRead(limit), moment }),
        queue.total(language, employee, filter, moment),
        queue.countsOf(employee, language, moment),
        queue.chatsWaiting(employee),
      ]);
      const { page, nextCursor } = pageOf(rows, limit, (last) =>
        cursors.write(placeOf(last, { sort, filter, today: dayOf(moment.now) }), list),
      );
      if (isLookUp(filter)) await auditSearch(db, request, { employee: employee.id, filter, page });
      const unseen = await unseenMentions(
        db,
        employee.id,
        page.map(({ row }) => row.id),
      );
      const lines = await linesOf(db, page, { language, employeeId: employee.id, moment });
      return {
        items: lines.map((line) => ({ ...line, mentioned: unseen.has(line.id) })),
        total,
        ...counts,
        chatsWaiting,
        nextCursor,
        news,
      };
    },
  };
};
