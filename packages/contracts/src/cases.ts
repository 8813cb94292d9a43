import { agreementKinds } from '@hofn/domain/claim-match.ts';
import { formKindNames } from '@hofn/domain/form-kinds.ts';
import { refusalGrounds } from '@hofn/domain/requests.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { claimLine, claimStatus, ownShare } from './claims.ts';
import {
  complaintCause,
  complaintDecision,
  complaintOutcome,
  complaintStatus,
  complaintSubject,
} from './complaints.ts';
import { proposal } from './offers.ts';
import { policyStatus } from './policies.ts';
import {
  requestKind,
  requestReceipt,
  requestState,
  requestStatus,
  settledPolicy,
  staffDecision,
  writtenText,
} from './requests.ts';
import { deskEmployee } from './staff-callers.ts';
import { upload } from './uploads.ts';
import { datedList, day, id, instant, isk, ssn } from './values.ts';

/**
 * What a work item is about. `payment`, `signing` and `mail` are sent by nobody: a payment that the card service does not answer
 * for, a document that cannot be signed, and e-mails that cannot be delivered (rule DESK-14). Chats are not work items: they have their own desk.
 */
export const caseKind = z.enum([
  ...(['inquiry', 'form', 'claim', 'memo', 'change', 'privacy'] as const),
  ...(['payment', 'signing', 'mail'] as const),
  'complaint',
]);
export type CaseKind = z.infer<typeof caseKind>;

/** `open` until answered or closed; a new message from the sender reopens it. */
export const caseState = z.enum(['open', 'answered', 'closed']);
export type CaseState = z.infer<typeof caseState>;

/** Who a case waits for while it is out of the open list (rule DESK-5). */
export const caseWaitsFor = z.enum(['customer', 'colleague', 'core', 'bank', 'something']);
export type CaseWaitsFor = z.infer<typeof caseWaitsFor>;

/** Part of the queue: `open` is what can be worked on today, `waiting` what is open but waits until a later day. */
export const queueState = z.enum(['open', 'waiting', 'answered', 'closed', 'all']);
export type QueueState = z.infer<typeof queueState>;

/** The state as the customer sees it: `waiting` for the customer's answer to our question about a request. */
export const matterState = z.enum([...caseState.options, 'waiting']);
export type MatterState = z.infer<typeof matterState>;

/**
 * Maximum length of an answer, of the note on why a work item was closed or what it waits for, and of a note to colleagues; how
 * many colleagues one note mentions, how many days a work item waits at most, and how many text blocks an answer names.
 */
export const caseLimits = {
  answer: 8000,
  note: 500,
  internal: 4000,
  mentions: 10,
  waitDays: 366,
  blocks: 20,
} as const;

const language = z.enum(['is', 'en']);

/** What the form for complaints, compliments and suggestions was sent as. */
export const feedbackKind = z.enum(['complaint', 'compliment', 'suggestion']);
export type FeedbackKind = z.infer<typeof feedbackKind>;

/** A work item as a row of the queue. */
export const caseLine = z.object({
  id,
  kind: caseKind,
  form: z.enum(formKindNames).nullable().describe('which form, for `inquiry` and `form`'),
  request: requestKind.nullable().describe('what is asked for, for `change`'),
  feedback: feedbackKind.nullable().describe('of the form for complaints, which of the three it is'),
  reference: z.string().nullable().describe('reference number given to the sender'),
  about: z.string().nullable().describe('subject, title, or the beginning of the text'),
  sender: z.string().nullable().describe('name as given by the sender, or the registered name if `known`'),
  known: z
    .boolean()
    .describe('whether the sender is a confirmed customer: signed in, or identified by a handler'),
  language,
  openedAt: instant,
  dueAt: instant,
  overdue: z.boolean(),
  state: caseState,
  assignee: z.string().nullable().describe('name of the staff member it is assigned to'),
  mine: z.boolean(),
  waits: z
    .object({
      for: caseWaitsFor,
      since: instant,
      until: day,
      returned: z.boolean().describe('whether the day has come, and the work item is back in the open list'),
    })
    .nullable()
    .optional()
    .describe('who an open work item waits for; left out by the release before this one, as the next two'),
  away: z
    .object({
      until: day.describe('the last day'),
      deputy: z.string().nullable().describe('name of who stands in; null when it is everybody’s'),
    })
    .nullable()
    .optional()
    .describe('the absence of the assignee, where the promised time falls before its end'),
  mentioned: z
    .boolean()
    .optional()
    .describe('whether a note mentions the caller, who has not opened it since'),
  version: z.int().describe('sent back with every action, which is refused if the version has changed'),
});
export type CaseLine = z.infer<typeof caseLine>;

