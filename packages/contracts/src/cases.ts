import { formKindNames } from '@hofn/domain/form-kinds.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { claimLine, claimStatus } from './claims.ts';
import { upload } from './uploads.ts';
import { datedList, day, id, instant, isk, ssn } from './values.ts';

/** What a case of the work queue is about; chats have a desk of their own. */
export const caseKind = z.enum(['inquiry', 'form', 'claim', 'memo', 'change', 'privacy']);
export type CaseKind = z.infer<typeof caseKind>;

/** `open` until it is answered or closed; whoever writes anew opens it again. */
export const caseState = z.enum(['open', 'answered', 'closed']);
export type CaseState = z.infer<typeof caseState>;

/** Longest answer that is sent, and longest note of why a case was closed. */
export const caseLimits = { answer: 8000, note: 500 } as const;

const language = z.enum(['is', 'en']);

/** A case as a line of the queue. */
export const caseLine = z.object({
  id,
  kind: caseKind,
  form: z.enum(formKindNames).nullable().describe('which form, for `inquiry` and `form`'),
  reference: z.string().nullable().describe('the number that the sender was told'),
  about: z.string().nullable().describe('its first words: a subject, a title, or how the text begins'),
  sender: z.string().nullable().describe('as they call themselves, unless `known`'),
  known: z
    .boolean()
    .describe('whether a customer sent it: signed in, or found to be the sender by a handler'),
  language,
  openedAt: instant,
  dueAt: instant,
  overdue: z.boolean(),
  state: caseState,
  assignee: z.string().nullable().describe('name of the staff member who has it'),
  mine: z.boolean(),
  version: z.int().describe('sent back with every act, which is refused when it is another by then'),
});
export type CaseLine = z.infer<typeof caseLine>;

/** Something that was written back and forth. */
export const caseMessage = z.object({
  id,
  fromUs: z.boolean(),
  author: z.string(),
  text: z.string(),
  at: instant,
  delivery: z
    .enum(['portal', 'waiting', 'sent', 'failed'])
    .describe('an e-mail on its way, with the mail server or given up; `portal` where there is none'),
});
export type CaseMessage = z.infer<typeof caseMessage>;

/** What was done about a case, and by whom. */
export const caseEvent = z.object({
  sequence: z.int(),
  kind: z.enum(['came', 'looked', 'assigned', 'released', 'answered', 'closed', 'reopened']),
  at: instant,
  by: z.string().nullable().describe('name of a staff member; null for what came by itself'),
  note: z.string().nullable(),
});
export type CaseEvent = z.infer<typeof caseEvent>;

/** What was sent, by its kind. Words of the sender are in their own language. */
export const caseMatter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('form'),
    fields: z.record(z.string(), z.unknown()).describe('answers by the names of the form’s questions'),
  }),
  z.object({
    kind: z.literal('claim'),
    claimId: id.nullable().describe('null while it is no customer’s'),
    line: claimLine.nullable(),
    status: claimStatus.nullable(),
    unverified: z.boolean(),
    dateOfLoss: day,
    place: z.string().nullable().describe('where it happened, as it was reported'),
    reporter: z
      .object({
        name: z.string(),
        ssn: ssn.nullable().describe('as it was given by one who was not signed in'),
      })
      .nullable()
      .describe('who filed it: the customer, one who acted for them, or one who was not signed in'),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  z.object({ kind: z.literal('memo'), documentId: id, text: z.string() }),
  z.object({
    kind: z.literal('change'),
    policy: z.object({ id, name: z.string(), number: z.string() }).nullable(),
    effectiveOn: day,
    premium: isk,
    state: z.enum(['pending', 'confirmed', 'refused']),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('privacy'), requestId: id }),
]);
export type CaseMatter = z.infer<typeof caseMatter>;

/** A case with everything that was sent, and what was done about it. */
export const staffCase = caseLine.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ssn: ssn.nullable().describe('as it was given, unless `known`'),
  matter: caseMatter,
  files: z.array(upload),
  messages: z.array(caseMessage),
  events: z.array(caseEvent),
  answerBy: z
    .enum(['email', 'portal', 'both', 'none'])
    .describe('how the sender gets an answer; `none` for one who gave no address'),
});
export type StaffCase = z.infer<typeof staffCase>;

const version = z.int().min(0);

/** What may be done about a case. `answer` and `close` take a case that nobody has. */
export const caseAct = z.discriminatedUnion('act', [
  z.object({ act: z.literal('assign'), version }).describe('takes it, from another too'),
  z.object({ act: z.literal('release'), version }).describe('gives it back'),
  z.object({
    act: z.literal('answer'),
    version,
    text: z.string().trim().min(1).max(caseLimits.answer),
    close: z.boolean().default(false),
  }),
  z.object({
    act: z.literal('close'),
    version,
    note: z.string().trim().max(caseLimits.note).default('').describe('for colleagues'),
  }),
  z.object({ act: z.literal('reopen'), version }),
]);
export type CaseAct = z.infer<typeof caseAct>;

/** A matter of a customer’s as they read of it: answers of claims stand in the claim. */
export const customerMatter = z.object({
  id,
  kind: z.enum(['inquiry', 'form', 'memo', 'change', 'privacy']),
  form: z.enum(formKindNames).nullable(),
  reference: z.string().nullable(),
  about: z.string().nullable(),
  openedAt: instant,
  state: caseState,
  answers: z.array(z.object({ author: z.string(), text: z.string(), at: instant })),
});
export type CustomerMatter = z.infer<typeof customerMatter>;

const employee = { kind: 'employee' } as const;

/** The work queue of staff (rule STAFF-6). */
export const caseCalls = defineCalls({
  queue: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/queue',
    who: employee,
    rate: 'read',
    summary: 'Incoming items awaiting a reply, paginated. Words are sought in names, numbers and subjects.',
    query: z.object({
      whose: z.enum(['mine', 'unassigned', 'all']).default('all'),
      kind: caseKind.optional(),
      state: z.enum(['open', 'answered', 'closed', 'all']).default('open'),
      sort: z.enum(['due', 'oldest', 'newest']).default('due'),
      search: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({
      items: z.array(caseLine),
      total: z.int().describe('cases on all pages'),
      mine: z.int().describe('open cases that one has, whatever is asked for'),
      unassigned: z.int().describe('open cases that nobody has'),
      chatsWaiting: z.int().describe('visitors of the chat whom nobody has answered'),
      nextCursor: z.string().nullable(),
    }),
  },
  staffCase: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}',
    who: employee,
    rate: 'read',
    summary: 'A case with everything that was sent. Its customer reads that it was looked at.',
    params: z.object({ id }),
    response: staffCase,
    audit: 'staff.case',
  },
  actOnCase: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}',
    who: employee,
    rate: 'write',
    summary:
      'Takes, gives back, answers, closes or opens a case; 409 with the name of whoever has taken it in between.',
    params: z.object({ id }),
    body: caseAct,
    response: staffCase,
    audit: 'staff.case',
  },
  caseFile: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}/files/{file}',
    who: employee,
    rate: 'read',
    summary: 'A file that came with a case, once it has been checked; in parts when asked.',
    params: z.object({ id, file: id }),
    download: 'application/octet-stream',
    response: z.string().describe('the content'),
    audit: 'staff.case',
  },
  matters: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/matters',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'What the subject has sent us signed in, with our answers; all of it as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...datedList,
      state: caseState.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({
      items: z.array(customerMatter),
      total: z.int().describe('on all pages'),
      nextCursor: z.string().nullable(),
    }),
  },
});
