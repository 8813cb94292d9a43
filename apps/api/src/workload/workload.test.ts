import type { KindOfWork } from '@hofn/contracts';
import { absences, caseEvents, cases, type Database, employeeRoles } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIssuer, fillDatabase, fillStaff, fixedClock, type Issuer, startApi } from '../testing.ts';

type CaseRow = typeof cases.$inferInsert;

describeWithDatabase('the workload', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    await database.db.insert(employeeRoles).values({
      ...{ employeeId: 'employee|una', role: 'supervisor', validFrom: '2026-01-01' },
      ...{ givenBy: 'Katrín', givenAt: new Date('2026-01-01T12:00:00Z') },
    });
    issuer = await createIssuer();
    api = await startApi(database, issuer, { clock: fixedClock() });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await database.db.delete(caseEvents);
    await database.db.delete(cases);
  });

  /** Adds a message's case, with the times of its history. */
  const add = async (id: string, row: Partial<CaseRow>, answeredAt?: string) => {
    await database.db.insert(cases).values({
      ...{ id, kind: 'memo', matterId: id, customerId: 'anna', language: 'is' },
      ...{ openedAt: '2026-11-10T10:00:00Z', dueAt: '2026-11-12T10:00:00Z', ...row },
    });
    if (answeredAt !== undefined)
      await database.db
        .insert(caseEvents)
        .values({ caseId: id, sequence: 1, kind: 'answered', at: answeredAt });
  };
  const read = async (path: string) => {
    const answer = await api.ask(path, {
      token: await issuer.token('employee|una', { actor_kind: 'employee' }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const kinds = async (): Promise<KindOfWork[]> => {
    const { kinds: all } = (await read('/api/staff/v1/workload')) as { kinds: KindOfWork[] };
    return all;
  };

  test('DESK-13: a supervisor sees work by kind and by who has it, and which promises were kept', async () => {
    await add('k1', {});
    await add('k2', { assigneeId: 'employee|katrin', assigneeName: 'Katrín', dueAt: '2026-12-30T10:00:00Z' });
    await add('k3', { state: 'answered' }, '2026-11-11T10:00:00Z');
    await add('k4', { state: 'closed', closedAt: '2026-11-14T10:00:00Z' }, '2026-11-13T10:00:00Z');
    await add('k5', { kind: 'inquiry', customerId: null, dueAt: '2026-12-30T10:00:00Z' });
    // Promised before the thirty days.
    await add('k6', { openedAt: '2026-09-01T10:00:00Z', dueAt: '2026-09-03T10:00:00Z', state: 'closed' });
    expect(await kinds()).toEqual([
      {
        ...{ kind: 'inquiry', open: 1, unassigned: 1, overdue: 0, oldestAt: '2026-11-10T10:00:00.000Z' },
        ...{ kept: 0, broken: 0 },
      },
      // Kept: the third; broken: the fourth, which was answered late, and the first, which nobody has answered.
      {
        ...{ kind: 'memo', open: 2, unassigned: 1, overdue: 1, oldestAt: '2026-11-10T10:00:00.000Z' },
        ...{ kept: 1, broken: 2 },
      },
    ]);
    expect(await read('/api/staff/v1/workload')).toMatchObject({
      people: [{ key: 'katrin', name: 'Katrín', open: 1, overdue: 0 }],
    });
  });

  test('DESK-13: figures are those of the lists: what waits is not open, and what somebody away has without a deputy is everybody’s', async () => {
    const dueAt = '2026-11-23T10:00:00Z';
    const ofKatrin = { assigneeId: 'employee|katrin', assigneeName: 'Katrín' };
    const waits = { waitsSince: '2026-11-10T10:00:00Z', waitsUntil: '2026-12-20', waitsVersion: 0 } as const;
    await add('k1', { dueAt, ...ofKatrin });
    await add('k2', { dueAt, ...ofKatrin, ...waits, waitsFor: 'bank', openedAt: '2026-11-01T10:00:00Z' });
    await add('k3', { ...ofKatrin, ...waits, waitsFor: 'bank', kind: 'inquiry', customerId: null });
    await database.db.insert(absences).values({
      ...{ id: 'a1', employeeId: 'employee|katrin', firstDay: '2026-11-20', lastDay: '2026-11-30' },
      ...{ deputyId: null, enteredBy: 'Katrín', enteredAt: new Date('2026-11-20T10:00:00Z') },
    });
    const figures = (await kinds()).map(({ kind, open, unassigned, overdue, oldestAt }) => ({
      ...{ kind, open, unassigned, overdue, oldestAt },
    }));
    expect(figures).toEqual([
      { kind: 'inquiry', open: 0, unassigned: 0, overdue: 1, oldestAt: null },
      { kind: 'memo', open: 1, unassigned: 1, overdue: 0, oldestAt: '2026-11-10T10:00:00.000Z' },
    ]);
    for (const { kind, open, unassigned, overdue } of figures) {
      const total = async (query: string) =>
        ((await read(`/api/staff/v1/queue?kind=${kind}&${query}`)) as { total: number }).total;
      expect([kind, await total('whose=all'), await total('whose=unassigned')]).toEqual([
        kind,
        open,
        unassigned,
      ]);
      expect([kind, await total('whose=overdue')]).toEqual([kind, overdue]);
    }
    await database.db.delete(absences);
  });

  test('DESK-13: an answer from before a case came again or was reopened keeps no later promise; one that moved is of its new day', async () => {
    const event = async (
      caseId: string,
      sequence: number,
      kind: 'came' | 'reopened' | 'answered',
      at: string,
    ) => database.db.insert(caseEvents).values({ caseId, sequence, kind, at });
    const [answered, again] = ['2026-11-11T10:00:00Z', '2026-11-13T10:00:00Z'];
    for (const [id, kind] of [
      ['k1', 'came'],
      ['k2', 'reopened'],
    ] as const) {
      await add(id, { dueAt: '2026-11-17T10:00:00Z' }, answered);
      await event(id, 2, kind, again);
    }
    expect(await kinds()).toMatchObject([{ kept: 0, broken: 2 }]);
    await event('k1', 3, 'answered', '2026-11-16T10:00:00Z');
    expect(await kinds()).toMatchObject([{ kept: 1, broken: 1 }]);
    // Reopened once its time had passed: it was kept.
    await add('k3', { dueAt: '2026-11-12T10:00:00Z' }, answered);
    await event('k3', 2, 'reopened', again);
    expect(await kinds()).toMatchObject([{ kept: 2, broken: 1 }]);
    // Came last winter, and waited until this month.
    await add('k4', { openedAt: '2026-02-01T10:00:00Z' });
    expect(await kinds()).toMatchObject([{ kept: 2, broken: 2 }]);
  });

  test('DESK-13, ROLE-2: what the supervisor may not open is neither counted nor drawn', async () => {
    const closed = { state: 'closed', closedAt: '2026-11-14T10:00:00Z' } as const;
    await add('k1', { kind: 'privacy' });
    await add('k2', { kind: 'privacy', ...closed });
    expect(await kinds()).toEqual([]);
    expect(await read('/api/staff/v1/workload/sample?draw=a')).toEqual({ items: [] });
  });

  test('DESK-13: ten closed cases are drawn by chance, of a kind if asked, and the same again for the same text', async () => {
    const closed = { state: 'closed', closedAt: '2026-11-14T10:00:00Z' } as const;
    for (let number = 0; number < 30; number += 1) await add(`k${number}`, closed);
    await add('open', {});
    await add('old', { state: 'closed', closedAt: '2026-09-14T10:00:00Z' });
    await add('other', { kind: 'inquiry', customerId: null, ...closed });
    const draw = async (query: string) => {
      const { items } = (await read(`/api/staff/v1/workload/sample?${query}`)) as { items: { id: string }[] };
      return items.map(({ id }) => id);
    };
    const first = await draw('draw=a&kind=memo');
    expect(new Set(first).size).toBe(10);
    expect(await draw('draw=a&kind=memo')).toEqual(first);
    expect(await draw('draw=b&kind=memo')).not.toEqual(first);
    expect(first.every((id) => /^k\d+$/.test(id))).toBe(true);
    expect(await draw('draw=a&kind=inquiry')).toEqual(['other']);
  });
});
