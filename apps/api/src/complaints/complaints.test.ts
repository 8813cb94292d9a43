// Complaints: what is received, who may decide, the letter, and the register of them.
import { readFile } from 'node:fs/promises';
import type { CaseColleague, CustomerMatter, Problem, StaffCase } from '@hofn/contracts';
import {
  auditEvents,
  cases,
  claims,
  complaints,
  coreEvents,
  type Database,
  employeeRoles,
  employees,
  mails,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { complaintDueOn } from '@hofn/domain/complaints.ts';
import { complaintMails as complaintMailsEn } from '@hofn/texts/catalogue/en/complaints.ts';
import { complaintMails } from '@hofn/texts/catalogue/is/complaints.ts';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filledForms } from '../forms/testing.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { type Desk, type Name, startDesk } from '../work-items/testing-desk.ts';
import { forgetComplaints } from './feature.ts';

const path = '/api/complaint/v1/complaints';
const aboutClaim = {
  subject: 'claim',
  subjectId: 'c1',
  text: 'Bæturnar eru of lágar.',
  wishes: 'Hærri bætur',
};
const decision = {
  ...{ outcome: 'partlyUpheld', cause: 'amount' },
  letter: 'Dráttarbíllinn vantaði í uppgjörið.\n\nVið greiðum hann núna.',
  note: 'Yfirfara uppgjör með dráttarbíl',
};