/** A message between the sender and us. */
export const caseMessage = z.object({
  id,
  fromUs: z.boolean(),
  author: z.string(),
  text: z.string(),
  at: instant,
  delivery: z
    .enum(['portal', 'waiting', 'sent', 'failed'])
    .describe(
      'state of the e-mail: queued, accepted by the mail server, or given up; `portal` if there is no e-mail',
    ),
  mail: z
    .object({
      address: z.string().describe('as the e-mail names its sender, which proves nothing'),
      isOnFile: z.boolean().describe('whether it is the address that the case’s e-mails go to'),
      isAutomatic: z.boolean().describe('whether a program wrote it, such as a notice of absence'),
      quoted: z.string().nullable().describe('what it quotes of earlier e-mails at its end'),
    })
    .optional()
    .describe('of what came by e-mail'),
});
export type CaseMessage = z.infer<typeof caseMessage>;

/** An entry in the history of a work item. */
export const caseEvent = z.object({
  sequence: z.int(),
  kind: z.enum([
    ...(['came', 'looked', 'assigned', 'released', 'answered', 'closed', 'reopened'] as const),
    ...(['noted', 'waiting', 'resumed', 'handedOver'] as const),
  ]),
  at: instant,
  by: z.string().nullable().describe('name of the staff member; null when it was not done by staff'),
  note: z.string().nullable(),
  waits: z.object({ for: caseWaitsFor, until: day }).optional().describe('of `waiting`'),
  to: z
    .string()
    .nullable()
    .optional()
    .describe('of `handedOver`, the name of a colleague; null for everyone'),
  mentions: z.array(z.string()).optional().describe('of `noted`, the names of the colleagues it mentions'),
});
export type CaseEvent = z.infer<typeof caseEvent>;

/** The customer's policy that a message or a claim is about. */
export const casePolicy = z.object({
  id,
  name: z.string().describe('product name in the requested language'),
  number: z.string(),
  insured: z.string().nullable(),
  status: policyStatus.describe('status today'),
  deductible: isk.nullable(),
  deductibleText: z.string().describe('how the product states its deductible'),
  loss: z
    .object({
      coverage: z
        .enum(['covered', 'suspended', 'none'])
        .describe('whether the policy was in force on the date of loss'),
      covers: z
        .array(z.object({ id: z.string(), name: z.string(), deductible: isk.nullable() }))
        .describe('covers of the policy for such a loss; empty when the handler must find the cover'),
      ownShare,
    })
    .nullable()
    .describe('of a claim, what the policy says about such a loss'),
});
export type CasePolicy = z.infer<typeof casePolicy>;

