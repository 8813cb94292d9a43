import { addDays } from '@hofn/domain';
import { and, inArray } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { caseAnswers, caseEvents, cases } from '../schema/cases.ts';
import { claims } from '../schema/claims.ts';
import { submissions } from '../schema/submissions.ts';
import { opaqueId } from './ids-and-instants.ts';
import { demoAgents } from './staff.ts';

/** A demo form submission, and how staff have handled it. */
type DemoSubmission = {
  kind: string;
  language: 'is' | 'en';
  fields: Record<string, unknown>;
  /** Days before today it was received, and the hour. */
  daysAgo: number;
  hour: number;
  /** Days from today until it is due. */
  dueIn: number;
  assignee?: 'katrin' | 'bjarki';
  answer?: { text: string; daysAgo: number };
  closed?: { daysAgo: number; note?: string };
};

/** Submissions. Names and addresses are fictitious. */
const submissionsToSeed: readonly DemoSubmission[] = [
  {
    kind: 'inquiry',
    language: 'is',
    fields: {
      name: 'Hrafnhildur Eva Sigþórsdóttir',
      email: 'hrafnhildur@example.is',
      type: 'Einstaklingsþjónusta',
      description:
        'Nær kaskó yfir grjótkast á malarvegi? Ég keyri mikið um Vestfirði í sumar og vil vita hvort framrúðan er þá undanskilin.',
    },
    daysAgo: 1,
    hour: 14,
    dueIn: 1,
  },
  {
    kind: 'inquiry',
    language: 'en',
    fields: {
      name: 'Oliver Lindgren',
      email: 'oliver.lindgren@example.com',
      type: 'Einstaklingsþjónusta',
      description:
        'I am moving to Reykjavík in January and bring my car from Sweden. Can you insure it before it has Icelandic plates?',
    },
    daysAgo: 4,
    hour: 10,
    dueIn: -1,
    assignee: 'katrin',
  },
  {
    kind: 'appointmentRequest',
    language: 'is',
    fields: {
      name: 'Þorbergur Kári Ásmundsson',
      email: 'thorbergur@example.is',
      phone: '6150148',
      topic: 'life',
      channel: 'video',
      preferredTime: 'morning',
      message: 'Við eignuðumst barn í haust og viljum fara yfir líf- og sjúkdómatryggingar.',
    },
    daysAgo: 1,
    hour: 9,
    dueIn: 1,
    assignee: 'bjarki',
  },
  {
    kind: 'business',
    language: 'is',
    fields: {
      companyName: 'Kaffistofan Bryggjuendi ehf.',
      companySsn: '6901011490',
      contactName: 'Dagrún Lilja Hauksdóttir',
      email: 'dagrun@example.is',
      phone: '5600149',
      employees: '12',
      interests: ['property', 'liability', 'employees'],
      message: 'Við flytjum í stærra húsnæði um áramót.',
    },
    daysAgo: 1,
    hour: 16,
    dueIn: 2,
  },
  {
    kind: 'other',
    language: 'en',
    fields: {
      name: 'Aoife Brennan',
      email: 'aoife.brennan@example.com',
      subject: 'Certificate in English',
      message: 'My landlord asks for proof of contents insurance in English. How do I get one?',
    },
    daysAgo: 3,
    hour: 11,
    dueIn: -1,
    assignee: 'katrin',
    answer: {
      text: 'You find it on My pages under Documents. Choose English at the top of the page, and the certificate opens in English.',
      daysAgo: 2,
    },
  },
  {
    kind: 'communication',
    language: 'is',
    fields: {
      kind: 'compliment',
      anonymous: 'yes',
      description: 'Mikið var gott að fá svar samdægurs þegar lögnin gaf sig. Takk fyrir mig.',
    },
    daysAgo: 6,
    hour: 20,
    dueIn: 14,
    assignee: 'bjarki',
    closed: { daysAgo: 5, note: 'Hrósinu komið til tjónadeildar.' },
  },
];

const at = (today: string, daysAgo: number, hour: number): string =>
  `${addDays(today, -daysAgo)}T${String(hour).padStart(2, '0')}:24:00.000Z`;

const nobody = { employeeId: null, employeeName: null };
const workerOf = (username: string | undefined) => {
  const agent = demoAgents.find((candidate) => candidate.username === username);
  return agent ? { employeeId: `employee|${agent.username}`, employeeName: agent.fullName } : nobody;
};

type CaseRows = {
  submissions: (typeof submissions.$inferInsert)[];
  cases: (typeof cases.$inferInsert)[];
  events: (typeof caseEvents.$inferInsert)[];
  answers: (typeof caseAnswers.$inferInsert)[];
};

