// Authority of employees: who gives it, who confirms it, from when it counts, and what lowers and ends it.
import { authorities, type Database, employeeRoles } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Name } from '../work-items/testing-desk.ts';
import { authorityOf } from './authority-of.ts';
import { type AuthorityDesk, startAuthorityDesk } from './testing-authority.ts';

describeEachEngine('authority', (open) => {
  let database: Database;
  let on: AuthorityDesk;
  beforeAll(async () => {
    database = await open();
    on = await startAuthorityDesk(database);
  });
  afterAll(() => on.desk.stop());
  beforeEach(() => on.begin());

  const today = '2026-11-20';
  /** What an employee may pay today. */
  const amount = (
    employeeKey: Name,
    { line = null, day = today }: { line?: string | null; day?: string } = {},
  ) => authorityOf(on.api, { employeeKey, act: 'claim.pay', line, day });

  test('ROLE-5: authority counts once a second administrator has confirmed it, and says who gave and confirmed it, as does the audit', async () => {
    const before = (await on.audited('staff.authority')).length;
    expect((await on.give('una', 'bjarni')).status).toBe(201);
    const given = await on.newest('bjarni');
    expect(given).toMatchObject({
      ...{ act: 'claim.pay', line: null, upTo: 500_000, from: today, to: null, state: 'waiting' },
      ...{ employee: { key: 'bjarni', name: 'Bjarni Prófsson' }, given: { by: 'Una Prófdóttir' } },
      ...{ confirmed: null, mayConfirm: false },
    });
    expect(await amount('bjarni')).toBeNull();
    expect((await on.list('katrin')).items).toMatchObject([{ id: given.id, mayConfirm: true }]);
    expect((await on.confirm('katrin', given.id)).status).toBe(200);
    expect(await on.newest('bjarni')).toMatchObject({
      ...{ state: 'holds', mayConfirm: false, withoutRole: false },
      ...{ confirmed: { by: 'Katrín Ósk Prófdóttir', at: '2026-11-20T12:00:00.000Z' } },
    });
    expect(await amount('bjarni')).toBe(500_000);
    expect((await on.audited('staff.authority')).slice(before)).toMatchObject([
      { actor: 'employee|una', object: 'employee employee|bjarni', details: { act: 'give' } },
      {
        ...{ actor: 'employee|katrin', object: 'employee employee|bjarni' },
        details: { act: 'confirm', givenBy: 'employee|una' },
      },
    ]);
  });

  test('ROLE-5: nobody gives or confirms authority of their own, nor confirms what they gave, by the calls or in the table', async () => {
    expect(await on.refused(await on.give('katrin', 'katrin'))).toMatchObject({
      ...{ status: 409, errorCode: 'ownAuthority' },
    });
    await on.accepted(await on.give('una', 'katrin'));
    const { id } = await on.newest('katrin');
    expect(await on.refused(await on.confirm('una', id))).toMatchObject({ errorCode: 'secondAdministrator' });
    expect(await on.refused(await on.confirm('katrin', id))).toMatchObject({ errorCode: 'ownAuthority' });
    expect(await amount('katrin')).toBeNull();
    const byHand = (confirmedBy: string, more: Partial<typeof authorities.$inferInsert> = {}) =>
      on.api
        .update(authorities)
        .set({ confirmedBy, confirmedByName: 'X', confirmedAt: '2026-11-20T12:00:00Z', ...more })
        .where(eq(authorities.id, id));
    await expect(byHand('employee|una')).rejects.toThrow();
    await expect(byHand('employee|katrin')).rejects.toThrow();
    await expect(byHand('employee|bjarni', { givenBy: 'employee|katrin' })).rejects.toThrow();
    expect(await amount('katrin')).toBeNull();
    expect((await on.confirm('bjarni', id)).status).toBe(200);
    expect(await amount('katrin')).toBe(500_000);
  });

  test('ROLE-5: one administrator lowers and ends authority at once, and nobody raises it so', async () => {
    const { id } = await on.authorize('bjarni', 500_000);
    expect(await on.refused(await on.end('una', id, 500_000))).toMatchObject({
      status: 400,
      fields: ['upTo'],
    });
    expect(await on.refused(await on.end('una', id, 600_000))).toMatchObject({
      status: 400,
      fields: ['upTo'],
    });
    expect((await on.end('una', id, 200_000)).status).toBe(200);
    expect(await amount('bjarni')).toBe(200_000);
    expect(await on.newest('bjarni')).toMatchObject({ upTo: 200_000, lowered: { by: 'Una Prófdóttir' } });
    expect((await on.end('katrin', id)).status).toBe(200);
    expect(await amount('bjarni')).toBeNull();
    expect(await on.newest('bjarni')).toMatchObject({
      ...{ state: 'ended', ended: { by: 'Katrín Ósk Prófdóttir' } },
    });
    expect(await on.refused(await on.end('katrin', id))).toMatchObject({ errorCode: 'conflict' });
    expect(await on.refused(await on.confirm('katrin', id))).toMatchObject({ errorCode: 'conflict' });
    expect((await on.end('katrin', 'nothing')).status).toBe(404);
  });

  test('ROLE-5: authority that nobody confirmed before its last day does not stand in the way of new authority', async () => {
    await on.accepted(await on.give('una', 'bjarni', { to: today }));
    on.desk.clock.set('2026-11-21T12:00:00Z');
    expect((await on.give('una', 'bjarni', { from: '2026-11-21' })).status).toBe(201);
    expect((await on.list('una')).items.map(({ state }) => state)).toEqual(['ended', 'waiting']);
  });

  test('ROLE-5: what waits can be refused but not lowered, and one waits for each employee, act and line', async () => {
    await on.accepted(await on.give('una', 'bjarni'));
    expect(await on.refused(await on.give('katrin', 'bjarni', { upTo: 1 }))).toMatchObject({
      ...{ status: 409, errorCode: 'authorityWaiting' },
    });
    await on.accepted(await on.give('katrin', 'bjarni', { line: 'home' }));
    const { id } = (await on.list('una')).items.find(({ line }) => line === null) ?? { id: '' };
    expect(await on.refused(await on.end('una', id, 1))).toMatchObject({ errorCode: 'conflict' });
    expect((await on.end('katrin', id)).status).toBe(200);
    expect(await on.refused(await on.confirm('katrin', id))).toMatchObject({ errorCode: 'conflict' });
    expect((await on.give('katrin', 'bjarni')).status).toBe(201);
  });

  test('ROLE-5: what is confirmed takes the place of the earlier one for the act and line, at once or on its first day', async () => {
    await on.authorize('bjarni', 500_000);
    await on.authorize('bjarni', 300_000, { line: 'home' });
    await on.authorize('bjarni', 200_000);
    // Otherwise lowering the second one would leave the first.
    expect([await amount('bjarni'), await amount('bjarni', { line: 'home' })]).toEqual([200_000, 300_000]);
    await on.authorize('bjarni', 900_000, { from: '2026-12-01' });
    expect([
      await amount('bjarni', { day: '2026-11-30' }),
      await amount('bjarni', { day: '2026-12-01' }),
    ]).toEqual([200_000, 900_000]);
    const listed = (await on.list('una')).items.map(({ upTo, state, to }) => [upTo, state, to]);
    expect(listed.toSorted()).toEqual([
      [200_000, 'holds', '2026-11-30'],
      [300_000, 'holds', null],
      [500_000, 'ended', null],
      [900_000, 'coming', null],
    ]);
  });

  test('ROLE-3: the largest amount that applies to act, line and day counts, with a role for the line, and without a row there is none', async () => {
    await on.authorize('bjarni', 100_000, { to: '2026-11-25' });
    await on.authorize('bjarni', 400_000, { line: 'home' });
    const amounts = async (day: string) => [
      await amount('bjarni', { day }),
      await amount('bjarni', { day, line: 'vehicle' }),
      await amount('bjarni', { day, line: 'home' }),
    ];
    expect(await amounts(today)).toEqual([100_000, 100_000, 400_000]);
    expect(await amounts('2026-11-25')).toEqual([100_000, 100_000, 400_000]);
    expect(await amounts('2026-11-26')).toEqual([null, null, 400_000]);
    expect(await amounts('2026-11-19')).toEqual([null, null, null]);
    expect(
      await authorityOf(on.api, { employeeKey: 'bjarni', act: 'claim.decide', line: null, day: today }),
    ).toBeNull();
    const { db } = database;
    await db.delete(employeeRoles).where(eq(employeeRoles.role, 'claims'));
    expect(await amounts(today)).toEqual([null, null, null]);
    expect((await on.newest('bjarni')).withoutRole).toBe(true);
    await db.insert(employeeRoles).values(on.role('bjarni', 'claims', ['vehicle']));
    expect(await amounts(today)).toEqual([null, 100_000, null]);
    expect(await amount('una')).toBeNull();
    expect(await amount('katrin')).toBeNull();
  });

  test('ROLE-3: authority is given only to those with a role for it, for days to come, and the list names them', async () => {
    const { people, administrators } = await on.list('una');
    expect(people.map(({ key, acts }) => [key, acts.length])).toEqual([
      ...[
        ['bjarni', 3],
        ['katrin', 3],
        ['stina', 3],
      ],
    ]);
    expect(administrators).toBe(2);
    for (const [employee, more, fields] of [
      ['una', {}, ['employee']],
      ['farinn' as Name, {}, ['employee']],
      ['bjarni', { to: '2026-11-19', from: '2026-11-01' }, ['to']],
      ['bjarni', { to: '2026-11-19' }, ['to']],
      ['bjarni', { upTo: -1 }, ['upTo']],
      ['bjarni', { upTo: 10_000_000_001 }, ['upTo']],
    ] as const)
      expect([employee, await on.refused(await on.give('katrin', employee, more))]).toMatchObject([
        employee,
        { status: 400, fields },
      ]);
    expect((await on.list('una')).items).toEqual([]);
    expect((await on.give('stina', 'bjarni')).status).toBe(403);
    expect((await on.desk.get('stina', '/api/staff/v1/authorities')).status).toBe(403);
  });

  test('ROLE-5: giving authority again with the same key gives it once', async () => {
    const body = { employee: 'bjarni', act: 'claim.pay', line: null, upTo: 1, from: today, to: null };
    const send = () =>
      on.desk.send('una', '/api/staff/v1/authorities', body, 'POST', { 'idempotency-key': 'once' });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect((await on.list('una')).items).toHaveLength(1);
  });
});
