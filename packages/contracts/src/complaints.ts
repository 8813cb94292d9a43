import {
  complaintCauses,
  complaintLimits,
  complaintOutcomes,
  complaintSubjects,
} from '@hofn/domain/complaints.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant } from './values.ts';

export const complaintSubject = z.enum(complaintSubjects);
export const complaintOutcome = z.enum(complaintOutcomes);
export const complaintCause = z.enum(complaintCauses);

const customer = { kind: 'customer', role: 'Full' } as const;

/** Something that the customer can complain about. */
export const complaintAbout = z.object({
  subject: complaintSubject,
  id,
  title: z.string().describe('in the requested language'),
  open: z.string().nullable().describe('reference of the open complaint about it'),
});
export type ComplaintAbout = z.infer<typeof complaintAbout>;

/** A complaint as its customer writes it. */
const written = z.object({
  subject: complaintSubject,
  subjectId: id.nullable().default(null).describe('null for `other`, and only for it'),
  text: z.string().trim().min(1).max(complaintLimits.text).describe('what happened'),
  wishes: z.string().trim().max(complaintLimits.wishes).default('').describe('what the customer wants'),
});

/** The receipt of a complaint. */
export const complaintReceipt = z.object({
  reference: z.string(),
  dueOn: day.describe('the last day on which it is answered'),
});
export type ComplaintReceipt = z.infer<typeof complaintReceipt>;

/** What has become of a complaint, as its customer reads it. */
export const complaintStatus = z.object({
  about: z.string().nullable().describe('title of what it is about; null for `other`'),
  wishes: z.string(),
  dueOn: day,
  outcome: complaintOutcome.nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable().describe('name of the employee'),
  letter: z.string().nullable().describe('in the language of the complaint'),
  language: z.enum(['is', 'en']).describe('of the complaint, its wishes and the letter'),
});
export type ComplaintStatus = z.infer<typeof complaintStatus>;

/** What an employee decides about a complaint. */
export const complaintDecision = z.strictObject({
  outcome: complaintOutcome,
  cause: complaintCause,
  letter: z
    .string()
    .trim()
    .min(complaintLimits.shortest)
    .max(complaintLimits.letter)
    .describe('the reasons, in the language of the complaint; the further ways to complain are added'),
  note: z
    .string()
    .trim()
    .max(complaintLimits.note)
    .default('')
    .describe('what we change because of it; visible to staff only'),
});
export type ComplaintDecision = z.infer<typeof complaintDecision>;

/** A complaint in the register. It names nobody, and says nothing of what was written. */
export const registeredComplaint = z.object({
  reference: z.string(),
  subject: complaintSubject,
  receivedOn: day,
  dueOn: day,
  decidedOn: day.nullable(),
  days: z.int().nullable().describe('calendar days until it was decided'),
  late: z.boolean().describe('whether it was decided, or is still open, after the last day'),
  outcome: complaintOutcome.nullable(),
  cause: complaintCause.nullable(),
});
export type RegisteredComplaint = z.infer<typeof registeredComplaint>;

const counted = <Name extends string>(of: z.ZodType<Name>) =>
  z.array(z.object({ of, count: z.int() })).describe('those with any, the most first');

/** A year of the register, by the day of receipt. */
export const complaintYear = z.object({
  year: z.int(),
  years: z.array(z.int()).describe('years with complaints and the present one, newest first'),
  received: z.int(),
  decided: z.int(),
  upheld: z.int(),
  partlyUpheld: z.int(),
  rejected: z.int(),
  medianDays: z.number().nullable().describe('calendar days until a decision; null while there is none'),
  late: z.int().describe('decided, or still open, after the last day'),
  causes: counted(complaintCause),
  subjects: counted(complaintSubject),
  items: z.array(registeredComplaint).describe('newest first'),
  nextCursor: z.string().nullable(),
});
export type ComplaintYear = z.infer<typeof complaintYear>;

/** Complaints of customers and the register of them (rule RIGHT-2). Staff decide them as cases: `actOnCase`. */
export const complaintCalls = defineCalls({
  complaintOptions: {
    service: 'api',
    method: 'GET',
    path: '/api/complaint/v1/options',
    who: customer,
    rate: 'read',
    summary: 'Lists the subject’s claims, settled requests and policies, which a complaint can be about.',
    response: z.object({
      items: z.array(complaintAbout),
      answerBy: day.describe('the last day on which a complaint sent today is answered'),
    }),
  },
  sendComplaint: {
    service: 'api',
    method: 'POST',
    path: '/api/complaint/v1/complaints',
    who: customer,
    rate: 'write',
    summary:
      'Sends a complaint, which somebody answers who did not handle what it is about; 409 `complaintOpen` with the reference while another about the same is open.',
    body: written,
    status: 201,
    response: complaintReceipt,
    audit: 'complaint.send',
    events: ['complaint.received'],
  },
  complaintRegister: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/complaints',
    who: { kind: 'employee', roles: ['supervisor', 'auditor'] },
    rate: 'read',
    summary:
      'Returns the register of complaints received in a year with its figures; the list one page at a time, all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      year: z.coerce.number().int().min(2000).max(2999).optional().describe('by default the present one'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(400).optional(),
    }),
    response: complaintYear,
    audit: 'complaint.register',
  },
});
