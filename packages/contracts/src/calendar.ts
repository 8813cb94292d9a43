import { z } from 'zod';
import { defineCalls } from './call.ts';

const anyone = { kind: 'public' } as const;

const year = z.coerce.number().int().min(2000).max(2200);
const day = z.coerce.number().int().min(1).max(24);

/** The doors of an advent calendar and which are open, by the server's clock (rule SITE-10). */
export const calendar = z.object({
  year: z.int(),
  today: z.iso.date().describe('current date in Iceland'),
  doors: z.array(z.object({ day: z.int(), date: z.iso.date().describe('when it opens'), open: z.boolean() })),
});
export type Calendar = z.infer<typeof calendar>;

const shared = { day: z.int(), title: z.string() };

/** The content behind an open door, in the requested language. */
export const calendarDoor = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('tip'), text: z.string() }),
  z.object({ ...shared, kind: z.literal('story'), text: z.string(), safetyNote: z.string().optional() }),
  z.object({
    ...shared,
    kind: z.literal('recipe'),
    text: z.string(),
    ingredients: z.array(z.string()),
    steps: z.array(z.string()),
  }),
  z.object({
    ...shared,
    kind: z.literal('quiz'),
    question: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    answer: z.string().describe('value of the correct option'),
    explanation: z.string(),
  }),
]);
export type CalendarDoor = z.infer<typeof calendarDoor>;

export const calendarCalls = defineCalls({
  calendar: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/calendar/{year}',
    who: anyone,
    rate: 'read',
    summary: 'Returns the doors of a year’s advent calendar, and which of them are open.',
    params: z.object({ year }),
    response: calendar,
  },
  calendarDoor: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/calendar/{year}/{day}',
    who: anyone,
    rate: 'read',
    summary: 'Returns the content behind a door from its day in December; 404 before that.',
    params: z.object({ year, day }),
    response: calendarDoor,
  },
});
