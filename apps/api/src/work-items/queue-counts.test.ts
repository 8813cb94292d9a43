// What the counts above the queue read, with many closed cases: they are asked for with every page of a list.
import { caseMentions, cases, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { StaffMember } from '../platform/authorization.ts';
import { createQueueStore, type WorkItemFilter } from './queue-store.ts';

const una: StaffMember = {
  ...{ id: 'employee|una', name: 'Una Prófdóttir', roles: ['supervisor'] },
  ...{ given: [{ role: 'supervisor', lines: null }], conflicts: { customers: [], ssns: [] } },
};
const moment = { now: new Date('2026-11-20T12:00:00Z'), away: [] };
const filter: WorkItemFilter = {
  ...{ whose: { employee: una.id }, state: 'open' },
  ...{ kind: undefined, request: undefined, feedback: undefined, search: undefined },
};

describeWithDatabase('the counts of the queue', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await db.execute(sql`
      insert into cases (id, kind, matter_id, language, opened_at, due_at, state, assignee_id)
        select 'k' || n, 'inquiry', 'm' || n, 'is', '2025-06-01', '2025-06-03',
          (case when n % 1000 = 0 then 'open' else 'closed' end)::case_state,
          case when n % 2000 = 0 then 'employee|una' end
        from generate_series(1, 50000) n`);
    await db.insert(caseMentions).values({
      ...{ caseId: 'k7', employeeId: una.id, mentionedAt: moment.now.toISOString(), seenAt: null },
    });
    await db.execute(sql`analyze`);
  });

  test('STAFF-6, DESK-5: counting open cases and mentions does not read the closed ones', async () => {
    const read = await database.db.transaction(async (tx) => {
      const queue = createQueueStore(tx);
      const counts = await queue.countsOf(una, 'is', moment);
      expect({ total: await queue.total('is', una, filter, moment), ...counts }).toEqual({
        total: 25,
        mine: 25,
        unassigned: 25,
        mentioned: 1,
        overdue: 50,
      });
      const { rows } = await tx.execute<{ scans: string }>(
        sql`select seq_scan as scans from pg_stat_xact_user_tables where relid = ${sql.raw("'cases'::regclass")}`,
      );
      return rows;
    });
    expect(read.map(({ scans }) => Number(scans))).toEqual([0]);
    expect(await database.db.$count(cases)).toBe(50_000);
  });
});
