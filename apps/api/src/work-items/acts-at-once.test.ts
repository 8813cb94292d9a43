// Acts on several cases of the queue: each is done or refused as its own call would.
import type { CaseColleague, Problem, ResultsAtOnce } from '@hofn/contracts';
import {
  auditEvents,
  caseAnswers,
  caseEvents,
  cases,
  customers,
  type Database,
  employees,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillOffers } from '../offers/testing.ts';
import { fillOpenRequest } from '../requests/testing.ts';
import { fillWorkItem } from './testing.ts';
import { type Desk, type Name, startDesk } from './testing-desk.ts';

const unaSsn = '1812901429';

describeWithDatabase('acts on several cases', (open) => {
  let database: Database;
  let desk: Desk;
  /** Messages of Anna and Birgir. */
  let annas: string;
  let birgirs: string;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
  });
  afterAll(() => desk.stop());
  beforeEach(async () => {
    annas = (await desk.begin()).id;
    await desk.send('birgir', '/api/document/v1/memo', { subject: 'Bíllinn', text: 'Er hann tryggður?' });
    const [other] = await database.db.select().from(cases).where(eq(cases.customerId, 'birgir'));
    birgirs = other?.id ?? '';
    await fillWorkItem(database);
    await database.db.update(customers).set({ spouseSsn: null }).where(eq(customers.id, 'anna'));
  });

  type Chosen = string | { id: string; version: number };
  const send = (as: Name, act: object, chosen: readonly Chosen[], headers: Record<string, string> = {}) =>
    desk.send(
      as,
      '/api/staff/v1/queue/acts',
      { act, cases: chosen.map((one) => (typeof one === 'string' ? { id: one, version: 0 } : one)) },
      'POST',
      headers,
    );
  const act = async (...request: Parameters<typeof send>): Promise<(string | null)[]> => {
    const answer = await send(...request);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { results: ResultsAtOnce }).results.map(({ reason }) => reason);
  };
  const rowOf = async (id: string) => (await database.db.select().from(cases).where(eq(cases.id, id)))[0];
  const kindsOf = async (id: string) =>
    (
      await database.db
        .select()
        .from(caseEvents)
        .where(eq(caseEvents.caseId, id))
        .orderBy(caseEvents.sequence)
    )
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'looked');

  test('DESK-1: some of the cases are done and the others say why not; one that the employee may not open is as if it did not exist', async () => {
    await desk.send('katrin', `/api/staff/v1/cases/${birgirs}`, { act: 'assign', version: 0 });
    const answer = await send('una', { act: 'assign' }, [annas, birgirs, 'k1', 'ekkert']);
    const { results } = (await answer.json()) as { results: ResultsAtOnce };
    expect(results.map(({ id }) => id)).toEqual([annas, birgirs, 'k1', 'ekkert']);
    const [done, taken, hidden, nothing] = results.map(({ reason }) => reason);
    expect(done).toBeNull();
    expect(taken).toContain('Katrín Ósk Prófdóttir');
    // Una opens no claims.
    expect(hidden).toBe(nothing);
    expect(hidden).not.toBeNull();
    expect(await rowOf(annas)).toMatchObject({ assigneeId: 'employee|una', version: 1 });
    expect(await rowOf(birgirs)).toMatchObject({ assigneeId: 'employee|katrin', version: 1 });
    expect(await rowOf('k1')).toMatchObject({ assigneeId: null, version: 0 });
    const audited = await database.db
      .select({ object: auditEvents.object })
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, 'employee|una'), eq(auditEvents.action, 'staff.case')));
    expect(audited).toEqual([{ object: `case ${annas}` }]);
    // A colleague's case is not taken over by a choice in the list, also in the version that was seen.
    const [seen] = await act('una', { act: 'assign' }, [{ id: birgirs, version: 1 }]);
    expect(seen).toContain('Katrín Ósk Prófdóttir');
    const english = await act('una', { act: 'assign' }, [{ id: annas, version: 1 }], {
      'accept-language': 'en',
    });
    expect(english).toEqual(['You already have this case.']);
    expect(
      await act('una', { act: 'release' }, [
        { id: annas, version: 1 },
        { id: birgirs, version: 1 },
      ]),
    ).toEqual([null, expect.stringContaining('Katrín')]);
    expect(await act('una', { act: 'release' }, [{ id: annas, version: 2 }])).toEqual([
      'Enginn er með málið.',
    ]);
  });

  test('DESK-1, ROLE-4: a case of the employee’s spouse is as if it did not exist, the refusal is recorded, and the others are done', async () => {
    await database.db.update(employees).set({ ssn: unaSsn }).where(eq(employees.id, 'employee|una'));
    await database.db.update(customers).set({ spouseSsn: unaSsn }).where(eq(customers.id, 'anna'));
    const [conflict, nothing, done] = await act('una', { act: 'answer', text: 'Skráð.' }, [
      annas,
      'ekkert',
      birgirs,
    ]);
    expect([conflict, done]).toEqual([nothing, null]);
    expect(await rowOf(annas)).toMatchObject({ state: 'open', version: 0 });
    const recorded = await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'staff.conflict'), eq(auditEvents.object, `case ${annas}`)));
    expect(recorded).toHaveLength(1);
    await database.db.update(employees).set({ ssn: null }).where(eq(employees.id, 'employee|una'));
  });

  test('DESK-1: one reply answers and closes each case, once however often the call is repeated', async () => {
    const reply = { act: 'answer', text: 'Við höfum skráð þetta.' };
    const key = { 'idempotency-key': 'svar-1' };
    for (const _ of [1, 2]) expect(await act('katrin', reply, [annas, birgirs], key)).toEqual([null, null]);
    for (const id of [annas, birgirs]) {
      expect(await rowOf(id)).toMatchObject({ state: 'closed', assigneeId: 'employee|katrin' });
      expect(await kindsOf(id)).toEqual(['came', 'answered', 'closed']);
      expect(await database.db.$count(caseAnswers, eq(caseAnswers.caseId, id))).toBe(1);
    }
    // Without the key it is another reply, to cases that have changed.
    expect(await act('katrin', reply, [annas])).toEqual([expect.any(String)]);
    // The key belongs to what was sent with it.
    expect(await act('katrin', { act: 'answer', text: 'Annað.' }, [annas], key)).toEqual([
      expect.any(String),
    ]);
    expect(await database.db.$count(caseAnswers)).toBe(2);
  });

  test('DESK-1: a reply closes no request that nobody has decided, and says so', async () => {
    await fillOffers(database);
    await fillOpenRequest(database, 'p2');
    const [undecided, done] = await act('katrin', { act: 'answer', text: 'Skráð.' }, ['k5', annas]);
    expect([undecided, done]).toEqual([errors.errorCode.caseUndecided, null]);
    expect(await rowOf('k5')).toMatchObject({ state: 'open', assigneeId: null });
    expect(await database.db.$count(caseAnswers, eq(caseAnswers.caseId, 'k5'))).toBe(0);
  });

  test('DESK-1: a case that two take at once goes to one of them, and the other reads who has it', async () => {
    const [first, second] = await Promise.all([
      act('katrin', { act: 'assign' }, [annas, birgirs]),
      act('una', { act: 'assign' }, [annas, birgirs]),
    ]);
    for (const [index, id] of [annas, birgirs].entries()) {
      const reasons = [first[index], second[index]];
      expect(reasons.filter((reason) => reason === null)).toHaveLength(1);
      expect(reasons.find((reason) => reason !== null)).toContain((await rowOf(id))?.assigneeName);
    }
  });

  test('DESK-1, DESK-5: cases are handed to a colleague who may open all of them', async () => {
    const colleagues = async (as: Name, ...ids: string[]) => {
      const answer = await desk.get(as, `/api/staff/v1/queue/colleagues?cases=${ids.join(',')}`);
      return ((await answer.json()) as { items: CaseColleague[] }).items.map(({ key }) => key);
    };
    expect(await colleagues('katrin', annas)).toContain('una');
    const ofBoth = await colleagues('katrin', annas, 'k1');
    expect(ofBoth).not.toContain('una');
    expect(ofBoth).not.toContain('bjarni');
    // What Una may not open says nothing about who may.
    expect(await colleagues('una', annas, 'k1')).toEqual(await colleagues('una', annas));
    expect(await colleagues('una', 'k1')).toEqual([]);
    const handOver = { act: 'handOver', to: 'una', reason: 'Hún þekkir málin.' };
    const [done, refused] = await act('katrin', handOver, [annas, 'k1']);
    expect(done).toBeNull();
    expect(refused).toBe('Enginn starfsmaður með þetta nafn kemur til greina');
    expect(await rowOf(annas)).toMatchObject({ assigneeId: 'employee|una' });
    expect(await rowOf('k1')).toMatchObject({ assigneeId: null });
  });

  test('DESK-1: fifty cases at once and no more, and a reply that is empty is refused by its field', async () => {
    const refused = async (body: object) => {
      const answer = await desk.send('katrin', '/api/staff/v1/queue/acts', body);
      expect(answer.status).toBe(400);
      return Object.keys(((await answer.json()) as Problem).errors ?? {});
    };
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `x${index}`, version: 0 }));
    expect(await refused({ act: { act: 'assign' }, cases: many(51) })).toEqual(['cases']);
    expect(await refused({ act: { act: 'assign' }, cases: [] })).toEqual(['cases']);
    expect(await refused({ act: { act: 'answer', text: '  ' }, cases: many(1) })).toEqual(['act.text']);
    expect(await act('katrin', { act: 'assign' }, [...many(49), { id: annas, version: 0 }])).toHaveLength(50);
    expect(await rowOf(annas)).toMatchObject({ assigneeId: 'employee|katrin' });
  });
});