/** What was sent, by kind. The sender's own text is in the sender's language. */
export const caseMatter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('form'),
    fields: z.record(z.string(), z.unknown()).describe('answers by field name of the form'),
  }),
  z.object({
    kind: z.literal('claim'),
    claimId: id.nullable().describe('null until it is linked to a customer'),
    line: claimLine.nullable(),
    status: claimStatus.nullable(),
    unverified: z.boolean(),
    dateOfLoss: day,
    place: z.string().nullable().describe('where it happened, as reported'),
    reporter: z
      .object({
        name: z.string(),
        ssn: ssn.nullable().describe('as given by a reporter who was not signed in'),
      })
      .nullable()
      .describe('who filed it: the customer, someone acting for them, or someone who was not signed in'),
    owner: z
      .object({
        customerId: id,
        name: z.string().describe('registered name of the customer who has the kennitala that was given'),
        agrees: z.array(z.enum(agreementKinds)).describe('what else of the report is theirs'),
        differs: z.array(z.enum(agreementKinds)),
        linked: z.boolean().describe('whether it is on their My pages, unverified, because something agrees'),
        refusedBy: z.string().nullable().describe('employee who decided that it is not theirs'),
      })
      .nullable()
      .describe('of a report without sign-in, until it is known to be this customer’s claim'),
    policy: casePolicy.nullable().describe('the policy that it is filed on, if the claimant chose one'),
    policyGiven: z.string().nullable().describe('policy number as typed by a reporter who was not signed in'),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  z.object({
    kind: z.literal('memo'),
    documentId: id,
    text: z.string(),
    policy: casePolicy.nullable().describe('the policy that the customer wrote about'),
  }),
  z.object({
    kind: z.literal('change'),
    requestId: id,
    request: requestKind,
    state: requestState,
    settledBy: z
      .enum(['core', 'staff'])
      .describe(
        'who settles it; staff decide nothing that the core system settles, unless it was asked and has left it to people',
      ),
    act: z
      .object({
        state: z.enum(['asked', 'done', 'referred', 'declined']),
        askedAt: instant,
        tries: z.int().describe('how often it gave no answer'),
        reasons: z.array(z.string()).describe('in the language of the reader'),
        unusable: z
          .array(z.string())
          .optional()
          .describe(
            'why the core’s answer was not stored, in English; left out where it gave none or it was',
          ),
      })
      .nullable()
      .optional()
      .describe(
        'what the core was asked to do; null where it was not, and left out by the release before this one',
      ),
    receipt: requestReceipt
      .optional()
      .describe('as its customer opens it, with every reason of the core; left out where there is none'),
    policy: z.object({ id, name: z.string(), number: z.string() }).nullable(),
    policyStatus: policyStatus
      .nullable()
      .describe('status of that policy today, which decides what can be accepted'),
    effectiveOn: day,
    effective: z.object({ from: day, to: day }).describe('range of days from which it may be accepted'),
    premium: isk.describe('per year, as estimated for the customer or as offered'),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()),
    facts: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .describe('what a request about a policy asks for'),
    price: z
      .object({
        now: isk,
        recalculated: isk,
        tariff: z.string(),
        parts: z.array(z.object({ name: z.string(), now: isk.nullable(), recalculated: isk.nullable() })),
      })
      .nullable()
      .describe('today’s price of new figures, until the request is settled'),
    offer: proposal.omit({ shown: true }).nullable().describe('the offer that was accepted'),
    added: z
      .object({ name: z.string().describe('the product, in the language of the reader') })
      .nullable()
      .describe('the product that a `cover` asks to add: the core issues its policy, at its own premium'),
    inOwnWords: z
      .boolean()
      .describe(
        'whether a `cover` is in the customer’s own words; its acceptance says in words what changes',
      ),
    proof: z
      .object({ acceptedAt: instant, acceptedBy: z.string(), language, shownHash: z.string() })
      .nullable()
      .describe('evidence of what the customer accepted; the product document is a call of its own'),
    outcome: z
      .object({
        result: z.enum(['accepted', 'refused']),
        settledAt: instant,
        by: z.string().describe('name of the employee or of the system, or the edition of the rules'),
        payBack: isk.optional().describe('of earlier releases: what a rule left to be settled by hand'),
        effect: z
          .array(z.string())
          .optional()
          .describe('what the core charged, credited and pays back, in sentences'),
        texts: writtenText.nullable(),
        effectiveOn: day.nullable(),
        premium: isk.nullable(),
        policy: settledPolicy.nullable(),
        ground: z.enum(refusalGrounds).nullable().describe('on which an accepted offer was refused'),
        applyOn: day
          .nullable()
          .describe('of earlier releases: the day of a change that the core has not carried out yet'),
        problem: z
          .object({ reason: z.string(), since: day })
          .nullable()
          .describe('why the core has not carried that out, in the requested language'),
      })
      .nullable(),
  }),
  z.object({ kind: z.literal('privacy'), requestId: id }),
  z.object({
    kind: z.literal('payment'),
    paymentId: id.describe('the key by which the card service knows it'),
    startedAt: instant,
    amount: isk,
    card: z.string().describe('Visa •••• 4821'),
    state: z
      .enum(['started', 'paid', 'declined', 'cancelled'])
      .describe('`started` while the card service has not said whether it charged'),
    instalments: z
      .array(z.object({ id, name: z.string(), dueDate: day, total: isk }))
      .describe('what it pays; empty when nothing was charged'),
  }),
  z.object({
    kind: z.literal('signing'),
    documentId: id,
    title: z.string(),
    issuedOn: day,
    signBy: day,
    policy: z.object({ id, name: z.string(), number: z.string() }).nullable(),
    claim: z.object({ id, number: z.string() }).nullable(),
    unsignableSince: day.nullable().describe('null once its sender has sent a file that can be signed'),
  }),
  z.object({
    kind: z.literal('mail'),
    mails: z
      .array(
        z.object({
          id,
          subject: z.string().nullable().describe('null for one that is no notification'),
          recipient: z.string(),
          failedAt: instant,
          fault: z.string().describe('what the mail server answered'),
        }),
      )
      .describe('the latest that were refused, newest first; empty once they have been deleted'),
  }),
  z.object({
    kind: z.literal('complaint'),
    complaintId: id,
    subject: complaintSubject,
    about: z.string().nullable().describe('title of what it is about; null for `other`'),
    aboutCase: id.nullable().describe('the case of what it is about, where there is one'),
    text: z.string(),
    wishes: z.string(),
    dueOn: day,
    handlers: z
      .array(z.string())
      .describe('names of the employees who handled what it is about, and may not decide it'),
    decided: z
      .object({
        outcome: complaintOutcome,
        cause: complaintCause,
        by: z.string(),
        at: instant,
        letter: z.string(),
        note: z.string().nullable(),
      })
      .nullable(),
  }),
]);
export type CaseMatter = z.infer<typeof caseMatter>;