const submissionId = (place: number): string => opaqueId('demo submission', String(place));

/** Id of the first submission. */
export const firstSubmission = submissionId(0);

const addSubmission = (rows: CaseRows, today: string, submission: DemoSubmission, place: number): void => {
  const { kind, language, fields, assignee, answer, closed } = submission;
  const id = submissionId(place);
  const caseId = opaqueId('demo case', String(place));
  const openedAt = at(today, submission.daysAgo, submission.hour);
  const worker = workerOf(assignee);
  const email = typeof fields.email === 'string' ? fields.email : null;
  rows.submissions.push({
    id,
    // Below the first value of the sequence.
    reference: `F-${openedAt.slice(0, 4)}-${90_101 + place}`,
    kind,
    language,
    fields,
    state: closed ? 'closed' : 'received',
    email,
    receivedAt: openedAt,
    receiptSentAt: email && openedAt,
    forgetAt: at(today, -730, submission.hour),
  });
  rows.cases.push({
    id: caseId,
    kind: kind === 'inquiry' ? 'inquiry' : 'form',
    matterId: id,
    language,
    openedAt,
    dueAt: at(today, -submission.dueIn, submission.hour),
    state: closed ? 'closed' : answer ? 'answered' : 'open',
    assigneeId: worker.employeeId,
    assigneeName: worker.employeeName,
    closedAt: closed ? at(today, closed.daysAgo, 9) : null,
  });
  const later = (daysAgo: number) => at(today, daysAgo, submission.daysAgo === daysAgo ? submission.hour : 9);
  const events = [
    { kind: 'came' as const, at: openedAt, ...nobody },
    ...(assignee ? [{ kind: 'assigned' as const, at: later(submission.daysAgo), ...worker }] : []),
    ...(answer ? [{ kind: 'answered' as const, at: later(answer.daysAgo), ...worker }] : []),
    ...(closed
      ? [{ kind: 'closed' as const, at: later(closed.daysAgo), ...worker, note: closed.note ?? null }]
      : []),
  ];
  rows.events.push(...events.map((event, sequence) => ({ ...event, caseId, sequence })));
  if (answer && worker.employeeId !== null && worker.employeeName !== null) {
    const writtenAt = later(answer.daysAgo);
    rows.answers.push({
      caseId,
      id: opaqueId('demo answer', String(place)),
      employeeId: worker.employeeId,
      author: worker.employeeName,
      text: answer.text,
      writtenAt,
      recipient: email,
      sentAt: writtenAt,
    });
  }
};

/** Claims that need a handler; those waiting for the customer are not in the queue. */
const working = ['received', 'inProgress', 'assessment', 'reopened'] as const;

const addClaims = (rows: CaseRows, today: string, waiting: readonly (typeof claims.$inferSelect)[]): void => {
  for (const { customerId, id, status, reportedAt, changedAt } of waiting) {
    const caseId = opaqueId('demo claim case', customerId, id);
    const openedAt = reportedAt ?? changedAt;
    const worker = status === 'received' ? nobody : workerOf('katrin');
    rows.cases.push({
      id: caseId,
      kind: 'claim',
      matterId: id,
      customerId,
      language: 'is',
      openedAt,
      dueAt: at(today, -2, 12),
      assigneeId: worker.employeeId,
      assigneeName: worker.employeeName,
    });
    rows.events.push({ caseId, sequence: 0, kind: 'came', at: openedAt, ...nobody });
    if (worker !== nobody)
      rows.events.push({ caseId, sequence: 1, kind: 'assigned', at: changedAt, ...worker });
  }
};

/**
 * Seeds the demo work queue: form submissions, and claims of the demo customers. Running it again restores the submissions
 * and touches no other work item.
 */
export const seedCases = async (tx: Db, today: string, customerIds: readonly string[]): Promise<void> => {
  const rows: CaseRows = { submissions: [], cases: [], events: [], answers: [] };
  for (const [place, submission] of submissionsToSeed.entries())
    addSubmission(rows, today, submission, place);
  const waiting = and(inArray(claims.customerId, [...customerIds]), inArray(claims.status, [...working]));
  addClaims(rows, today, await tx.select().from(claims).where(waiting));
  const ids = rows.submissions.map(({ id }) => id);
  await tx.delete(cases).where(and(inArray(cases.kind, ['inquiry', 'form']), inArray(cases.matterId, ids)));
  await tx.delete(submissions).where(inArray(submissions.id, ids));
  await tx.insert(submissions).values(rows.submissions);
  await tx.insert(cases).values(rows.cases);
  await tx.insert(caseEvents).values(rows.events);
  await tx.insert(caseAnswers).values(rows.answers);
};
