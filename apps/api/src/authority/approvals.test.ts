// Proposals above an employee's authority: who decides them, when they lapse, and that each is carried out once or not at all.
import type { Approval, StaffCase } from '@hofn/contracts';
import {
  approvals,
  cases,
  claims,
  customers,
  type Database,
  employeeRoles,
  employees,
  staffViews,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Fault } from '../platform/fault.ts';
import type { Name } from '../work-items/testing-desk.ts';
import { lapseWaiting } from './propose.ts';
import { type AuthorityDesk, approvalsPath, caseId, startAuthorityDesk } from './testing-authority.ts';

describeEachEngine('approvals', (open) => {
  let database: Database;
  let on: AuthorityDesk;
  beforeAll(async () => {
    database = await open();
    on = await startAuthorityDesk(database);
  });
  afterAll(() => on.desk.stop());
  beforeEach(async () => {
    await on.begin();
    await database.db.update(customers).set({ spouseSsn: '0303831459' }).where(eq(customers.id, 'anna'));
    await on.authorize('katrin', 500_000);
    await on.authorize('stina', 5_000_000);
  });

  const own = async (as: Name): Promise<Approval> => {
    const [found] = (await on.approvalsOf(as)).filter((one) => one.own);
    if (!found) throw new Error(`${as} has proposed nothing`);
    return found;
  };
  const noteTexts = async () =>
    ((await (await on.desk.get('stina', `/api/staff/v1/cases/${caseId}`)).json()) as StaffCase).events
      .filter(({ kind }) => kind === 'noted')
      .map(({ by, note }) => [by, note?.replaceAll('\u00a0', ' ')]);
  const fault = (code: string) => expect.objectContaining({ code });
  const removeRole = (name: Name, role: string) =>
    database.db
      .delete(employeeRoles)
      .where(and(eq(employeeRoles.employeeId, `employee|${name}`), eq(employeeRoles.role, role)));

  test('ROLE-3: a proposal is with those who have the authority, shows what it says, and is carried out once when one of them approves', async () => {
    await on.authorize('bjarni', 700_000);
    const { id } = await on.propose('katrin', 800_000, { note: 'Reikningur frá verkstæði.' });
    expect(await on.approvalsOf('bjarni')).toEqual([]);
    expect(await on.approvalsOf('stina')).toMatchObject([
      {
        ...{ id, act: 'claim.pay', amount: 800_000, case: caseId, title: 'Greiða bætur', lines: [] },
        ...{ state: 'waiting', own: false, mayDecide: true, nobodyMayDecide: false, decided: null },
        proposed: { by: 'Katrín Ósk Prófdóttir', note: 'Reikningur frá verkstæði.' },
      },
    ]);
    expect(await own('katrin')).toMatchObject({ id, state: 'waiting', mayDecide: false });
    expect(await on.accepted(await on.read('stina', id))).toMatchObject({
      lines: [{ label: 'Reikningur', value: '0133-26-004821' }],
    });
    expect(await on.accepted(await on.decide('stina', id, 'approve'))).toMatchObject({
      ...{ state: 'approved', mayDecide: false, lapsedBecause: null },
      decided: { by: 'Stína Prófdóttir', at: '2026-11-20T12:00:00.000Z', note: null },
    });
    expect(on.subjects.done).toEqual([
      {
        ...{ id, amount: 800_000, proposedBy: 'employee|katrin', approvedBy: 'employee|stina' },
        isAfter: true,
      },
    ]);
    expect(await noteTexts()).toEqual([
      [
        'Katrín Ósk Prófdóttir',
        'Greiðsla bóta, 800.000 kr.: lagt til og bíður samþykkis.\nReikningur frá verkstæði.',
      ],
      ['Stína Prófdóttir', 'Greiðsla bóta, 800.000 kr.: samþykkt.'],
    ]);
    expect((await on.audited('staff.approval')).at(-1)).toMatchObject({
      ...{ actor: 'employee|stina', object: `approval ${id}` },
      details: { act: 'approve', result: 'approved', case: caseId, amount: 800_000 },
    });
    expect(await on.refused(await on.decide('stina', id, 'approve'))).toMatchObject({
      ...{ status: 409, errorCode: 'approvalDecided' },
    });
    expect(await own('katrin')).toMatchObject({ state: 'approved', decided: { by: 'Stína Prófdóttir' } });
    expect(on.subjects.done).toHaveLength(1);
  });

  test('ROLE-8: opening or deciding a proposal is recorded, also for the customer; listing proposals is not', async () => {
    const { id } = await on.propose('katrin', 800_000);
    await on.approvalsOf('stina');
    expect(await database.db.$count(staffViews)).toBe(0);
    await on.accepted(await on.read('stina', id));
    await on.accepted(await on.decide('stina', id, 'approve'));
    const views = await database.db.select().from(staffViews);
    expect(views.map(({ customerId, employeeName, reason }) => [customerId, employeeName, reason])).toEqual([
      ['anna', 'Stína Prófdóttir', 'claim'],
      ['anna', 'Stína Prófdóttir', 'claim'],
    ]);
    expect((await on.audited('staff.case')).at(-1)).toMatchObject({
      ...{ actor: 'employee|stina', details: { act: 'look', approval: id } },
    });
  });

  test.each(['refuse', 'return'] as const)(
    'ROLE-3: to %s needs a reason, which the proposer reads, and carries nothing out',
    async (decision) => {
      const { id } = await on.propose('katrin', 800_000);
      expect(await on.refused(await on.decide('stina', id, decision, ' '))).toMatchObject({
        ...{ status: 400, fields: ['note'] },
      });
      await on.accepted(await on.decide('stina', id, decision, 'Vantar reikning.'));
      expect(await own('katrin')).toMatchObject({
        state: decision === 'refuse' ? 'refused' : 'returned',
        decided: { by: 'Stína Prófdóttir', note: 'Vantar reikning.' },
      });
      expect((await noteTexts()).at(-1)?.[1]).toContain('Vantar reikning.');
      expect(on.subjects.done).toEqual([]);
      // The proposer proposes again, as it should be.
      expect((await on.propose('katrin', 700_000)).id).not.toBe(id);
    },
  );

  test.each<[what: string, change: (id: string) => unknown, because: string]>([
    ['its object has another version', () => Object.assign(on.subjects, { version: 5 }), 'changed'],
    ['its object is gone', () => Object.assign(on.subjects, { version: null }), 'changed'],
    ['the account has changed', () => Object.assign(on.subjects, { account: '0133-26-009999' }), 'account'],
    [
      'what is stored is not what was proposed',
      (id) =>
        database.db
          .update(approvals)
          .set({ payload: { account: '0133-26-999999' } })
          .where(eq(approvals.id, id)),
      'altered',
    ],
  ])('ROLE-3: a proposal lapses when %s, and is not carried out', async (_what, change, because) => {
    const { id } = await on.propose('katrin', 800_000);
    await change(id);
    expect(await on.accepted(await on.decide('stina', id, 'approve'))).toMatchObject({
      ...{ state: 'lapsed', lapsedBecause: because },
    });
    expect(on.subjects.done).toEqual([]);
    expect(await own('katrin')).toMatchObject({ state: 'lapsed', lapsedBecause: because });
    expect((await noteTexts()).at(-1)?.[1]).toContain('féll niður');
    expect(await on.refused(await on.decide('stina', id, 'approve'))).toMatchObject({
      errorCode: 'approvalDecided',
    });
  });

  test('ROLE-3: nobody approves their own, by the call or in the table, and the API’s role cannot change what is proposed', async () => {
    await on.authorize('bjarni', 5_000_000);
    const { id } = await on.propose('stina', 800_000);
    expect(await on.refused(await on.decide('stina', id, 'approve'))).toMatchObject({
      ...{ status: 409, errorCode: 'ownProposal' },
    });
    const decided = { state: 'approved', decidedByName: 'X', decidedAt: '2026-11-20T12:00:00Z' } as const;
    const byHand = (to: object) => on.api.update(approvals).set(to).where(eq(approvals.id, id));
    await expect(byHand({ ...decided, decidedBy: 'employee|stina' })).rejects.toThrow();
    await expect(byHand({ state: 'approved' })).rejects.toThrow();
    // The embedded engine has one role alone: there, a payload that was changed lapses.
    if (database.engine === 'postgres')
      for (const to of [{ amount: 1 }, { payload: {} }, { proposedBy: 'employee|bjarni' }])
        await expect(byHand(to)).rejects.toThrow();
    expect(await on.accepted(await on.decide('bjarni', id, 'approve'))).toMatchObject({ state: 'approved' });
  });

  test('ROLE-3: proposing is refused when nobody else could approve, or without a role for the act, and nothing is stored', async () => {
    await expect(on.propose('stina', 800_000)).rejects.toEqual(fault('nobodyApproves'));
    await expect(on.propose('katrin', 5_000_001)).rejects.toEqual(fault('nobodyApproves'));
    await expect(on.propose('una', 800_000)).rejects.toEqual(fault('forbidden'));
    await expect(on.propose('katrin', 800_000, { act: 'claim.decide' })).rejects.toEqual(
      fault('nobodyApproves'),
    );
    expect(await database.db.$count(approvals)).toBe(0);
    expect(await noteTexts()).toEqual([]);
  });

  test('ROLE-3: when the last who could approve loses authority or role, decisions are refused, and proposer and supervisors see that nobody can', async () => {
    const { id } = await on.authorize('bjarni', 5_000_000);
    const stinas = (await on.list('una')).items.find(({ employee }) => employee.key === 'stina');
    const proposal = await on.propose('katrin', 800_000);
    await on.accepted(await on.end('una', stinas?.id ?? '', 799_999));
    expect(await on.refused(await on.decide('stina', proposal.id, 'approve'))).toMatchObject({
      ...{ status: 409, errorCode: 'authorityMissing' },
    });
    // Not even refusing it is for somebody without the authority.
    expect(await on.refused(await on.decide('stina', proposal.id, 'refuse', 'Nei.'))).toMatchObject({
      errorCode: 'authorityMissing',
    });
    expect((await own('katrin')).nobodyMayDecide).toBe(false);
    expect(await on.approvalsOf('stina')).toEqual([]);
    // The role is removed while Bjarni has the form open.
    await on.accepted(await on.read('bjarni', proposal.id));
    await removeRole('bjarni', 'claims');
    expect((await on.decide('bjarni', proposal.id, 'approve')).status).toBe(403);
    expect((await own('katrin')).nobodyMayDecide).toBe(true);
    expect(await on.approvalsOf('stina')).toMatchObject([
      { id: proposal.id, nobodyMayDecide: true, mayDecide: false, title: 'Greiða bætur' },
    ]);
    // Somebody is given authority, and decides.
    await on.accepted(await on.end('una', id));
    await on.authorize('stina', 800_000);
    expect(await on.accepted(await on.decide('stina', proposal.id, 'approve'))).toMatchObject({
      state: 'approved',
    });
    expect(on.subjects.done).toHaveLength(1);
  });

  test('ROLE-2, ROLE-3: of a proposal about an injury a supervisor reads only that it is stuck, without title, note and case', async () => {
    const { db } = database;
    await db
      .insert(employeeRoles)
      .values(['katrin', 'bjarni'].map((name) => on.role(name as Name, 'injuries')));
    await db.update(claims).set({ line: 'accident' }).where(eq(claims.id, 'c1'));
    const { id } = await on.authorize('bjarni', 5_000_000);
    const proposal = await on.propose('katrin', 800_000, { line: 'accident', note: 'Beinbrot.' });
    expect((await on.read('stina', proposal.id)).status).toBe(404);
    expect((await on.decide('stina', proposal.id, 'approve')).status).toBe(404);
    expect(await on.approvalsOf('stina')).toEqual([]);
    await on.accepted(await on.end('una', id));
    expect(await on.approvalsOf('stina')).toMatchObject([
      {
        ...{ id: proposal.id, amount: 800_000, nobodyMayDecide: true, mayDecide: false },
        ...{ title: null, case: null, lines: [], proposed: { by: 'Katrín Ósk Prófdóttir', note: '' } },
      },
    ]);
    await db.update(claims).set({ line: null }).where(eq(claims.id, 'c1'));
  });

  test('ROLE-4: who comes to have a conflict of interest with the customer neither sees nor decides the proposal, which is recorded', async () => {
    const { db } = database;
    await on.authorize('bjarni', 5_000_000);
    const proposal = await on.propose('katrin', 800_000);
    await db.update(employees).set({ ssn: '1812901429' }).where(eq(employees.username, 'stina'));
    await db.update(customers).set({ spouseSsn: '1812901429' }).where(eq(customers.id, 'anna'));
    const before = (await on.audited('staff.conflict')).length;
    expect(await on.approvalsOf('stina')).toEqual([]);
    expect((await on.read('stina', proposal.id)).status).toBe(404);
    expect((await on.decide('stina', proposal.id, 'approve')).status).toBe(404);
    expect((await on.audited('staff.conflict')).length).toBe(before + 2);
    // Not even when it is stuck: it is her family’s.
    await removeRole('bjarni', 'claims');
    expect(await on.approvalsOf('stina')).toEqual([]);
    expect((await own('katrin')).nobodyMayDecide).toBe(true);
    await db.update(employees).set({ ssn: null }).where(eq(employees.username, 'stina'));
  });

  test('ROLE-3: of each case and act one proposal waits: the same again is the same, a newer one of one’s own takes its place, a colleague’s stays', async () => {
    await on.authorize('bjarni', 600_000);
    const first = await on.propose('katrin', 800_000);
    expect((await on.propose('katrin', 800_000)).id).toBe(first.id);
    await expect(on.propose('bjarni', 900_000)).rejects.toEqual(fault('approvalWaiting'));
    const second = await on.propose('katrin', 900_000);
    expect(await on.refused(await on.decide('stina', first.id, 'approve'))).toMatchObject({
      errorCode: 'approvalDecided',
    });
    expect(
      (await on.approvalsOf('katrin')).map(({ state, lapsedBecause }) => [state, lapsedBecause]),
    ).toEqual([
      ['waiting', null],
      ['lapsed', 'replaced'],
    ]);
    // Its object has changed, so it can be carried out no more.
    on.subjects.version = 5;
    const third = await on.propose('bjarni', 900_000);
    expect((await on.approvalsOf('katrin')).find(({ id }) => id === second.id)).toMatchObject({
      ...{ state: 'lapsed', lapsedBecause: 'changed' },
    });
    await on.accepted(await on.decide('stina', third.id, 'approve'));
    expect(on.subjects.done.map(({ id }) => id)).toEqual([third.id]);
  });

  test('ROLE-3: a feature ends what waits when the case is done otherwise', async () => {
    const { id } = await on.propose('katrin', 800_000);
    const end = { caseId, because: 'changed', now: on.desk.clock.now() } as const;
    await on.api.transaction((tx) => lapseWaiting(tx, { ...end, acts: ['claim.decide'] }));
    expect((await own('katrin')).state).toBe('waiting');
    await on.api.transaction((tx) => lapseWaiting(tx, end));
    expect(await own('katrin')).toMatchObject({ id, state: 'lapsed', decided: { by: null } });
  });

  test('ROLE-3: what cannot be carried out stays waiting with the reason as the answer', async () => {
    const { id } = await on.propose('katrin', 800_000);
    on.subjects.refusal = new Fault('coreRefused');
    expect(await on.refused(await on.decide('stina', id, 'approve'))).toMatchObject({
      ...{ status: 409, errorCode: 'coreRefused' },
    });
    expect((await own('katrin')).state).toBe('waiting');
    expect(await noteTexts()).toHaveLength(1);
    on.subjects.refusal = undefined;
    await on.accepted(await on.decide('stina', id, 'approve'));
    expect(on.subjects.done).toHaveLength(1);
  });

  test('ROLE-3: two who approve at once, and a repeated request, carry it out once', async () => {
    await on.authorize('bjarni', 5_000_000);
    const { id } = await on.propose('katrin', 800_000);
    const key = { 'idempotency-key': 'approve-once' };
    const answers = await Promise.all([
      on.decide('stina', id, 'approve', '', key),
      on.decide('stina', id, 'approve', '', key),
      on.decide('bjarni', id, 'approve'),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(on.subjects.done).toHaveLength(1);
  });

  test('ROLE-3: a case that waits is back with its owner once the proposal is decided', async () => {
    const { id } = await on.propose('katrin', 800_000);
    const path = `/api/staff/v1/cases/${caseId}`;
    const wait = { act: 'wait', for: 'colleague', until: '2026-12-01', note: 'Samþykki', version: 0 };
    expect(await on.accepted(await on.desk.send('katrin', path, wait))).toMatchObject({
      waits: { until: '2026-12-01' },
    });
    await on.accepted(await on.decide('stina', id, 'return', 'Vantar reikning.'));
    expect(await on.accepted(await on.desk.get('katrin', path))).toMatchObject({ waits: null });
    await database.db.delete(cases);
    expect(await database.db.$count(approvals)).toBe(0);
    expect((await on.desk.get('stina', `${approvalsPath}/${id}`)).status).toBe(404);
  });
});