/** A work item with everything that was sent, and its history. */
export const staffCase = caseLine.extend({
  customerId: id
    .nullable()
    .optional()
    .describe('the customer who is known to have sent it; left out by the release before this one'),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ssn: ssn.nullable().describe('as given by the sender, or the registered kennitala if `known`'),
  matter: caseMatter,
  files: z.array(upload),
  messages: z.array(caseMessage),
  events: z.array(caseEvent),
  answerBy: z
    .enum(['email', 'portal', 'both', 'none'])
    .describe('how the sender is answered; `none` if they left no address'),
  answeredByCore: z.boolean().describe('whether another system answers it, instead of staff'),
  undecided: z
    .boolean()
    .describe('whether it cannot be closed yet, because what it is about needs a decision of its own'),
  noteToClose: z.boolean().describe('whether it is closed only with a note on how it ended'),
  handledBefore: z
    .boolean()
    .optional()
    .describe(
      'whether the caller handled what a complaint is about, and may only read it; left out by the release before this one',
    ),
  changes: z
    .int()
    .optional()
    .describe('grows with each change, also those that raise no version: see `deskNews`'),
  mayHandOver: z
    .boolean()
    .optional()
    .describe('whether the caller may hand it over; left out by the release before this one'),
});
export type StaffCase = z.infer<typeof staffCase>;

const version = z.int().min(0);

/** The part of an employee's id after the prefix. */
const colleague = z.string().min(1).max(60);
const shortNote = z.string().trim().max(caseLimits.note);

/** Actions on a work item. `answer` and `close` also assign it if nobody has it. */
export const caseAct = z.discriminatedUnion('act', [
  z
    .object({ act: z.literal('assign'), version })
    .describe('assigns it to the caller, even if somebody else has it'),
  z.object({ act: z.literal('release'), version }).describe('returns it to the queue'),
  z.object({
    act: z.literal('answer'),
    version,
    text: z.string().trim().min(1).max(caseLimits.answer),
    close: z.boolean().default(false),
    note: z
      .string()
      .trim()
      .max(caseLimits.note)
      .default('')
      .describe('with `close`, the note of closing; visible to staff only'),
    blocks: z
      .array(z.object({ id, version: z.int().min(1) }))
      .max(caseLimits.blocks)
      .optional()
      .describe('the text blocks that were inserted into it'),
    draft: instant
      .optional()
      .describe('`changedAt` of the draft that it sends; one that another device has changed since is kept'),
  }),
  z.object({
    act: z.literal('close'),
    version,
    note: z.string().trim().max(caseLimits.note).default('').describe('visible to staff only'),
  }),
  z.object({ act: z.literal('reopen'), version }),
  z
    .object({
      act: z.literal('note'),
      text: z.string().trim().min(1).max(caseLimits.internal),
      mentions: z.array(colleague).max(caseLimits.mentions).default([]),
    })
    .describe('writes a note that only staff read; anybody may who may open the work item'),
  z
    .object({
      act: z.literal('wait'),
      version,
      for: caseWaitsFor,
      until: day.describe('a later day than today'),
      note: shortNote
        .default('')
        .describe('what is waited for; required for `something`. Visible to staff only'),
    })
    .describe('takes it out of the open list until a day, or until the sender writes'),
  z.object({ act: z.literal('resume'), version }).describe('ends the wait'),
  z
    .object({
      act: z.literal('handOver'),
      version,
      to: colleague.nullable().describe('key of who gets it, who must be able to open it; null for everyone'),
      reason: shortNote.min(1).describe('visible to staff only'),
    })
    .describe('hands one’s own work item, or one that nobody has, to somebody; supervisors anybody’s'),
  z
    .object({ act: z.literal('link'), version })
    .describe(
      'decides that a claim reported without sign-in is the claim of the customer whose kennitala was given',
    ),
  z
    .object({ act: z.literal('refuseLink'), version })
    .describe('decides that it is not; answers keep going to the reporter'),
  z
    .object({ act: z.literal('settle'), version, decision: staffDecision })
    .describe('decides the request that it is about, or asks the customer for more information'),
  z
    .object({ act: z.literal('decide'), version, decision: complaintDecision })
    .describe('decides the complaint that it is about, and sends its letter'),
]);
export type CaseAct = z.infer<typeof caseAct>;