describeEachEngine('complaints', (open) => {
  let database: Database;
  let desk: Desk;
  let claimCase: string;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
  });
  afterAll(() => desk.stop());
  beforeEach(async () => {
    const { db } = database;
    await desk.begin();
    await db.delete(cases);
    await db.delete(complaints);
    await db.delete(mails);
    await db.delete(coreEvents);
    await db.update(claims).set({ line: 'vehicle' }).where(eq(claims.id, 'c1'));
    claimCase = await openWorkItem(db, {
      ...{ kind: 'claim', matterId: 'c1', customerId: 'anna', language: 'is', openedAt: desk.clock.now() },
    });
  });

  const complain = async (body: object = aboutClaim): Promise<{ reference: string; dueOn: string }> => {
    const answer = await desk.send('anna', path, body);
    const read = await answer.json();
    expect([answer.status, read]).toEqual([201, expect.anything()]);
    return read as { reference: string; dueOn: string };
  };
  const problemOf = async (answer: Response): Promise<Problem> => {
    const problem = (await answer.json()) as Problem;
    return { ...problem, status: answer.status };
  };
  const caseId = async (): Promise<string> => {
    const [row] = await database.db.select().from(cases).where(eq(cases.laterKind, 'complaint'));
    if (!row) throw new Error('the complaint has no case');
    return row.id;
  };
  const look = async (as: Name, id: string): Promise<StaffCase> =>
    (await (await desk.get(as, `/api/staff/v1/cases/${id}`)).json()) as StaffCase;
  const act = async (as: Name, id: string, body: object): Promise<Response> => {
    const { version } = await look(as, id);
    return desk.send(as, `/api/staff/v1/cases/${id}`, { version, ...body });
  };
  const done = async (as: Name, id: string, body: object): Promise<StaffCase> => {
    const answer = await act(as, id, body);
    const read = await answer.json();
    expect([answer.status, read]).toEqual([200, expect.anything()]);
    return read as StaffCase;
  };
  const matter = async (): Promise<CustomerMatter | undefined> => {
    const answer = await desk.get('anna', '/api/user/v1/matters');
    const { items } = (await answer.json()) as { items: CustomerMatter[] };
    return items.find(({ kind }) => kind === 'complaint');
  };
  const give = (name: Name, role: 'injuries' | 'service') =>
    database.db.insert(employeeRoles).values({
      ...{ employeeId: `employee|${name}`, role, lines: null, validFrom: '2026-01-01', validTo: null },
      ...{ givenBy: null, givenAt: new Date('2026-01-01') },
    });

  test('RIGHT-2: a customer complains about a claim, reads the reference and the last day, and gets both by e-mail', async () => {
    const answer = await desk.get('anna', '/api/complaint/v1/options');
    const options = (await answer.json()) as { items: object[]; answerBy: string };
    expect(options.items).toContainEqual({
      ...{ subject: 'claim', id: 'c1', title: expect.stringContaining(','), open: null },
    });
    const { reference, dueOn } = await complain();
    expect(reference).toMatch(/^K-2026-\d{6}$/);
    // Three weeks on, a working day.
    expect([dueOn, options.answerBy]).toEqual(['2026-12-11', '2026-12-11']);
    expect(await matter()).toMatchObject({
      ...{ kind: 'complaint', reference, state: 'open', text: aboutClaim.text, answers: [] },
      complaint: { wishes: 'Hærri bætur', dueOn, outcome: null, letter: null, decidedBy: null },
    });
    // Nobody else's list has it.
    const others = (await (await desk.get('birgir', '/api/user/v1/matters')).json()) as { total: number };
    expect(others.total).toBe(0);
    const [mail] = await database.db.select().from(mails);
    expect(mail).toMatchObject({ kind: 'complaintReceived', recipient: 'anna@example.is', language: 'is' });
    const [event] = await database.db
      .select()
      .from(coreEvents)
      .where(like(coreEvents.type, '%complaint.received'));
    expect(event).toMatchObject({ subject: 'anna', data: { reference, about: 'claim', aboutId: 'c1' } });
  });

  test('RIGHT-2: bad input is named by its field, and a second complaint about the same is refused with the reference of the first', async () => {
    const refused = async (body: object) => problemOf(await desk.send('anna', path, body));
    expect((await refused({ ...aboutClaim, text: ' ' })).errors).toHaveProperty('text');
    expect((await refused({ ...aboutClaim, subjectId: 'nothing' })).errors).toHaveProperty('subjectId');
    // Birgir's, and nobody else's.
    expect((await refused({ ...aboutClaim, subject: 'policy', subjectId: 'b9' })).errors).toHaveProperty(
      'subjectId',
    );
    expect((await refused({ ...aboutClaim, subject: 'other' })).errors).toHaveProperty('subjectId');
    const { reference } = await complain();
    const second = await refused(aboutClaim);
    expect([second.status, second.errorCode]).toEqual([409, 'complaintOpen']);
    expect(second.errors?.FORM?.[0]).toContain(reference);
    expect(await database.db.$count(complaints)).toBe(1);
    // Two about nothing in particular are two.
    await complain({ subject: 'other', text: 'Löng bið í síma.' });
    await complain({ subject: 'other', text: 'Bréf á röngu máli.' });
    expect(await database.db.$count(complaints)).toBe(3);
  });

  test('RIGHT-2, HOLD-9: the case has its own kind and promise, and the release before sees a claim that there is not', async () => {
    const { reference } = await complain();
    const [line] = (await desk.queue('una', 'kind=complaint')).items;
    expect(line).toMatchObject({
      ...{ kind: 'complaint', reference, sender: 'Anna Prófdóttir', about: aboutClaim.text },
      dueAt: '2026-12-11T12:00:00.000Z',
    });
    const [row] = await database.db.select().from(cases).where(eq(cases.laterKind, 'complaint'));
    expect(row).toMatchObject({
      kind: 'claim',
      matterId: expect.stringMatching(/^complaint /),
      problem: null,
    });
    // Claims alone open no complaints.
    expect((await desk.queue('bjarni', 'kind=complaint')).total).toBe(0);
    expect((await desk.queue('stina', 'kind=claim')).items.map(({ id }) => id)).toEqual([claimCase]);
    const found = await (await desk.get('una', `/api/staff/v1/find?q=${reference}`)).json();
    expect(JSON.stringify(found)).toContain(line?.id ?? 'no line');
    // It escalates as every other case.
    desk.clock.set('2026-12-12T12:00:00Z');
    expect((await desk.queue('stina', 'whose=overdue&kind=complaint')).total).toBe(1);
  });

  test('RIGHT-2: who handled the claim reads the complaint, but neither takes, answers, decides, previews nor is handed it', async () => {
    await done('katrin', claimCase, { act: 'assign' });
    await complain();
    const id = await caseId();
    const seen = await look('katrin', id);
    expect(seen).toMatchObject({
      ...{ kind: 'complaint', handledBefore: true, undecided: true },
      matter: { handlers: ['Katrín Ósk Prófdóttir'], text: aboutClaim.text },
    });
    for (const body of [
      { act: 'assign' },
      { act: 'answer', text: 'Hæ' },
      { act: 'close' },
      { act: 'wait', for: 'customer', until: '2026-11-25' },
      { act: 'decide', decision },
    ]) {
      const { status, errorCode } = await problemOf(await act('katrin', id, body));
      expect([body.act, status, errorCode]).toEqual([body.act, 409, 'complaintHandled']);
    }
    const preview = `/api/staff/v1/cases/${id}/complaint-preview`;
    expect((await problemOf(await desk.send('katrin', preview, decision))).errorCode).toBe(
      'complaintHandled',
    );
    await done('katrin', id, { act: 'note', text: 'Uppgjörið er í málinu.' });
    // A look is not handling.
    await look('una', claimCase);
    const { items } = (await (await desk.get('una', `/api/staff/v1/cases/${id}/colleagues`)).json()) as {
      items: CaseColleague[];
    };
    expect(items.filter(({ handledBefore }) => handledBefore).map(({ key }) => key)).toEqual(['katrin']);
    const handed = { act: 'handOver', to: 'katrin', reason: 'Þekkir málið' };
    expect((await problemOf(await act('una', id, handed))).errors).toHaveProperty('to');
    expect((await look('una', id)).handledBefore).toBe(false);
    await done('stina', id, { ...handed, to: 'una' });
    expect(await database.db.$count(complaints, eq(complaints.outcome, 'rejected'))).toBe(0);
  });

  test('RIGHT-2: a supervisor who handled the claim cannot decide the complaint, nor can the handler named in the claim', async () => {
    const { db } = database;
    await done('stina', claimCase, { act: 'handOver', to: 'katrin', reason: 'Á hennar borði' });
    const { handlerName } = (await db.select().from(claims).where(eq(claims.id, 'c1')))[0] ?? {};
    const una = eq(employees.id, 'employee|una');
    await db
      .update(employees)
      .set({ fullName: handlerName ?? 'Prófa Fulltrúadóttir' })
      .where(una);
    await complain();
    const id = await caseId();
    for (const name of ['stina', 'una', 'katrin'] as const)
      expect((await problemOf(await act(name, id, { act: 'decide', decision }))).errorCode).toBe(
        'complaintHandled',
      );
    await db.update(employees).set({ fullName: 'Una Prófdóttir' }).where(una);
    expect((await act('una', id, { act: 'decide', decision })).status).toBe(200);
  });

  test('RIGHT-2: the decision closes the case, and its letter with the further ways is what was previewed, mailed and read', async () => {
    await complain();
    const id = await caseId();
    const preview = await desk.send('una', `/api/staff/v1/cases/${id}/complaint-preview`, decision);
    const { recipient, letter } = (await preview.json()) as {
      recipient: string;
      letter: { subject: string; body: string };
    };
    expect(recipient).toBe('anna@example.is');
    expect(letter.body).toContain('Kvörtunin er tekin til greina að hluta.');
    expect(letter.body).toContain('Við greiðum hann núna.');
    expect(letter.body).toMatch(/Una Prófdóttir fór yfir.*Úrskurðarnefnd.*Málskotsgjald.*Dómstólar/s);
    // Nothing is decided by a preview, and nothing closes it without a decision.
    expect((await problemOf(await act('una', id, { act: 'close' }))).errorCode).toBe('caseUndecided');
    const decided = await done('una', id, { act: 'decide', decision });
    expect(decided).toMatchObject({
      ...{ state: 'closed', undecided: false },
      matter: {
        decided: { outcome: 'partlyUpheld', cause: 'amount', by: 'Una Prófdóttir', note: decision.note },
      },
    });
    expect((await problemOf(await act('una', id, { act: 'decide', decision }))).status).toBe(409);
    const read = await matter();
    expect(read).toMatchObject({ state: 'closed', complaint: { outcome: 'partlyUpheld' } });
    expect(read?.complaint?.decidedBy).toBe('Una Prófdóttir');
    expect(letter.body).toContain(read?.complaint?.letter ?? 'no letter');
    // What is noted for staff and the cause are not the customer's.
    expect(JSON.stringify(read)).not.toMatch(/Yfirfara|amount/);
    const [mail] = await database.db.select().from(mails).where(eq(mails.kind, 'complaintDecided'));
    expect(mail).toMatchObject({ recipient: 'anna@example.is', actorId: 'employee|una' });
    const events = await database.db
      .select()
      .from(coreEvents)
      .where(like(coreEvents.type, '%complaint.decided'));
    expect(events).toMatchObject([{ subject: 'anna', data: { outcome: 'partlyUpheld', cause: 'amount' } }]);
    expect(JSON.stringify(await database.db.select().from(coreEvents))).not.toContain('dráttarbíl');
    const audited = await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.object, `case ${id}`), eq(auditEvents.actorId, 'employee|una')));
    expect(audited.map(({ details }) => details)).toContainEqual({ act: 'decide', result: 'partlyUpheld' });
  });

  test('RIGHT-2: a complaint in English is answered in English, and another about the same goes to somebody else', async () => {
    await desk.api.ask(path, {
      ...{ method: 'POST', token: desk.tokenOf('anna'), body: JSON.stringify(aboutClaim) },
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    });
    const first = await caseId();
    await done('una', first, { act: 'decide', decision: { ...decision, outcome: 'rejected' } });
    expect((await matter())?.complaint?.letter).toMatch(
      /not upheld.*Insurance Complaints Committee.*Fee: ISK.*The courts/s,
    );
    await database.db.delete(cases).where(eq(cases.id, first));
    await complain();
    const { errorCode } = await problemOf(await act('una', await caseId(), { act: 'assign' }));
    expect(errorCode).toBe('complaintHandled');
  });

  test('ROLE-2: a complaint about a claim for an injury is there only for those who may read the claim', async () => {
    await database.db.update(claims).set({ line: 'accident' }).where(eq(claims.id, 'c1'));
    await complain();
    const id = await caseId();
    for (const name of ['una', 'katrin', 'stina', 'bjarni'] as const) {
      expect((await desk.queue(name, 'kind=complaint')).total).toBe(0);
      expect((await desk.get(name, `/api/staff/v1/cases/${id}`)).status).toBe(404);
    }
    await give('bjarni', 'injuries');
    expect((await desk.queue('bjarni', 'kind=complaint')).total).toBe(1);
    await done('bjarni', id, { act: 'decide', decision });
    await database.db.delete(employeeRoles).where(eq(employeeRoles.role, 'injuries'));
  });

  test('RIGHT-2: the form of the site is a complaint from a customer, about the claim whose number it gives, and a form from a visitor', async () => {
    const [claim] = await database.db.select().from(claims).where(eq(claims.id, 'c1'));
    const body = {
      ...{ ...filledForms.communication, kind: 'complaint', anonymous: '', description: 'Of lágt.' },
      ...{ name: 'Anna Prófdóttir', email: 'anna@example.is' },
      policyOrClaimNumber: claim?.number,
    };
    const send = (token?: string) =>
      desk.api.ask('/api/form/v1/communication', {
        ...{ method: 'POST', body: JSON.stringify(body), ...(token && { token }) },
        headers: { 'content-type': 'application/json' },
      });
    const visitors = (await (await send()).json()) as { reference: string };
    expect(visitors.reference).toMatch(/^F-/);
    const own = (await (await send(desk.tokenOf('anna'))).json()) as { reference: string };
    expect(own.reference).toMatch(/^K-/);
    expect(await database.db.select().from(complaints)).toMatchObject([
      { customerId: 'anna', about: 'claim', aboutId: 'c1', text: 'Of lágt.' },
    ]);
    const again = await problemOf(await send(desk.tokenOf('anna')));
    expect([again.status, again.errorCode]).toEqual([409, 'complaintOpen']);
    expect((await desk.queue('una', 'kind=form')).total).toBe(1);
  });

  test('RIGHT-2, DESK-13: the register counts the year by outcome, cause and subject, and lists no word of anybody', async () => {
    await complain();
    desk.clock.set('2026-11-24T12:00:00Z');
    await done('una', await caseId(), { act: 'decide', decision });
    await complain({ subject: 'other', text: 'Löng bið í síma.' });
    desk.clock.set('2026-12-20T12:00:00Z');
    const answer = await desk.get('stina', '/api/staff/v1/complaints');
    expect(await answer.json()).toMatchObject({
      ...{ year: 2026, years: [2026], received: 2, decided: 1, upheld: 0, partlyUpheld: 1, rejected: 0 },
      ...{ medianDays: 4, late: 1 },
      causes: [{ of: 'amount', count: 1 }],
      subjects: [
        { of: 'claim', count: 1 },
        { of: 'other', count: 1 },
      ],
      items: [
        { subject: 'other', receivedOn: '2026-11-24', outcome: null, late: true },
        { subject: 'claim', decidedOn: '2026-11-24', days: 4, late: false, outcome: 'partlyUpheld' },
      ],
    });
    expect((await desk.get('una', '/api/staff/v1/complaints')).status).toBe(403);
    const file = await desk.api.ask('/api/staff/v1/complaints?year=2026', {
      token: desk.tokenOf('stina'),
      headers: { accept: 'text/csv' },
    });
    const csv = await file.text();
    expect(csv.split('\r\n').filter(Boolean)).toHaveLength(3);
    expect(csv).toContain('Tekin til greina að hluta');
    expect(csv).not.toMatch(/Anna |bið í síma|dráttarbíl/);
    const none = await desk.get('stina', '/api/staff/v1/complaints?year=2025');
    expect(await none.json()).toMatchObject({ year: 2025, received: 0, medianDays: null, items: [] });
  });

  test('RIGHT-2, DATA-3b: decided complaints leave the register after five full years, with their cases; open ones stay', async () => {
    const { db } = database;
    await complain();
    await done('una', await caseId(), { act: 'decide', decision });
    await complain({ subject: 'other', text: 'Löng bið í síma.' });
    const at = (day: string) => ({ db, clock: { now: () => new Date(`${day}T04:00:00Z`) } });
    await forgetComplaints(at('2031-12-31'));
    expect(await db.$count(complaints)).toBe(2);
    await forgetComplaints(at('2032-01-01'));
    expect(await db.select().from(complaints)).toMatchObject([{ about: 'other' }]);
    expect(await db.$count(cases, eq(cases.laterKind, 'complaint'))).toBe(1);
  });

  test('RIGHT-2: the letter names the further ways, their time limits and fees as the public page does, in both languages', async () => {
    const page = await readFile(
      new URL('../../../../content/generic/complaints.json', import.meta.url),
      'utf8',
    );
    const texts = { is: complaintMails.complaintLetter, en: complaintMailsEn.complaintLetter };
    for (const language of ['is', 'en'] as const)
      for (const name of ['committeeTime', 'committeeAddress', 'committeeFee', 'courtsText'] as const)
        expect(page).toContain(JSON.stringify(texts[language][name].replaceAll('\u00a0', ' ')));
  });

  test('RIGHT-2: the last day is a working day within three weeks, whatever the holidays', () => {
    expect(complaintDueOn('2026-11-20')).toBe('2026-12-11');
    // Three weeks on is Christmas Day.
    expect(complaintDueOn('2026-12-04')).toBe('2026-12-23');
  });
});
