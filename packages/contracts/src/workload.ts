import { z } from 'zod';
import { defineCalls } from './call.ts';
import { caseKind, caseLine } from './cases.ts';
import { day, instant } from './values.ts';

const supervisor = { kind: 'employee', roles: ['supervisor'] } as const;

/** How much of a kind of work there is, and whether what was promised about it was kept. */
export const kindOfWork = z.object({
  kind: caseKind,
  open: z.int().describe('what can be worked on today, as in the queue: what waits is not counted'),
  unassigned: z.int().describe('of the open ones, what is in the common list'),
  overdue: z.int().describe('past the promised time, also what waits'),
  oldestAt: instant.nullable().describe('when the oldest open one came; null if none is open'),
  kept: z.int().describe('answered or closed by the promised time, of those promised since `since`'),
  broken: z.int().describe('answered or closed later, or not at all, of those promised since `since`'),
});
export type KindOfWork = z.infer<typeof kindOfWork>;

/** Open cases that an employee has. */
export const employeeWork = z.object({ key: z.string(), name: z.string(), open: z.int(), overdue: z.int() });
export type EmployeeWork = z.infer<typeof employeeWork>;

/** What the supervisor sees of all work (rule DESK-13). */
export const workloadCalls = defineCalls({
  workload: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/workload',
    who: supervisor,
    rate: 'read',
    summary:
      'Counts the cases that the caller may open: by kind, with promises kept and broken in 30 days, and by the employee who has them.',
    response: z.object({
      since: day.describe('first day of the promises that are counted'),
      kinds: z.array(kindOfWork).describe('kinds with anything to count'),
      people: z.array(employeeWork).describe('employees with open cases, the most first'),
    }),
  },
  workloadSample: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/workload/sample',
    who: supervisor,
    rate: 'read',
    summary:
      'Draws up to ten of the cases that were closed in 30 days and that the caller may open, for a review of quality. The same `draw` gives the same cases for as long as no other is closed.',
    query: z.object({
      draw: z.string().trim().min(1).max(60).describe('any text; chance is taken from it'),
      kind: caseKind.optional(),
    }),
    response: z.object({ items: z.array(caseLine) }),
  },
});