/** An employee that a case can be handed to and a note can mention. */
export const caseColleague = z.object({
  key: colleague,
  name: z.string(),
  away: z
    .object({ until: day, deputy: z.object({ key: colleague, name: z.string() }).nullable() })
    .nullable()
    .describe('until which day they are away; the deputy, where there is one here who may open the case'),
  handledBefore: z
    .boolean()
    .optional()
    .describe('true for one who handled what a complaint is about: it cannot be handed to them'),
});
export type CaseColleague = z.infer<typeof caseColleague>;

/** A request as its customer sees it. Claims are not listed here: their answers are in the claim. */
export const customerMatter = z.object({
  id,
  kind: z.enum(['inquiry', 'form', 'memo', 'change', 'privacy', 'complaint']),
  form: z.enum(formKindNames).nullable(),
  reference: z.string().nullable(),
  about: z.string().nullable(),
  openedAt: instant,
  state: matterState,
  letter: z
    .object({ document: id, text: z.string() })
    .nullable()
    .describe('what the customer wrote, and the document that it is kept as; null for requests and forms'),
  text: z.string().nullable().describe('what the customer wrote in an inquiry or a complaint'),
  answers: z.array(
    z.object({
      author: z.string(),
      text: z.string(),
      at: instant,
      fromUs: z
        .boolean()
        .optional()
        .describe('false for what the customer wrote by e-mail; left out by the release before this one'),
    }),
  ),
  request: requestStatus.nullable().describe('the state of a request for a change or an accepted offer'),
  complaint: complaintStatus
    .nullable()
    .optional()
    .describe('what has become of a complaint; left out by the release before this one'),
});
export type CustomerMatter = z.infer<typeof customerMatter>;

/** An e-mail as the customer would read it. */
const letter = z.object({ subject: z.string(), body: z.string() });

/** Whose work items a list of the queue shows. */
export const queueWhose = z.enum(['mine', 'unassigned', 'all', 'mentioned', 'overdue']);

/** How many work items are in the lists of an employee, regardless of the filters. */
export const deskCounts = z.object({
  mine: z.int().describe('open work items assigned to the caller, regardless of the filters'),
  unassigned: z.int().describe('open work items that nobody has'),
  mentioned: z
    .int()
    .optional()
    .describe('work items where a note mentions the caller, who has not opened them since'),
  overdue: z.int().optional().describe('open work items past the promised time; for supervisors'),
});

