import { caseEvents, cases, type Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDatabase } from '../testing.ts';
import { addWorkingDaysTo, assignCustomer, closeWorkItem, openWorkItem } from './open-work-item.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
});
afterAll(() => database.close());

const friday = new Date('2026-11-20T15:30:00Z');
const monday = new Date('2026-11-23T09:00:00Z');
const matter = (matterId: string) =>
  ({ kind: 'inquiry', matterId, language: 'en', openedAt: friday }) as const;

const read = async (id: string) => {
  const [row] = await database.db.select().from(cases).where(eq(cases.id, id));
  const events = await database.db
    .select({ kind: caseEvents.kind })
    .from(caseEvents)
    .where(eq(caseEvents.caseId, id))
    .orderBy(asc(caseEvents.sequence));
  return { row, events: events.map(({ kind }) => kind) };
};

test('STAFF-6: an answer is promised in working days, without weekends and public holidays', () => {
  expect(addWorkingDaysTo(friday, 1).toISOString()).toBe('2026-11-23T15:30:00.000Z');
  expect(addWorkingDaysTo(friday, 6).toISOString()).toBe('2026-11-30T15:30:00.000Z');
  expect(addWorkingDaysTo(new Date('2026-11-21T08:00:00Z'), 1).toISOString()).toBe(
    '2026-11-23T08:00:00.000Z',
  );
  // From the day before Christmas Eve, over a weekend.
  expect(addWorkingDaysTo(new Date('2026-12-23T10:00:00Z'), 1).toISOString()).toBe(
    '2026-12-28T10:00:00.000Z',
  );
});

test('STAFF-6: an item has one case, however often it is reported, and a closed one is reopened', async () => {
  const { db } = database;
  const id = await db.transaction((tx) => openWorkItem(tx, matter('one')));
  expect(await db.transaction((tx) => openWorkItem(tx, { ...matter('one'), openedAt: monday }))).toBe(id);
  const before = await read(id);
  expect(before.row).toMatchObject({ state: 'open', customerId: null, language: 'en', version: 0 });
  expect(new Date(before.row?.dueAt ?? '').toISOString()).toBe('2026-11-23T15:30:00.000Z');

  await db.transaction((tx) => closeWorkItem(tx, 'inquiry', 'one', monday));
  await db.transaction((tx) => closeWorkItem(tx, 'inquiry', 'one', monday));
  const closed = await read(id);
  expect(closed.row?.state).toBe('closed');
  expect(closed.events).toEqual(['came', 'closed']);

  expect(await db.transaction((tx) => openWorkItem(tx, { ...matter('one'), openedAt: monday }))).toBe(id);
  const { row, events } = await read(id);
  expect(row).toMatchObject({ state: 'open', closedAt: null, version: 2 });
  expect(new Date(row?.dueAt ?? '').toISOString()).toBe('2026-11-24T09:00:00.000Z');
  expect(events).toEqual(['came', 'closed', 'came']);
});

test('STAFF-6: a case records a different due date and a customer who becomes known', async () => {
  const { db } = database;
  const dueAt = new Date('2026-12-20T12:00:00Z');
  const id = await openWorkItem(db, { ...matter('p'), kind: 'privacy', customerId: 'anna', dueAt });
  expect(new Date((await read(id)).row?.dueAt ?? '')).toEqual(dueAt);
  const notice = await openWorkItem(db, { ...matter('n'), kind: 'claim' });
  await assignCustomer(db, 'claim', 'n', 'birgir');
  expect((await read(notice)).row?.customerId).toBe('birgir');
});

test('STAFF-6: rolling back an item also rolls back its case', async () => {
  const { db } = database;
  const failed = db.transaction(async (tx) => {
    await openWorkItem(tx, matter('gone'));
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  expect(await db.$count(cases, eq(cases.matterId, 'gone'))).toBe(0);
});
