// What an open desk learns by itself: changed cases, counts, and who has a case open, on two replicas of the API.
import type { CaseLine, Problem } from '@hofn/contracts';
import {
  caseChanges,
  casePresence,
  cases,
  claims,
  complaints,
  type Database,
  employeeRoles,
  employees,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { newsCursor } from './changes.ts';
import { forgetPresence } from './presence-store.ts';
import { came, type Desk, type Name, startDesk } from './testing-desk.ts';

type News = {
  since: string | null;
  changed: Array<CaseLine & { isListed: boolean }>;
  isTooMuch: boolean;
  counts: { mine: number; unassigned: number; mentioned?: number; overdue?: number } | null;
  open: {
    changes: number;
    last: { kind: string; by: string | null } | null;
    others: { name: string; isWriting: boolean }[];
  } | null;
};

describeEachEngine('news of the desk', (open) => {
  let database: Database;
  let desk: Desk;
  let another: Desk['api'];
  let id: string;
  let writeAgain: () => Promise<string>;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
    another = await desk.startAnother();
  });
  afterAll(async () => {
    await another.stop();
    await desk.stop();
  });
  beforeEach(async () => {
    ({ id, writeAgain } = await desk.begin());
  });

  const ask = (as: Name, body: object, server = desk.api) =>
    server.ask('/api/staff/v1/desk/news', {
      ...{ method: 'POST', token: desk.tokenOf(as), body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
  const news = async (as: Name, body: object, server = desk.api): Promise<News> => {
    const answer = await ask(as, body, server);
    const read = (await answer.json()) as News;
    expect([answer.status, read]).toEqual([200, expect.anything()]);
    return read;
  };
  const cursorOf = async (as: Name): Promise<string> =>
    ((await (await desk.get(as, '/api/staff/v1/queue')).json()) as { news: string }).news;
  const act = async (as: Name, body: object) =>
    expect((await desk.send(as, `/api/staff/v1/cases/${id}`, body)).status).toBe(200);
  const filter = { whose: 'unassigned' };

  test('DESK-3: a case that a colleague has taken on another replica is reported once, with its owner and whether it is still listed', async () => {
    const since = await cursorOf('una');
    expect(await news('una', { since, filter }, another)).toMatchObject({ changed: [], counts: null });
    await act('katrin', { act: 'assign', version: 0 });
    const told = await news('una', { since, filter, counts: 'whenChanged' }, another);
    expect(told).toMatchObject({
      changed: [
        { id, assignee: 'Katrín Ósk Prófdóttir', mine: false, version: 1, isListed: false, isAdded: false },
      ],
      counts: { mine: 0, unassigned: 0 },
      isTooMuch: false,
    });
    // From there on nothing is new, on either replica.
    for (const server of [desk.api, another])
      expect((await news('una', { since: told.since, filter }, server)).changed).toEqual([]);
    // The same cursor reports the same, after a cut in which an answer was lost.
    expect((await news('una', { since, filter })).changed).toHaveLength(1);
    expect((await news('katrin', { since, filter: { whose: 'mine' } })).changed).toMatchObject([
      { id, mine: true, isListed: true },
    ]);
  });

  test('DESK-3: new cases and messages are reported; counts only with a change, or when asked for', async () => {
    const since = await cursorOf('una');
    await desk.send('anna', '/api/document/v1/memo', { subject: 'Annað', text: 'Enn ein spurning.' });
    const first = await news('una', { since, filter, counts: 'whenChanged' });
    expect(first).toMatchObject({
      changed: [{ about: 'Annað', isListed: true, isAdded: true }],
      counts: { unassigned: 2 },
    });
    expect(await news('una', { since: first.since, counts: 'whenChanged' })).toMatchObject({
      ...{ changed: [], counts: null },
    });
    expect((await news('una', { counts: 'always' })).counts).toMatchObject({ unassigned: 2 });
    // A message about an open case changes no column of its row.
    const before = (await news('una', { open: { id, isWriting: false } })).open?.changes ?? 0;
    await writeAgain();
    const second = await news('una', { since: first.since, filter, open: { id, isWriting: false } });
    expect(second.changed.map((line) => line.id)).toEqual([id]);
    expect(second.open?.changes).toBe(before + 1);
  });

  test('DESK-3: a change in a transaction that commits later than others is not skipped', async () => {
    const since = await cursorOf('una');
    const { db } = database;
    if (database.engine === 'embedded') {
      // One connection: transactions commit in the order in which they begin.
      await db.update(cases).set({ assigneeName: 'Fyrri' }).where(eq(cases.id, id));
      expect((await news('una', { since })).changed).toHaveLength(1);
      return;
    }
    let told: News | undefined;
    await db.transaction(async (tx) => {
      await tx.update(cases).set({ version: 7 }).where(eq(cases.id, id));
      await desk.send('anna', '/api/document/v1/memo', { subject: 'Annað', text: 'Á undan.' });
      told = await news('una', { since });
      expect(told.changed.map(({ about }) => about)).toEqual(['Annað']);
    });
    expect((await news('una', { since: told?.since })).changed.map((line) => line.id)).toEqual([id]);
  });

  test('DESK-3, ROLE-2, ROLE-4: who may not open a case learns nothing of it: no row, no changed count, not who has it open', async () => {
    const { db } = database;
    await fillClaims(database);
    const hurt = { ...filledForm, details: { ...filledForm.details, injured: 'yes' } };
    await db.update(claims).set({ line: 'accident', form: hurt }).where(eq(claims.id, 'c1'));
    const add = (caseId: string, more: Partial<typeof cases.$inferInsert>) =>
      db.insert(cases).values({
        ...{ id: caseId, kind: 'claim', matterId: 'c1', customerId: 'anna', language: 'is' },
        ...{ openedAt: came, dueAt: came, ...more },
      });
    const hidden = ['bjarni', 'katrin', 'una', 'stina'] as const;
    const cursors = await Promise.all(hidden.map(cursorOf));
    await add('slys', {});
    await add('gogn', { kind: 'privacy', matterId: 'x' });
    await db.delete(complaints);
    await db.insert(complaints).values({
      ...{ customerId: 'anna', id: 'kv1', reference: 'K-2026-100000', actorId: 'anna' },
      ...{ about: 'claim', aboutId: 'c1', text: 'Of lágt metið.', wishes: '', language: 'is' },
      ...{ receivedAt: came, dueOn: '2026-12-11' },
    });
    await add('kvortun', { matterId: 'complaint kv1', laterKind: 'complaint' });
    const check = async () => {
      for (const [index, as] of hidden.entries()) {
        const told = await news(as, {
          ...{ since: cursors[index], filter: { whose: 'all' }, counts: 'whenChanged' },
          open: { id: 'slys', isWriting: true },
        });
        expect([as, told]).toEqual([
          as,
          { since: expect.any(String), changed: [], isTooMuch: false, counts: null, open: null },
        ]);
      }
    };
    await check();
    await db.update(cases).set({ assigneeId: 'employee|x', assigneeName: 'X' }).where(eq(cases.id, 'slys'));
    await check();
    expect(await db.$count(casePresence)).toBe(0);
    // With the role it is all there.
    await db.insert(employeeRoles).values({
      ...{ employeeId: 'employee|bjarni', role: 'injuries', lines: null, validFrom: '2026-01-01' },
      ...{ validTo: null, givenBy: null, givenAt: new Date(came) },
    });
    expect(
      await news('bjarni', { since: cursors[0], filter: {}, open: { id: 'slys', isWriting: false } }),
    ).toMatchObject({ changed: [{ id: 'kvortun' }, { id: 'slys', isListed: true }], open: { others: [] } });
    await db.delete(employeeRoles).where(eq(employeeRoles.role, 'injuries'));
    // A spouse’s matters.
    await db.update(employees).set({ ssn: '0303831459' }).where(eq(employees.id, 'employee|una'));
    const since = await cursorOf('una');
    await act('katrin', { act: 'assign', version: 0 });
    expect(
      await news('una', { since, filter: {}, counts: 'whenChanged', open: { id, isWriting: false } }),
    ).toMatchObject({ changed: [], counts: null, open: null });
    await db.update(employees).set({ ssn: null }).where(eq(employees.id, 'employee|una'));
  });

  test('DESK-3: news end with the role and with the sign-in', async () => {
    const { db } = database;
    const roleOfUna = eq(employeeRoles.employeeId, 'employee|una');
    const roles = await db.select().from(employeeRoles).where(roleOfUna);
    const since = await cursorOf('una');
    await db.update(employeeRoles).set({ role: 'auditor' }).where(roleOfUna);
    expect((await ask('una', { since })).status).toBe(403);
    await db.delete(employeeRoles).where(roleOfUna);
    await db.insert(employeeRoles).values(roles);
    const una = eq(employees.id, 'employee|una');
    await db
      .update(employees)
      .set({ sessionsEndedAt: new Date('2030-01-01') })
      .where(una);
    expect((await ask('una', { since })).status).toBe(401);
    await db.update(employees).set({ sessionsEndedAt: null }).where(una);
    expect((await ask('una', { since })).status).toBe(200);
  });

  test('DESK-3: who else has a case open and who writes is the same on two replicas, and gone after some seconds', async () => {
    const opened = (as: Name, isWriting: boolean, server = desk.api) =>
      news(as, { open: { id, isWriting } }, server).then((told) => told.open?.others);
    expect(await opened('katrin', false)).toEqual([]);
    expect(await opened('una', true, another)).toEqual([{ name: 'Katrín Ósk Prófdóttir', isWriting: false }]);
    const una = 'Una Prófdóttir';
    expect(await opened('katrin', false)).toEqual([{ name: una, isWriting: true }]);
    // Not a word of what is written, and nothing for Bjarni, who does not open messages.
    expect(await opened('bjarni', true)).toBeUndefined();
    const later = (seconds: number) =>
      desk.clock.set(new Date(Date.parse(came) + seconds * 1000).toISOString());
    later(10);
    expect(await opened('una', false, another)).toHaveLength(1);
    later(15);
    expect(await opened('katrin', false)).toEqual([{ name: una, isWriting: false }]);
    later(31);
    expect(await opened('katrin', false)).toEqual([]);
    later(2 * 86_400);
    await forgetPresence({ db: database.db, clock: desk.clock });
    expect(await database.db.$count(casePresence)).toBe(0);
  });

  test('DESK-3: an open case says how often it has changed, and by whom it was last; a look and a note of one’s own are told apart', async () => {
    const shown = async () =>
      (await (await desk.get('una', `/api/staff/v1/cases/${id}`)).json()) as { changes: number };
    const state = async () => (await news('una', { open: { id, isWriting: false } })).open;
    const { changes } = await shown();
    expect(await state()).toMatchObject({ changes, last: { kind: 'came', by: null } });
    // A colleague who opens it changes nothing.
    await desk.get('katrin', `/api/staff/v1/cases/${id}`);
    expect(await state()).toMatchObject({ changes });
    await act('katrin', { act: 'note', text: 'Hún hringdi.' });
    expect(await state()).toMatchObject({
      ...{ changes: changes + 1, last: { kind: 'noted', by: 'Katrín Ósk Prófdóttir' } },
    });
    await act('katrin', { act: 'assign', version: 0 });
    expect(await state()).toMatchObject({ changes: changes + 2, last: { kind: 'assigned' } });
    expect((await shown()).changes).toBe(changes + 2);
  });

  test('DESK-3: more changes than one answer lists are reported as such, as is a cursor of another server', async () => {
    const since = await cursorOf('una');
    await database.db.execute(sql`
      insert into cases (id, kind, matter_id, language, opened_at, due_at)
        select 'margt' || n, 'inquiry', 'margt' || n, 'is', ${came}, ${came} from generate_series(1, 101) n`);
    expect(await news('una', { since })).toMatchObject({ changed: [], isTooMuch: true });
    // A change that a restored backup has from a server that was further ahead is not reported for ever.
    await database.db
      .update(caseChanges)
      .set({ changedIn: '9000000000000000000' })
      .where(eq(caseChanges.caseId, id));
    const now = await cursorOf('una');
    expect(await news('una', { since: now })).toMatchObject({ changed: [], isTooMuch: false });
    const ahead = newsCursor.write('9000000000000000000:9000000000000000001:');
    expect(await news('una', { since: ahead })).toMatchObject({ changed: [], isTooMuch: true });
  });

  test('DESK-3: a damaged cursor, a wrong kind and what only supervisors list are refused', async () => {
    const since = await cursorOf('una');
    const other = Buffer.from(JSON.stringify('5:4:')).toString('base64url');
    for (const [body, field] of [
      [{ since: `${since}x` }, 'since'],
      [{ since: `${since.split('.')[0]}.${other}` }, 'since'],
      [{ filter: { kind: 'nothing' } }, 'filter.kind'],
      [{ open: { id } }, 'open.isWriting'],
    ] as const) {
      const answer = await ask('una', body);
      const { errors } = (await answer.json()) as Problem;
      expect([body, answer.status, Object.keys(errors ?? {})]).toEqual([body, 400, [field]]);
    }
    expect((await ask('una', { since, filter: { whose: 'overdue' } })).status).toBe(403);
  });

  test('DESK-3: asking without news leaves no line in the log', async () => {
    const since = await cursorOf('una');
    const answered = () =>
      desk.api.lines.filter(({ msg, path }) => msg === 'answered' && path === '/api/staff/v1/desk/news')
        .length;
    const before = answered();
    await news('una', { since, open: { id, isWriting: false } });
    expect(answered()).toBe(before);
  });
});