/** The staff work queue (rule STAFF-6). */
export const caseCalls = defineCalls({
  queue: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/queue',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Lists the work queue, one page at a time. `search` matches names, subjects, kinds of requests, what was written, and numbers, phones, plates and e-mail addresses however they are typed. A search beyond the caller’s own and unassigned open items is a look-up of persons, and is recorded.',
    query: z.object({
      whose: queueWhose
        .default('all')
        .describe(
          '`mine` includes what the caller stands in for, `unassigned` what somebody away has without a deputy. `mentioned`: where a note mentions the caller. `overdue`: past the promised time without waiting for the customer; for supervisors',
        ),
      kind: caseKind.optional(),
      request: requestKind.optional().describe('of `change`, what is asked for'),
      feedback: feedbackKind.optional().describe('of `form`, only complaints, compliments or suggestions'),
      state: queueState.default('open').describe('for `mentioned` and `overdue`, `open` includes what waits'),
      sort: z.enum(['due', 'oldest', 'newest']).default('due'),
      search: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({
      items: z.array(caseLine),
      total: z.int().describe('work items on all pages'),
      ...deskCounts.shape,
      chatsWaiting: z.int().describe('chat visitors waiting for an agent'),
      nextCursor: z.string().nullable(),
      news: z
        .string()
        .optional()
        .describe(
          'cursor of `deskNews`, from before the list was read; left out by the release before this one',
        ),
    }),
    audit: 'staff.search',
  },
  staffCase: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Returns a work item with everything that was sent. The customer can see that staff have looked at it.',
    params: z.object({ id }),
    response: staffCase,
    audit: 'staff.case',
  },
  actOnCase: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Assigns, releases, answers, closes or reopens a work item, writes a note, lets it wait or hands it over; 409 with the name of the colleague if someone else has taken it meanwhile, 409 `complaintHandled` for a complaint about what the caller handled.',
    params: z.object({ id }),
    body: caseAct,
    response: staffCase,
    audit: 'staff.case',
    events: [
      ...(['case.answered', 'case.closed', 'case.reopened'] as const),
      ...(['claim.noticeMatched', 'claim.verified'] as const),
      ...(['request.settled', 'request.questionAsked', 'document.issued'] as const),
      'complaint.decided',
    ],
  },
  caseColleagues: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}/colleagues',
    who: deskEmployee,
    rate: 'read',
    summary: 'Lists the other employees who may open a work item, with who stands in for those away.',
    params: z.object({ id }),
    response: z.object({ items: z.array(caseColleague) }),
  },
  previewDecision: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}/preview',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Returns the e-mail that a decision would send to the customer, in both languages; decides nothing.',
    params: z.object({ id }),
    body: staffDecision,
    response: z.object({
      sentIn: language.describe('the customer’s language'),
      recipient: z
        .string()
        .nullable()
        .describe('null when no address is on file: the customer reads it on My pages'),
      letters: z.object({ is: letter, en: letter }),
    }),
    audit: 'staff.case',
    events: { none: 'a preview, changes nothing' },
  },
  previewComplaint: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}/complaint-preview',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Returns the e-mail that a decision about a complaint would send, in the language of the complaint; decides nothing.',
    params: z.object({ id }),
    body: complaintDecision,
    response: z.object({
      recipient: z
        .string()
        .nullable()
        .describe('null when no address is on file: the customer reads it on My pages'),
      letter,
    }),
    audit: 'staff.case',
    events: { none: 'a preview, changes nothing' },
  },
  previewAnswer: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}/answer-preview',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Returns the e-mail that an answer would be sent as; sends nothing. 409 where an answer goes by no e-mail of its own.',
    params: z.object({ id }),
    body: z.object({ text: z.string().trim().min(1).max(caseLimits.answer) }),
    response: z.object({ recipient: z.string(), letter }),
    audit: 'staff.case',
    events: { none: 'a preview, changes nothing' },
  },
  caseProof: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}/proof',
    who: deskEmployee,
    rate: 'read',
    summary: 'Downloads the product document that the customer accepted with an offer.',
    params: z.object({ id }),
    download: 'application/pdf',
    response: z.string().describe('the PDF'),
    audit: 'staff.case',
  },
  caseFile: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}/files/{file}',
    who: deskEmployee,
    rate: 'read',
    summary:
      'Downloads a file of a work item once it has been scanned. Supports `Range`, and draws the thumbnail of a photo.',
    params: z.object({ id, file: id }),
    query: z.object({
      size: z
        .enum(['whole', 'thumbnail'])
        .default('whole')
        .describe(
          '`thumbnail`: a JPEG of at most 320 px; 404 for other files. Part of opening the case: recorded only if the caller has not opened it within half an hour',
        ),
    }),
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
      'Lists requests the subject has sent while signed in, with our answers; all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...datedList,
      state: matterState.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({
      items: z.array(customerMatter),
      total: z.int().describe('requests on all pages'),
      nextCursor: z.string().nullable(),
    }),
  },
});
