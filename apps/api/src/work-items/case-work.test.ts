// What colleagues do with a case beside replying: notes with mentions, waiting until a day, handing over, and absence.
import type { AbsenceList, CaseColleague, CaseLine, Problem, StaffCase } from '@hofn/contracts';
import {
  absences,
  caseDrafts,
  cases,
  coreEvents,
  type Database,
  staffReads,
  staffViews,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personalDataOf } from '../feature.ts';
import { features } from '../features.ts';
import { openWorkItem } from './open-work-item.ts';
import { type Desk, type Name, startDesk } from './testing-desk.ts';

const secret = 'Samstarfsfólk eitt má lesa þetta';

describeWithDatabase('work of colleagues on a case', (open) => {
  let database: Database;
  let desk: Desk;
  let id: string;
  let writeAgain: () => Promise<string>;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
  });
  afterAll(() => desk.stop());
  beforeEach(async () => {
    ({ id, writeAgain } = await desk.begin());
  });

  const ask = async <Answer>(as: Name, path: string, status = 200): Promise<Answer> => {
    const answer = await desk.get(as, path);
    expect([path, answer.status]).toEqual([path, status]);
    return (await answer.json()) as Answer;
  };
  const act = (as: Name, body: object) => desk.send(as, `/api/staff/v1/cases/${id}`, body);
  const done = async (as: Name, body: object): Promise<StaffCase> => {
    const answer = await act(as, body);
    const read = await answer.json();
    expect([answer.status, read]).toEqual([200, expect.anything()]);
    return read as StaffCase;
  };
  const refused = async (as: Name, body: object): Promise<Problem & { status: number }> => {
    const answer = await act(as, body);
    return { ...((await answer.json()) as Problem), status: answer.status };
  };
  const look = (as: Name) => ask<StaffCase>(as, `/api/staff/v1/cases/${id}`);
  const version = async () => (await database.db.select().from(cases))[0]?.version ?? -1;
  const queue = (as: Name, query = '') => desk.queue(as, query);
  const has = async (as: Name, query: string) =>
    (await queue(as, query)).items.some((line) => line.id === id);
  const away = (as: Name, body: object) => desk.send(as, '/api/staff/v1/absences', body);
  const kindsOf = ({ events }: StaffCase) =>
    events.map(({ kind }) => kind).filter((kind) => kind !== 'looked');

  test('DESK-5: a note is written at any time by anyone who may open the case, is in its history, and refuses no colleague’s reply', async () => {
    await done('katrin', { act: 'assign', version: 0 });
    const noted = await done('una', { act: 'note', text: ' Hún er flutt til Akureyrar. ' });
    expect(noted.events.at(-1)).toMatchObject({
      ...{ kind: 'noted', by: 'Una Prófdóttir', at: '2026-11-20T12:00:00.000Z' },
      note: 'Hún er flutt til Akureyrar.',
    });
    // The version that Katrín saw still serves.
    await done('katrin', { act: 'answer', version: 1, text: 'Skráð.', close: true });
    expect(kindsOf(await done('una', { act: 'note', text: 'Eftir lokun.' }))).toEqual([
      ...(['came', 'assigned', 'noted', 'answered', 'closed', 'noted'] as const),
    ]);
    expect((await refused('una', { act: 'note', text: '  ' })).errors).toHaveProperty('text');
    // Bjarni does not open messages.
    expect((await refused('bjarni', { act: 'note', text: 'Hæ' })).status).toBe(404);
  });

  test('DESK-5, ROLE-8: writing a note shows the case, so it is in the customer’s list of views', async () => {
    await done('una', { act: 'note', text: secret });
    const read = await database.db.select().from(staffReads).where(eq(staffReads.customerId, 'anna'));
    expect(read).toMatchObject([{ call: 'staffCase', target: id }]);
    const answer = await desk.get('anna', '/api/user/v1/settings/views');
    expect(await answer.json()).toMatchObject({ items: [{ employee: 'Una Prófdóttir' }] });
  });

  test('DESK-5: no customer sees a note, what is waited for or why a case was handed over: not in their calls, the archive of their data, their list of views nor the events', async () => {
    await done('katrin', { act: 'note', text: secret });
    await done('katrin', { act: 'wait', version: 0, for: 'something', until: '2026-11-25', note: secret });
    await done('katrin', { act: 'handOver', version: 1, to: 'una', reason: secret });
    const calls = [
      '/api/user/v1/matters',
      '/api/user/v1/waiting',
      '/api/user/v1/privacy',
      '/api/user/v1/staffviews',
    ];
    let read = 0;
    for (const path of calls) {
      const answer = await desk.get('anna', path);
      if (answer.status === 200) read += 1;
      expect(await answer.text()).not.toContain(secret);
    }
    expect(read).toBeGreaterThan(1);
    const { db } = database;
    const personalData = personalDataOf(features);
    let rows = 0;
    for (const { table, rowsOf } of personalData.holdings)
      for (const row of await db.select().from(table).where(rowsOf('anna'))) {
        rows += 1;
        expect(JSON.stringify(row)).not.toContain(secret);
      }
    expect(rows).toBeGreaterThan(5);
    expect(personalData.leftOut).toMatchObject({ case_notes: 'internal', case_mentions: 'staff' });
    expect(JSON.stringify(await db.select().from(coreEvents))).not.toContain(secret);
    expect(JSON.stringify(await db.select().from(staffViews))).not.toContain(secret);
    // Colleagues read all three.
    expect((await look('una')).events.filter(({ note }) => note === secret)).toHaveLength(3);
  });

  test('DESK-5: a mention puts the case in the colleague’s list and count until they open it, and only those who may open it are offered', async () => {
    const { items } = await ask<{ items: CaseColleague[] }>('katrin', `/api/staff/v1/cases/${id}/colleagues`);
    expect(items.map(({ key }) => key)).toEqual(['stina', 'una']);
    const fault = await refused('katrin', { act: 'note', text: 'Sjá @Bjarni', mentions: ['bjarni'] });
    expect([fault.status, Object.keys(fault.errors ?? {})]).toEqual([400, ['mentions']]);
    expect((await queue('una')).mentioned).toBe(0);
    const noted = await done('katrin', {
      act: 'note',
      text: 'Geturðu skoðað þetta?',
      mentions: ['una', 'una'],
    });
    expect(noted.events.at(-1)?.mentions).toEqual(['Una Prófdóttir']);
    expect(await queue('una', 'whose=mentioned')).toMatchObject({
      ...{ mentioned: 1, total: 1, items: [{ id, mentioned: true }] },
    });
    expect(await has('stina', 'whose=mentioned')).toBe(false);
    await look('una');
    expect(await queue('una', 'whose=mentioned')).toMatchObject({
      ...{ mentioned: 0, total: 1, items: [{ id, mentioned: false }] },
    });
    // Also while it waits, and when it is closed before it was read.
    await done('katrin', { act: 'note', text: 'Aftur.', mentions: ['una'] });
    await done('katrin', { act: 'wait', version: 0, for: 'colleague', until: '2026-11-25' });
    expect(await has('una', 'whose=mentioned')).toBe(true);
    await done('katrin', { act: 'close', version: 1 });
    expect((await queue('una', 'whose=mentioned')).mentioned).toBe(1);
    expect(await has('una', 'whose=mentioned')).toBe(true);
    await look('una');
    expect(await has('una', 'whose=mentioned')).toBe(false);
    expect(await has('una', 'whose=mentioned&state=closed')).toBe(true);
  });

  test('DESK-5: a waiting case leaves the open list, says who is waited for and since when, and is back at the top of its owner’s list on its day', async () => {
    await done('katrin', {
      act: 'wait',
      version: 0,
      for: 'bank',
      until: '2026-11-27',
      note: 'Reikningsyfirlit',
    });
    const waits = { for: 'bank', since: '2026-11-20T12:00:00.000Z', until: '2026-11-27', returned: false };
    expect((await look('katrin')).events.findLast(({ kind }) => kind !== 'looked')).toMatchObject({
      ...{ kind: 'waiting', note: 'Reikningsyfirlit', waits: { for: 'bank', until: '2026-11-27' } },
    });
    for (const query of ['', 'whose=mine', 'whose=unassigned'])
      expect(await has('katrin', query)).toBe(false);
    expect(await queue('katrin', 'whose=mine&state=waiting')).toMatchObject({
      mine: 0,
      items: [{ id, waits }],
    });
    // Another of hers, promised long before.
    const other = await openWorkItem(database.db, {
      ...{ kind: 'inquiry', matterId: 'x', language: 'is', openedAt: new Date('2026-11-02T12:00:00Z') },
    });
    await desk.send('katrin', `/api/staff/v1/cases/${other}`, { act: 'assign', version: 0 });
    await database.db.execute(
      sql`update cases set assignee_id = 'employee|katrin', assignee_name = 'Katrín' where id = ${other}`,
    );
    desk.clock.set('2026-11-26T23:59:59Z');
    expect(await has('katrin', 'whose=mine')).toBe(false);
    desk.clock.set('2026-11-27T00:00:00Z');
    const mine = await queue('katrin', 'whose=mine');
    expect(mine.items.map((line) => line.id)).toEqual([id, other]);
    expect(mine.items[0]).toMatchObject({ waits: { ...waits, returned: true } });
    // One page at a time, in the same order.
    const first = await ask<{ items: CaseLine[]; nextCursor: string }>(
      'katrin',
      '/api/staff/v1/queue?whose=mine&limit=1',
    );
    const rest = await queue('katrin', `whose=mine&limit=1&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([...first.items, ...rest.items].map((line) => line.id)).toEqual([id, other]);
    expect(await has('katrin', 'whose=mine&state=waiting')).toBe(false);
    // Taking it in hand ends what is said of the wait.
    expect((await done('katrin', { act: 'resume', version: 1 })).waits).toBeNull();
    expect((await refused('katrin', { act: 'resume', version: 2 })).status).toBe(409);
  });

  test('DESK-5: a waiting case is back at once when the customer writes, with a new promise if the customer was waited for', async () => {
    await done('katrin', { act: 'wait', version: 0, for: 'customer', until: '2026-12-10' });
    // Our promise is kept by asking: it moves to the day of return.
    expect((await look('katrin')).dueAt).toBe('2026-12-10T12:00:00.000Z');
    desk.clock.set('2026-11-27T12:00:00Z');
    expect(await writeAgain()).toBe(id);
    const back = await look('katrin');
    expect(back).toMatchObject({ waits: null, state: 'open', mine: true, dueAt: '2026-12-01T12:00:00.000Z' });
    expect(kindsOf(back)).toEqual(['came', 'waiting', 'came']);
    expect(await has('katrin', 'whose=mine')).toBe(true);
    // An answered case waits for what was asked for, and is open again on its day.
    await done('katrin', { act: 'answer', version: back.version, text: 'Sendu okkur skírteinið.' });
    await done('katrin', { act: 'wait', version: back.version + 1, for: 'customer', until: '2026-12-08' });
    expect(await has('katrin', 'whose=mine')).toBe(false);
    desk.clock.set('2026-12-08T08:00:00Z');
    expect(await has('katrin', 'whose=mine')).toBe(true);
  });

  test('DESK-5: waiting needs a later day within a year, and words for what is none of the choices; a colleague’s case cannot be put on hold', async () => {
    const fieldsOf = async (body: object) =>
      Object.keys((await refused('katrin', { act: 'wait', version: 0, ...body })).errors ?? {});
    expect(await fieldsOf({ for: 'bank', until: '2026-11-20' })).toEqual(['until']);
    expect(await fieldsOf({ for: 'bank', until: '2027-11-22' })).toEqual(['until']);
    expect(await fieldsOf({ for: 'bank', until: '2026-02-30' })).toEqual(['until']);
    expect(await fieldsOf({ for: 'something', until: '2026-11-25', note: ' ' })).toEqual(['note']);
    expect(await fieldsOf({ for: 'nobody', until: '2026-11-25' })).toEqual(['for']);
    await done('una', { act: 'assign', version: 0 });
    const taken = await refused('katrin', { act: 'wait', version: 0, for: 'bank', until: '2026-11-25' });
    expect(taken).toMatchObject({ status: 409, type: 'caseTaken' });
    await done('una', { act: 'close', version: 1 });
    expect((await refused('una', { act: 'wait', version: 2, for: 'bank', until: '2026-11-25' })).status).toBe(
      409,
    );
  });

  test('DESK-5: a case is handed to a named colleague or back to everyone with a reason in its history; the receiver has it in “mine”', async () => {
    await done('katrin', { act: 'assign', version: 0 });
    const reason = 'Una þekkir málið.';
    expect(
      Object.keys(
        (await refused('katrin', { act: 'handOver', version: 1, to: 'una', reason: ' ' })).errors ?? {},
      ),
    ).toEqual(['reason']);
    for (const to of ['bjarni', 'katrin', 'farinn', 'enginn']) {
      const fault = await refused('katrin', { act: 'handOver', version: 1, to, reason });
      expect([to, fault.status]).toEqual([to, to === 'katrin' ? 409 : 400]);
    }
    const handed = await done('katrin', { act: 'handOver', version: 1, to: 'una', reason });
    expect(handed).toMatchObject({ assignee: 'Una Prófdóttir', mine: false, state: 'open' });
    expect(handed.events.at(-1)).toMatchObject({
      ...{ kind: 'handedOver', by: 'Katrín Ósk Prófdóttir', to: 'Una Prófdóttir', note: reason },
    });
    expect(await queue('una', 'whose=mine')).toMatchObject({ mine: 1, items: [{ id, mine: true }] });
    const free = await done('una', { act: 'handOver', version: 2, to: null, reason: 'Er í fríi.' });
    expect(free).toMatchObject({ assignee: null, events: expect.anything() });
    expect(free.events.at(-1)).toMatchObject({ kind: 'handedOver', to: null, note: 'Er í fríi.' });
    expect(await has('katrin', 'whose=unassigned')).toBe(true);
    // Nobody has it, so it cannot go back to everyone; anybody can give it to somebody.
    expect((await refused('katrin', { act: 'handOver', version: 3, to: null, reason })).status).toBe(409);
    await done('katrin', { act: 'handOver', version: 3, to: 'una', reason });
  });

  test('DESK-5: who hands over a case that a colleague has taken meanwhile learns who has it, and the text is kept; only supervisors hand on what others have', async () => {
    await done('una', { act: 'assign', version: 0 });
    const path = `/api/staff/v1/cases/${id}/drafts/handOver`;
    const draft = { changedAt: null, fields: { to: 'stina', reason: 'Of mikið að gera.' } };
    expect((await desk.send('katrin', path, draft)).status).toBe(200);
    const fault = await refused('katrin', {
      act: 'handOver',
      version: 0,
      to: 'stina',
      reason: 'Of mikið að gera.',
    });
    expect(fault).toMatchObject({ status: 409, type: 'caseTaken' });
    expect(JSON.stringify(fault.errors)).toContain('Una Prófdóttir');
    expect(await database.db.select().from(caseDrafts)).toMatchObject([
      { kind: 'handOver', fields: draft.fields },
    ]);
    expect((await refused('katrin', { act: 'handOver', version: 1, to: 'stina', reason: 'x' })).status).toBe(
      409,
    );
    expect((await refused('stina', { act: 'handOver', version: 0, to: 'katrin', reason: 'x' })).status).toBe(
      409,
    );
    const handed = await done('stina', { act: 'handOver', version: 1, to: 'katrin', reason: 'Una er veik.' });
    expect(handed.assignee).toBe('Katrín Ósk Prófdóttir');
    // Sent drafts are deleted, each with its own act.
    await done('katrin', { act: 'handOver', version: 2, to: 'stina', reason: 'Of mikið að gera.' });
    expect(await database.db.select().from(caseDrafts)).toEqual([]);
  });

  test('DESK-5: cases of somebody away that are promised before the return are in the deputy’s “mine”, and new assignments offer the deputy', async () => {
    await done('katrin', { act: 'assign', version: 0 });
    const days = { from: '2026-11-20', to: '2026-11-24' };
    expect((await away('katrin', { employee: 'katrin', ...days, deputy: 'una' })).status).toBe(201);
    // Promised on the 24th, the last day.
    expect(await queue('una', 'whose=mine')).toMatchObject({
      mine: 1,
      items: [
        {
          id,
          mine: false,
          assignee: 'Katrín Ósk Prófdóttir',
          away: { until: '2026-11-24', deputy: 'Una Prófdóttir' },
        },
      ],
    });
    expect(await has('katrin', 'whose=mine')).toBe(true);
    expect(await has('stina', 'whose=unassigned')).toBe(false);
    const { items } = await ask<{ items: CaseColleague[] }>('stina', `/api/staff/v1/cases/${id}/colleagues`);
    expect(items.find(({ key }) => key === 'katrin')?.away).toEqual({
      until: '2026-11-24',
      deputy: { key: 'una', name: 'Una Prófdóttir' },
    });
    // A promise after the return waits for its owner.
    await database.db.execute(sql`update cases set due_at = '2026-11-25T00:00:00Z'`);
    expect(await has('una', 'whose=mine')).toBe(false);
    await database.db.execute(sql`update cases set due_at = '2026-11-24T23:59:59Z'`);
    expect(await has('una', 'whose=mine')).toBe(true);
    // The deputy takes it over before replying, as any colleague does.
    expect((await refused('una', { act: 'answer', version: 1, text: 'Skráð.' })).status).toBe(409);
    desk.clock.set('2026-11-25T00:00:00Z');
    expect(await has('una', 'whose=mine')).toBe(false);
  });

  test('DESK-5: a deputy who is away too, left, or may not open the case gets nothing: the case is in the common list', async () => {
    await done('katrin', { act: 'assign', version: 0 });
    const days = { from: '2026-11-20', to: '2026-11-27' };
    const common = async () => ({
      una: await has('una', 'whose=mine'),
      stina: await has('stina', 'whose=mine'),
      everyone: await has('stina', 'whose=unassigned'),
    });
    await away('katrin', { employee: 'katrin', ...days, deputy: 'una' });
    expect(await common()).toEqual({ una: true, stina: false, everyone: false });
    await away('una', { employee: 'una', from: '2026-11-20', to: '2026-11-20', deputy: 'stina' });
    // Not to the deputy's deputy either.
    expect(await common()).toEqual({ una: false, stina: false, everyone: true });
    const listed = await ask<AbsenceList>('stina', '/api/staff/v1/absences');
    expect(listed.items.map(({ employee, deputyAway }) => [employee.key, deputyAway])).toContainEqual([
      'katrin',
      true,
    ]);
    desk.clock.set('2026-11-21T00:00:00Z');
    expect(await common()).toEqual({ una: true, stina: false, everyone: false });
    await database.db.execute(sql`update employees set active = false where id = 'employee|una'`);
    expect(await has('stina', 'whose=unassigned')).toBe(true);
    await database.db.execute(sql`update employees set active = true where id = 'employee|una'`);
    // Bjarni handles claims only.
    const named = async () => [
      (await look('stina')).away?.deputy,
      (await queue('stina', 'whose=all')).items[0]?.away?.deputy,
    ];
    expect(await named()).toEqual(['Una Prófdóttir', 'Una Prófdóttir']);
    await database.db.update(absences).set({ deputyId: 'employee|bjarni' });
    expect(await named()).toEqual([null, null]);
    expect(await has('bjarni', 'whose=mine')).toBe(false);
    expect(await has('stina', 'whose=unassigned')).toBe(true);
  });

  test('DESK-5: employees enter their own absence, supervisors and administrators anybody’s; days do not overlap and a deputy is a colleague', async () => {
    const body = { employee: 'una', from: '2026-12-01', to: '2026-12-04', deputy: 'katrin' };
    expect((await away('katrin', body)).status).toBe(403);
    expect((await away('stina', body)).status).toBe(201);
    const fieldsOf = async (more: object) => {
      const answer = await away('una', { ...body, ...more });
      return [answer.status, Object.keys(((await answer.json()) as Problem).errors ?? {})];
    };
    expect(await fieldsOf({ from: '2026-12-04', to: '2026-12-05' })).toEqual([400, ['from']]);
    expect(await fieldsOf({ from: '2026-12-08', to: '2026-12-07' })).toEqual([400, ['to']]);
    expect(await fieldsOf({ from: '2026-11-01', to: '2026-11-19' })).toEqual([400, ['to']]);
    expect(await fieldsOf({ from: '2026-12-08', to: '2026-12-09', deputy: 'una' })).toEqual([
      400,
      ['deputy'],
    ]);
    expect(await fieldsOf({ from: '2026-12-08', to: '2026-12-09', deputy: 'farinn' })).toEqual([
      400,
      ['deputy'],
    ]);
    const { items, you, mayChangeOthers } = await ask<AbsenceList>('una', '/api/staff/v1/absences');
    expect([items.length, you, mayChangeOthers]).toEqual([1, 'una', false]);
    const [entered] = items;
    expect(entered).toMatchObject({ employee: { key: 'una' }, deputy: { key: 'katrin' }, mayChange: true });
    const path = `/api/staff/v1/absences/${entered?.id}`;
    expect((await desk.send('katrin', path, {}, 'DELETE')).status).toBe(404);
    const removed = await desk.send('una', path, {}, 'DELETE');
    expect(await removed.json()).toMatchObject({ items: [] });
  });

  test('DESK-5: a broken promise stays in the supervisors’ overdue list and count, even if the case then waits; waiting for the customer before that moves the promise', async () => {
    expect((await queue('stina', 'whose=overdue')).overdue).toBe(0);
    desk.clock.set('2026-11-24T12:00:01Z');
    expect(await queue('stina', 'whose=overdue')).toMatchObject({
      overdue: 1,
      items: [{ id, overdue: true }],
    });
    // Nobody else counts them or may ask.
    expect((await queue('katrin')).overdue).toBeUndefined();
    await ask('katrin', '/api/staff/v1/queue?whose=overdue', 403);
    await done('katrin', { act: 'wait', version: 0, for: 'colleague', until: '2026-12-01' });
    expect(await queue('stina', 'whose=overdue')).toMatchObject({
      overdue: 1,
      items: [{ id, waits: { for: 'colleague' } }],
    });
    // Asking too late keeps no promise, nor does an answer to that.
    await done('katrin', { act: 'wait', version: 1, for: 'customer', until: '2026-12-01' });
    expect(await queue('stina', 'whose=overdue')).toMatchObject({
      overdue: 1,
      items: [{ id, dueAt: '2026-11-24T12:00:00.000Z', waits: { for: 'customer' } }],
    });
    await writeAgain();
    expect(await queue('stina', 'whose=overdue')).toMatchObject({
      overdue: 1,
      items: [{ id, dueAt: '2026-11-24T12:00:00.000Z', waits: null }],
    });
    await done('katrin', { act: 'close', version: await version() });
    expect((await queue('stina', 'whose=overdue')).overdue).toBe(0);
  });
});
