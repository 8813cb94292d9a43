import type { deskNewsCalls } from '@hofn/contracts';
import { mostNews } from '@hofn/contracts/desk-news.ts';
import { cases, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { and, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import type { CallInput, Handlers } from '../platform/registrar.ts';
import { changedBeyond, isFirstChange, lookBeyond, newsCursor } from './changes.ts';
import { linesOf } from './lines.ts';
import { workItemLines } from './lines-query.ts';
import { mayOpen } from './may-open.ts';
import { unseenMentions } from './notes.ts';
import { createOpenNews } from './open-news.ts';
import { momentAt, whoseOf } from './queue-routes.ts';
import { createQueueStore, matchesFilter, type WorkItemFilter } from './queue-store.ts';
import type { Moment } from './whose.ts';

type Asked = CallInput<(typeof deskNewsCalls)['deskNews']>['body'];

/** The filter of the list that is shown, and who reads it. */
type Reader = { filter: WorkItemFilter | undefined; language: Language; moment: Moment };

/** @throws Fault `forbidden` as `whoseOf` */
const filterOf = (filter: Asked['filter'], employee: StaffMember): WorkItemFilter | undefined => {
  if (!filter) return undefined;
  const { whose, kind, request, feedback, state } = filter;
  return { whose: whoseOf(whose, employee), kind, request, feedback, state, search: undefined };
};

/**
 * Live news for an open desk (rule DESK-3): what has changed since the last answer, and who has the open work item open. Everything is
 * under the same condition as the queue, so that who may not open a work item learns nothing of it, not even that a count has changed.
 */
export const deskNewsHandlers = ({
  db,
  clock,
  sharedClock,
}: {
  db: Db;
  clock: Clock;
  /** The clock that replicas share. */
  sharedClock: Clock;
}): Handlers<typeof deskNewsCalls> => {
  const queue = createQueueStore(db);
  const readOpen = createOpenNews({ db, sharedClock });

  /** The rows that have changed and that the employee may open; one more than is listed when there are more. */
  const changedLines = (snapshot: string, employee: StaffMember, { filter, language, moment }: Reader) => {
    const isListed = filter && matchesFilter(db, language, employee, filter, moment);
    return workItemLines(db, language, {
      isListed: sql<boolean>`coalesce((${isListed ?? sql`false`}), false)`.as('is_listed'),
      isAdded: isFirstChange.as('is_added'),
    })
      .where(and(sql`${cases.id} in ${changedBeyond(db, snapshot)}`, mayOpen(employee)))
      .orderBy(cases.id)
      .limit(mostNews + 1);
  };

  const readNews = async (snapshot: string, employee: StaffMember, reader: Reader) => {
    const { language, moment } = reader;
    const { now, hasNews, isForeign } = await lookBeyond(db, snapshot);
    const rows = hasNews ? await changedLines(snapshot, employee, reader) : [];
    const isTooMuch = isForeign || rows.length > mostNews;
    const listed = isTooMuch ? [] : rows;
    const unseen = await unseenMentions(
      db,
      employee.id,
      listed.map(({ row }) => row.id),
    );
    const lines = await linesOf(db, listed, { language, employeeId: employee.id, moment });
    const changed = lines.map((line, index) => ({
      ...line,
      mentioned: unseen.has(line.id),
      isListed: listed[index]?.isListed ?? false,
      isAdded: listed[index]?.isAdded ?? false,
    }));
    return { since: newsCursor.write(now), changed, isTooMuch };
  };

  return {
    deskNews: async ({ body, language, request, reply }) => {
      const employee = employeeOf(request);
      const snapshot = newsCursor.read(body.since);
      const moment = await momentAt(db, clock.now());
      const news =
        snapshot === null
          ? { since: null, changed: [], isTooMuch: false }
          : await readNews(snapshot, employee, {
              ...{ language, moment },
              filter: filterOf(body.filter, employee),
            });
      const hasChanged = news.changed.length > 0 || news.isTooMuch;
      const wantsCounts = body.counts === 'always' || (body.counts === 'whenChanged' && hasChanged);
      // Every open desk asks every few seconds: a line in the log for each would bury the others.
      reply.isIdle = !hasChanged;
      return {
        ...news,
        counts: wantsCounts ? await queue.countsOf(employee, language, moment) : null,
        open: body.open ? await readOpen(employee, body.open) : null,
      };
    },
  };
};
