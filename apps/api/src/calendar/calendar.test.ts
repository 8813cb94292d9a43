import { type Calendar, type CalendarDoor, calendar, calendarDoor } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fixedClock, startApi } from '../testing.ts';

const clock = fixedClock();
let database: Database;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await testDatabase();
  api = await startApi(database, await createIssuer(), { clock });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const base = '/api/public/v1/calendar/2026';
const days = Array.from({ length: 24 }, (_, at) => at + 1);
const statusOf = async (path: string): Promise<number> => (await api.ask(`${base}${path}`)).status;
const dayAt = (day: number): string => `2026-12-${String(day).padStart(2, '0')}`;

test('SITE-10: each of the 24 doors opens exactly when its day in December begins', async () => {
  for (const day of days) {
    clock.set(new Date(Date.parse(`${dayAt(day)}T00:00:00Z`) - 1).toISOString());
    expect(await statusOf(`/${day}`), `before ${dayAt(day)}`).toBe(404);
    clock.set(`${dayAt(day)}T00:00:00Z`);
    const answer = await api.ask(`${base}/${day}`);
    expect(answer.status, dayAt(day)).toBe(200);
    expect(calendarDoor.parse(await answer.json()).day).toBe(day);
  }
});

test('SITE-10: the list tells which doors are open, but not what is behind any', async () => {
  clock.set('2026-12-03T09:00:00Z');
  const list = (await (await api.ask(base)).json()) as Calendar;
  expect(calendar.parse(list)).toEqual(list);
  expect(list.today).toBe('2026-12-03');
  expect(list.doors.map(({ day, date }) => [day, date])).toEqual(days.map((day) => [day, dayAt(day)]));
  expect(list.doors.filter(({ open }) => open).map(({ day }) => day)).toEqual([1, 2, 3]);
  expect(list.doors.map((door) => Object.keys(door))).toEqual(days.map(() => ['day', 'date', 'open']));
});

test('SITE-10: a closed door is not cached, an open one may be', async () => {
  clock.set('2026-12-01T00:00:00Z');
  expect((await api.ask(`${base}/2`)).headers.get('cache-control')).toContain('no-store');
  const open = await api.ask(`${base}/1`);
  expect(open.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(open.headers.get('vary')).toContain('accept-language');
});

test('LANG-6: a door’s content is in the requested language, a quiz with its options and answer', async () => {
  clock.set('2026-12-24T00:00:00Z');
  const both = async (day: number) =>
    (await Promise.all(
      (['is', 'en'] as const).map(async (language) => (await api.ask(`${base}/${day}`, { language })).json()),
    )) as [CalendarDoor, CalendarDoor];
  const [question, quiz] = await both(3);
  expect(question).toMatchObject({ kind: 'quiz', title: 'Spurning dagsins', answer: 'b' });
  expect(quiz).toMatchObject({ kind: 'quiz', title: 'Today’s question', answer: 'b' });
  for (const day of days) {
    const [is, en] = await both(day);
    expect(en.kind).toBe(is.kind);
    expect(en, `${day}`).not.toEqual(is);
  }
});

test('a year without a calendar and a day without a door are not found', async () => {
  for (const path of ['/25', '/0', '/x']) expect([400, 404], path).toContain(await statusOf(path));
  expect((await api.ask('/api/public/v1/calendar/2025')).status).toBe(404);
});
