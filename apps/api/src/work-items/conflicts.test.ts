// No employee sees or handles matters of their own, of their household or of companies that they act for or direct.
import type { AuditEvent, CaseLine, Problem, StaffCase, StaffView } from '@hofn/contracts';
import {
  auditEvents,
  caseDrafts,
  caseEvents,
  cases,
  chats,
  claimNotices,
  companyInvolvement,
  customers,
  type Database,
  employeeRoles,
  employees,
  staffReads,
  staffViews,
  submissions,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { staffRoles } from '@hofn/domain/staff-roles.ts';
import { and, asc, eq, isNull, notInArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiCalls, fixedClock } from '../testing.ts';
import { addressOf, bodyOf, type FilledApi, startFilledApi } from '../testing-calls.ts';
import { returnToQueue } from './conflicts.ts';

const una = 'employee|una';
const annaSsn = '1402851489';
const unaSsn = '1812901429';
const came = '2026-11-20T10:00:00Z';

/** What each call of staff about a customer answers to one who may not: 404 as if there was nothing, or why no view is opened. */
const refused: Record<string, [status: number, code: string]> = {
  ...{ ssnLookup: [403, 'conflictOfInterest'], beginView: [403, 'conflictOfInterest'] },
  ...{ staffCase: [404, 'notFound'], actOnCase: [404, 'notFound'], previewDecision: [404, 'notFound'] },
  ...{ caseProof: [404, 'notFound'], caseFile: [404, 'notFound'], previewAnswer: [404, 'notFound'] },
  ...{ caseDrafts: [404, 'notFound'], saveCaseDraft: [404, 'notFound'], caseColleagues: [404, 'notFound'] },
  ...{
    staffClaim: [404, 'notFound'],
    previewClaimDecision: [404, 'notFound'],
    actOnClaim: [404, 'notFound'],
  },
  ...{ approval: [404, 'notFound'], decideApproval: [404, 'notFound'] },
  previewComplaint: [404, 'notFound'],
  ...{ cardPayment: [404, 'notFound'], proposeRefund: [404, 'notFound'] },
  openCustomerPage: [403, 'conflictOfInterest'],
  ...{ privacyCase: [404, 'notFound'], decidePrivacyCase: [404, 'notFound'] },
};
/** Calls that show nothing of a customer, or, like the queue and the search, leave out what is refused; and the audit of all. */
const others = [
  ...[
    'endView',
    'queue',
    'deskNews',
    'find',
    'actOnCases',
    'colleaguesOfCases',
    'workload',
    'workloadSample',
    'moneyMovements',
    'ledger',
    'complaintRegister',
    'absences',
    'addAbsence',
    'removeAbsence',
  ],
  ...['textBlocks', 'addTextBlock', 'changeTextBlock', 'retireTextBlock', 'textBlockVersions'],
  ...['authorities', 'giveAuthority', 'confirmAuthority', 'endAuthority', 'approvals'],
  ...['audit', 'employees', 'addEmployee', 'actOnEmployee', 'changeStaffPasswordToken'],
  ...['staffSignIn', 'staffSessions', 'endStaffSession', 'staffPasskeys', 'staffPasskeyOptions'],
  ...['addStaffPasskey', 'renameStaffPasskey', 'removeStaffPasskey'],
];
const ofStaff = apiCalls.filter(([, { who }]) => who.kind === 'employee');

describeEachEngine('conflicts of interest', (open) => {
  const clock = fixedClock();
  let database: Database;
  let filled: FilledApi;
  let token: string;
  let katrin: string;

  beforeAll(async () => {
    database = await open();
    filled = await startFilledApi(database);
    token = await filled.issuer.token(una, { actor_kind: 'employee' });
    katrin = await filled.issuer.token('employee|katrin', { actor_kind: 'employee' });
  });
  afterAll(() => filled.stop());

  beforeEach(async () => {
    const { db } = database;
    for (const table of [staffViews, companyInvolvement, caseDrafts, cases]) await db.delete(table);
    await filled.fill();
    await db.update(customers).set({ spouseSsn: null, familyNumber: null, address: null, postalCode: null });
    await db.update(employees).set({ ssn: unaSsn }).where(eq(employees.id, una));
    await db.update(customers).set({ ssn: '2012991449' }).where(eq(customers.id, 'nyr'));
    await db.delete(employeeRoles);
    const given = { lines: null, validFrom: '2026-01-01', validTo: null, givenBy: null };
    await db
      .insert(employeeRoles)
      .values(
        [una, 'employee|katrin'].flatMap((employeeId) =>
          staffRoles.map((role) => ({ ...given, employeeId, role, givenAt: new Date(came) })),
        ),
      );
  });

  const setCustomer = (id: string, to: Partial<typeof customers.$inferInsert>) =>
    database.db.update(customers).set(to).where(eq(customers.id, id));
  /** Makes Una a customer: the newcomer, who has nothing yet. */
  const makeCustomer = (to: Partial<typeof customers.$inferInsert> = {}) =>
    setCustomer('nyr', { ssn: unaSsn, ...to });
  const involve = (involvement: 'procuration' | 'board' | 'owner', endedOn: string | null = null) =>
    database.db.insert(companyInvolvement).values({
      ...{ customerId: 'nyr', companyId: 'felag', involvement, registeredOn: '2020-01-01', endedOn },
    });
  const addCase = (id: string, customerId: string | null, more: Partial<typeof cases.$inferInsert> = {}) =>
    database.db.insert(cases).values({
      ...{ id, kind: 'inquiry', matterId: id, customerId, language: 'is', openedAt: came, dueAt: came },
      ...more,
    });
  const call = (path: string, { body, by = token }: { body?: object; by?: string } = {}) =>
    filled.api.ask(path, {
      ...{ token: by, headers: { 'content-type': 'application/json' } },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).errorCode];
  type Queue = { items: CaseLine[]; total: number; mine: number; unassigned: number; chatsWaiting: number };
  const queue = async (query = '') =>
    (await (await call(`/api/staff/v1/queue?whose=all&state=all&limit=100${query}`)).json()) as Queue;
  const begin = (ssn: string) =>
    call('/api/user/v1/switchoverviewuser', { body: { ssn, reason: 'service' } });
  const recorded = async () => {
    const rows = await database.db
      .select({ subject: auditEvents.subjectId, object: auditEvents.object, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'staff.conflict'))
      .orderBy(asc(auditEvents.id));
    return rows;
  };
  /** Makes the example of each call about Anna or her spouse, as the employee. */
  const walk = async () => {
    const answers: Record<string, [status: number, code: string | undefined]> = {};
    for (const [name, row] of ofStaff.filter(([name]) => name in refused)) {
      const answer = await filled.api.ask(addressOf(name, row.path), {
        ...{ method: row.method, token, ...bodyOf(name, row) },
      });
      const text = await answer.text();
      const { errorCode } = answer.status < 400 ? {} : (JSON.parse(text) as Partial<Problem>);
      answers[name] = [answer.status, errorCode];
    }
    return answers;
  };

  test('ROLE-4: the walk has every call of staff', () => {
    expect([...Object.keys(refused), ...others].toSorted()).toEqual(ofStaff.map(([name]) => name).toSorted());
  });

  test('ROLE-4: no call shows an employee a spouse’s matters or changes them, each refusal is recorded, and a colleague is not refused', async () => {
    // The request that is previewed is another customer’s, who lives with Anna and Una.
    await setCustomer('anna', { spouseSsn: unaSsn, familyNumber: annaSsn });
    await makeCustomer({ familyNumber: annaSsn });
    await setCustomer('birgir', { familyNumber: annaSsn });
    const before = await database.db.select().from(cases).orderBy(cases.id);
    const logged = (await recorded()).length;
    expect(await walk()).toEqual(refused);
    expect(await database.db.select().from(cases).orderBy(cases.id)).toEqual(before);
    expect(await database.db.$count(staffViews)).toBe(0);
    const log = (await recorded()).slice(logged);
    expect(log).toHaveLength(Object.keys(refused).length);
    expect(new Set(log.map(({ subject }) => subject))).toEqual(new Set(['anna', 'birgir']));
    const { items } = await queue();
    expect(items.map(({ id }) => id)).toEqual(['k8']);
    // The same calls, of an employee who is not related to them.
    await database.db.update(employees).set({ ssn: '0101851429' }).where(eq(employees.id, una));
    for (const [name, [status]] of Object.entries(await walk()))
      expect([name, [403, 404].includes(status)]).toEqual([name, false]);
  });

  test.each<[who: string, arrange: () => Promise<unknown>, hidden: string[]]>([
    ['themselves', () => makeCustomer(), ['nyr']],
    ['a spouse by the spouse’s registration', () => setCustomer('anna', { spouseSsn: unaSsn }), ['anna']],
    ['a spouse by their own registration', () => makeCustomer({ spouseSsn: annaSsn }), ['anna', 'nyr']],
    [
      'somebody of the same family number',
      async () => {
        await makeCustomer({ familyNumber: annaSsn });
        await setCustomer('anna', { familyNumber: annaSsn });
      },
      ['anna', 'nyr'],
    ],
    [
      'somebody of the family of which they are the eldest',
      () => setCustomer('anna', { familyNumber: unaSsn }),
      ['anna'],
    ],
    [
      'somebody at their address, where a family number is unknown',
      async () => {
        await makeCustomer({ address: 'Ægisíða 14', postalCode: '107', familyNumber: unaSsn });
        await setCustomer('anna', { address: 'ægisíða 14', postalCode: '107' });
      },
      ['anna', 'nyr'],
    ],
    [
      'but not a neighbour in the same house with another family number',
      async () => {
        await makeCustomer({ address: 'Ægisíða 14', postalCode: '107', familyNumber: unaSsn });
        await setCustomer('anna', { address: 'Ægisíða 14', postalCode: '107', familyNumber: annaSsn });
      },
      ['nyr'],
    ],
    [
      'but not somebody at an address of the same name elsewhere',
      async () => {
        await makeCustomer({ address: 'Skólavegur 1', postalCode: '230' });
        await setCustomer('anna', { address: 'Skólavegur 1', postalCode: '900' });
      },
      ['nyr'],
    ],
    [
      'a company for which they hold procuration',
      async () => {
        await makeCustomer();
        await involve('procuration');
      },
      ['felag', 'nyr'],
    ],
    [
      'a company on whose board they sit',
      async () => {
        await makeCustomer();
        await involve('board', '2026-11-21');
      },
      ['felag', 'nyr'],
    ],
    [
      'but not a company whose board they have left or of which they own a part',
      async () => {
        await makeCustomer();
        await involve('board', '2026-11-20');
        await involve('owner');
      },
      ['nyr'],
    ],
  ])(
    'ROLE-4: an employee has a conflict with %s: cases are not listed, found or counted, and no view opens',
    async (_who, arrange, hidden) => {
      const ids = ['anna', 'birgir', 'felag', 'nyr'];
      await database.db.delete(cases);
      for (const id of ids) await addCase(`of-${id}`, id);
      await arrange();
      const shown = ids.filter((id) => !hidden.includes(id));
      const { items, total, unassigned } = await queue();
      expect(items.map(({ id }) => id)).toEqual(shown.map((id) => `of-${id}`));
      expect([total, unassigned]).toEqual([shown.length, shown.length]);
      const rows = await database.db.select({ id: customers.id, ssn: customers.ssn }).from(customers);
      for (const { id, ssn } of rows) {
        const answer = await begin(ssn);
        expect([id, answer.status]).toEqual([id, hidden.includes(id) ? 403 : 200]);
      }
      expect((await queue('&search=pr%C3%B3f')).items).toHaveLength(shown.length);
    },
  );

  test('ROLE-4: what a visitor sends with the employee’s or spouse’s kennitala is not there either', async () => {
    const { db } = database;
    await makeCustomer({ spouseSsn: '3004891459' });
    await db.delete(cases);
    const [notice] = await db.select().from(claimNotices).where(eq(claimNotices.id, 'n1'));
    const [form] = await db.select().from(submissions).where(eq(submissions.id, 'f1'));
    if (!notice || !form) throw new Error('nothing to copy');
    await db.delete(claimNotices).where(eq(claimNotices.id, 'n2'));
    await db.insert(claimNotices).values({ ...notice, id: 'n2', number: 'T-2', ssn: '3004891459' });
    await db.delete(submissions).where(eq(submissions.id, 'f2'));
    const fields = { ssn: '181290-1429' };
    await db.insert(submissions).values({ ...form, id: 'f2', reference: 'F-2', fields });
    await addCase('notice', null, { kind: 'claim', matterId: 'n1' });
    await addCase('spouses-notice', null, { kind: 'claim', matterId: 'n2' });
    await addCase('form', null, { matterId: 'f1' });
    await addCase('own-form', null, { matterId: 'f2' });
    expect((await queue()).items.map(({ id }) => id)).toEqual(['form', 'notice']);
    expect((await call('/api/staff/v1/cases/own-form')).status).toBe(404);
    expect((await call('/api/staff/v1/cases/form')).status).toBe(200);
  });

  test('ROLE-4: an employee who marries a customer loses the open view and the case, which is back in the queue for a colleague', async () => {
    const draft = { changedAt: null, fields: { text: 'Sæl Anna.' } };
    expect((await call('/api/staff/v1/cases/k1', { body: { act: 'assign', version: 0 } })).status).toBe(200);
    expect((await call('/api/staff/v1/cases/k1/drafts/answer', { body: draft })).status).toBe(200);
    expect((await begin(annaSsn)).status).toBe(200);
    const inView = { 'impersonate-ssn': annaSsn };
    expect((await filled.api.ask('/api/policy/v2', { token, headers: inView })).status).toBe(200);
    await setCustomer('anna', { spouseSsn: unaSsn });
    const read = await filled.api.ask('/api/policy/v2', { token, headers: inView });
    expect(await refusalOf(read)).toEqual([403, 'viewEnded']);
    expect(await refusalOf(await begin(annaSsn))).toEqual([403, 'conflictOfInterest']);
    expect(await database.db.$count(staffViews, isNull(staffViews.endedAt))).toBe(0);
    const logged = (await recorded()).length;
    // Knowing the address of the case shows nothing of it.
    expect(await refusalOf(await call('/api/staff/v1/cases/k1'))).toEqual([404, 'notFound']);
    const [row] = await database.db.select().from(cases).where(eq(cases.id, 'k1'));
    expect(row).toMatchObject({ state: 'open', assigneeId: null, assigneeName: null });
    expect(await database.db.$count(caseDrafts)).toBe(0);
    expect((await recorded()).slice(logged)).toEqual([
      { subject: 'anna', object: 'case k1', details: { act: 'case' } },
      { subject: 'anna', object: 'case k1', details: { act: 'release', employee: una } },
    ]);
    const found = await call('/api/staff/v1/cases/k1', { by: katrin });
    const { events, version } = (await found.json()) as StaffCase;
    expect(events.find(({ kind }) => kind === 'released')).toMatchObject({ by: null, note: null });
    const taken = await call('/api/staff/v1/cases/k1', { by: katrin, body: { act: 'assign', version } });
    expect(taken.status).toBe(200);
  });

  test('ROLE-4: an employee who opens a relative’s request for personal data loses its case at once', async () => {
    await addCase('erasure', 'anna', {
      ...{ kind: 'privacy', matterId: 'x2', assigneeId: una, assigneeName: 'Una Prófdóttir' },
    });
    await setCustomer('anna', { spouseSsn: unaSsn });
    const logged = (await recorded()).length;
    expect(await refusalOf(await call('/api/staff/v1/privacy/x2'))).toEqual([404, 'notFound']);
    const [row] = await database.db.select().from(cases).where(eq(cases.id, 'erasure'));
    expect(row).toMatchObject({ state: 'open', assigneeId: null });
    expect((await recorded()).slice(logged)).toEqual([
      { subject: 'anna', object: 'case erasure', details: { act: 'case' } },
      { subject: 'anna', object: 'case erasure', details: { act: 'release', employee: una } },
    ]);
  });

  test('ROLE-4: hourly work gives cases back that their assignee may not handle any more, and no others', async () => {
    const { db } = database;
    await db.delete(cases);
    const assigned = { assigneeId: una, assigneeName: 'Una Prófdóttir' };
    await addCase('open', 'anna', assigned);
    await addCase('answered', 'anna', { ...assigned, state: 'answered' });
    await addCase('closed', 'anna', { ...assigned, state: 'closed', closedAt: came });
    await addCase('other', 'birgir', assigned);
    await addCase('colleagues', 'anna', { assigneeId: 'employee|katrin', assigneeName: 'Katrín' });
    const kept = async () => {
      await returnToQueue({ db, clock });
      const rows = await db.select().from(cases).orderBy(cases.id);
      return rows.flatMap(({ id, assigneeId }) => (assigneeId === null ? [] : [id]));
    };
    expect(await kept()).toEqual(['answered', 'closed', 'colleagues', 'open', 'other']);
    await setCustomer('anna', { spouseSsn: unaSsn });
    expect(await kept()).toEqual(['closed', 'colleagues', 'other']);
    const released = and(eq(caseEvents.caseId, 'open'), eq(caseEvents.kind, 'released'));
    expect(await db.$count(caseEvents, released)).toBe(1);
    expect(await kept()).toEqual(['closed', 'colleagues', 'other']);
    expect(await db.$count(caseEvents, released)).toBe(1);
  });

  test('ROLE-2, ROLE-4: every hour, cases of employees who have left or lost the role go back to the queue, which the audit does not call a conflict', async () => {
    const { db } = database;
    await db.delete(cases);
    const ofUna = { assigneeId: una, assigneeName: 'Una Prófdóttir' };
    const ofKatrin = { assigneeId: 'employee|katrin', assigneeName: 'Katrín' };
    await addCase('message', 'anna', ofUna);
    await addCase('payment', 'anna', { ...ofUna, problem: 'payment' });
    await addCase('closed', 'anna', { ...ofUna, state: 'closed', closedAt: came });
    await addCase('answered', 'birgir', { ...ofKatrin, state: 'answered' });
    const logged = (await recorded()).length;
    const kept = async () => {
      await returnToQueue({ db, clock });
      const rows = await db.select().from(cases).orderBy(cases.id);
      return rows.flatMap(({ id, assigneeId }) => (assigneeId === null ? [] : [id]));
    };
    expect(await kept()).toEqual(['answered', 'closed', 'message', 'payment']);
    const ended = notInArray(employeeRoles.role, ['finance']);
    await db
      .update(employeeRoles)
      .set({ validTo: '2026-11-01' })
      .where(and(eq(employeeRoles.employeeId, una), ended));
    expect(await kept()).toEqual(['answered', 'closed', 'payment']);
    await db.update(employees).set({ active: false });
    expect(await kept()).toEqual(['closed']);
    await db.update(employees).set({ active: true });
    const released = eq(caseEvents.kind, 'released');
    expect(await db.select({ id: caseEvents.caseId }).from(caseEvents).where(released)).toHaveLength(3);
    expect((await recorded()).slice(logged)).toEqual([]);
  });

  test('ROLE-4: the number of waiting chats leaves out those that the employee may not answer', async () => {
    await database.db.delete(chats);
    const waiting = {
      topic: 'Kaskó',
      language: 'is',
      state: 'waiting',
      createdAt: came,
      activeAt: came,
    } as const;
    await database.db.insert(chats).values([
      { ...waiting, id: 'a', sessionHash: 'a', name: 'Anna', customerId: 'anna' },
      { ...waiting, id: 'b', sessionHash: 'b', name: 'Gestur' },
    ]);
    expect((await queue()).chatsWaiting).toBe(2);
    await setCustomer('anna', { spouseSsn: unaSsn });
    expect((await queue()).chatsWaiting).toBe(1);
    await database.db.delete(chats);
  });

  test('ROLE-4: the refusal is a text of its own in the audit, which an auditor reads', async () => {
    await setCustomer('anna', { spouseSsn: unaSsn });
    await begin(annaSsn);
    const answer = await call('/api/staff/v1/audit?action=staff.conflict', { by: katrin });
    const { items } = (await answer.json()) as { items: AuditEvent[] };
    expect(items[0]).toMatchObject({ action: 'staff.conflict', details: { act: 'view' } });
  });

  test.each<[call: string, customer: string, act: string]>([
    ['staffCase', 'anna', 'look'],
    ['caseFile', 'anna', 'file'],
    ['caseProof', 'anna', 'proof'],
    ['previewDecision', 'birgir', 'preview'],
    ['previewAnswer', 'anna', 'preview'],
    ['previewComplaint', 'anna', 'preview'],
  ])(
    'ROLE-8: %s is recorded in the case, in the audit and in the customer’s list of views',
    async (name, customer, act) => {
      const { db } = database;
      const [, row] = ofStaff.find(([found]) => found === name) ?? [];
      if (!row) throw new Error(`no call ${name}`);
      const path = addressOf(name, row.path);
      const answer = await filled.api.ask(path, { method: row.method, token, ...bodyOf(name, row) });
      expect([name, answer.status]).toEqual([name, 200]);
      await answer.arrayBuffer();
      const id = path.split('/')[5] ?? '';
      const looked = and(eq(caseEvents.caseId, id), eq(caseEvents.kind, 'looked'));
      expect(await db.select().from(caseEvents).where(looked)).toMatchObject([{ employeeId: una }]);
      const reads = await db.select().from(staffReads).where(eq(staffReads.customerId, customer));
      expect(reads).toMatchObject([{ target: id }]);
      const [last] = await db
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.action, 'staff.case'), eq(auditEvents.object, `case ${id}`)))
        .orderBy(asc(auditEvents.id))
        .then((rows) => rows.slice(-1));
      expect(last).toMatchObject({ actorId: una, subjectId: customer, details: { act } });
      const owner = await filled.issuer.token(customer);
      const views = await filled.api.ask('/api/user/v1/settings/views', { token: owner });
      expect(((await views.json()) as { items: StaffView[] }).items).toMatchObject([
        { employee: 'Una Prófdóttir' },
      ]);
    },
  );

  test('ROLE-8: deciding on a request for personal data shows it again, which the customer can see', async () => {
    const answer = await call('/api/staff/v1/privacy/x2', { body: { act: 'approve' } });
    expect(answer.status).toBe(200);
    const reads = await database.db.select().from(staffReads).where(eq(staffReads.customerId, 'anna'));
    expect(reads).toMatchObject([{ call: 'privacyCase', target: 'x2' }]);
  });
});
