import { z } from 'zod';
import { defineCalls } from './call.ts';
import { deskColleague } from './staff-callers.ts';
import { day, id } from './values.ts';

/** An employee by the part of their id after the prefix. */
const person = z.object({ key: z.string(), name: z.string() });

/** When an employee is away, and who stands in for them. Days are included. */
export const absence = z.object({
  id,
  employee: person,
  from: day,
  to: day,
  deputy: person.nullable().describe('null when nobody stands in: the cases are then everybody’s'),
  deputyAway: z.boolean().describe('whether the deputy is away or gone today, so that nobody stands in'),
  mayChange: z.boolean().describe('one’s own, or anybody’s for supervisors and administrators'),
});
export type Absence = z.infer<typeof absence>;

const absenceList = z.object({
  items: z.array(absence).describe('current and coming ones, the first to begin first'),
  people: z.array(person).describe('employees of the desk'),
  you: z.string().describe('the caller’s key'),
  mayChangeOthers: z.boolean(),
});
export type AbsenceList = z.infer<typeof absenceList>;

/** Absence of employees, with a deputy (rule DESK-5). */
export const absenceCalls = defineCalls({
  absences: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/absences',
    who: deskColleague,
    rate: 'read',
    summary: 'Lists who is away and who stands in for them.',
    response: absenceList,
  },
  addAbsence: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/absences',
    who: deskColleague,
    rate: 'write',
    summary: 'Enters an absence: one’s own, or anybody’s for supervisors and administrators.',
    body: z
      .object({
        employee: z.string().max(60).describe('key of who is away'),
        from: day,
        to: day,
        deputy: z.string().max(60).nullable(),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first.' })
      .refine(({ employee, deputy }) => employee !== deputy, {
        path: ['deputy'],
        message: 'Nobody stands in for themselves.',
      }),
    status: 201,
    response: absenceList,
    audit: 'staff.absence',
    events: { none: 'our own employees' },
  },
  removeAbsence: {
    service: 'api',
    method: 'DELETE',
    path: '/api/staff/v1/absences/{id}',
    who: deskColleague,
    rate: 'write',
    summary: 'Deletes an absence, as when somebody returns early.',
    params: z.object({ id }),
    response: absenceList,
    audit: 'staff.absence',
    events: { none: 'our own employees' },
  },
});
