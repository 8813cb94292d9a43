import { z } from 'zod';
import { claimLine, claimPaymentState, claimStatus } from '../claims.ts';
import { day, id, instant, isk, ssn } from '../values.ts';
import { claimCoverDecided } from './claim-cover-facts.ts';
import { bothLanguages, code, factIssue, reference, uniqueIds } from './fact-values.ts';

const name = z.string().trim().min(1).max(200);

const event = z.strictObject({
  sequence: z
    .int()
    .min(0)
    .max(100_000)
    .describe(
      'number of the event within the claim, in order of time. An event that was sent never changes: add another',
    ),
  status: claimStatus.nullable().default(null).describe('the new status; null for the filing'),
  at: instant,
  role: z.enum(['customer', 'handler', 'surveyor', 'system', 'visitor']).describe('who it is attributed to'),
  name: name.nullable().default(null),
  note: bothLanguages(2000).nullable().default(null).describe('what the customer reads under the step'),
  lossAmount: isk.min(0).nullable().default(null).describe('assessed loss after this event'),
  compensation: isk.min(0).nullable().default(null).describe('compensation after this event'),
});

const payment = z.strictObject({
  id: code.describe('id of the payment within the claim'),
  title: bothLanguages(200),
  recipient: name,
  amount: isk.min(1),
  state: claimPaymentState,
  paidOn: day.nullable().default(null).describe('required when it has been paid'),
  fault: bothLanguages(300).nullable().optional().describe('why it failed or came back, for staff'),
  account: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{6}$/)
    .nullable()
    .default(null)
    .describe('bank account that it is paid into; the customer sees its last four digits only'),
});

/** A claim with its whole timeline and its payments. */
export const claimFacts = z
  .strictObject({
    customer: ssn.describe('kennitala of the policyholder'),
    claim: id
      .nullable()
      .default(null)
      .describe('id of a claim that was filed in the portal, which this is; from the event or request'),
    number: z.string().min(1).max(40).describe('the number shown to the customer'),
    policy: reference.nullable().default(null),
    title: bothLanguages(300),
    status: claimStatus.describe('the status of the last event that has one'),
    dateOfLoss: day,
    place: z.string().trim().min(1).max(400).nullable().default(null),
    line: claimLine.nullable().default(null).describe('a claim that was filed in the portal keeps its line'),
    reportedAt: instant
      .nullable()
      .default(null)
      .describe('a claim that was filed in the portal keeps the time of its filing'),
    lossAmount: isk.min(0).nullable().default(null).describe('assessed loss'),
    compensation: isk.min(0).nullable().default(null).describe('compensation after the deductible'),
    unverified: z
      .boolean()
      .optional()
      .describe(
        'whether it is still unknown who filed it in the portal; what was typed then stays hidden. Required with `claim`',
      ),
    handler: z
      .strictObject({
        name,
        phone: z
          .string()
          .regex(/^\d{7}$/)
          .nullable()
          .default(null),
      })
      .nullable()
      .default(null),
    needs: z
      .array(bothLanguages(300))
      .max(50)
      .default([])
      .describe('what the customer must send, with the status `awaitingDocuments`'),
    needsBy: day.nullable().default(null).describe('last day to send it'),
    nextBy: day.nullable().default(null).describe('promised day of the next step'),
    events: z
      .array(event)
      .max(500)
      .describe(
        'the whole timeline; a claim that was filed in the portal has events 0 and 1 already: its own begin with 2',
      ),
    payments: z.array(payment).max(500).check(uniqueIds('payments')).default([]),
    covers: z
      .array(claimCoverDecided)
      .max(50)
      .check(uniqueIds('covers'))
      .optional()
      .describe('the decision that stands, by cover'),
    decision: z
      .strictObject({
        decidedOn: day,
        by: name,
        approvedBy: name.nullable().default(null),
        reasons: bothLanguages(2000),
        rules: code.nullable().optional().describe('edition of the rules that decided without a person'),
      })
      .nullable()
      .optional()
      .describe('who decided, and why, as the customer reads it; null while nobody has'),
    reserve: isk.min(0).nullable().optional().describe('what it is expected to cost, for staff only'),
  })
  .check(({ value, issues }) => {
    const fault = (path: Array<string | number>, message: string) =>
      issues.push(factIssue(value, path, message));
    value.events.forEach(({ sequence, at }, index) => {
      const before = value.events[index - 1];
      if (before && sequence <= before.sequence)
        fault(['events', index, 'sequence'], 'Events are in the order of their numbers, each once.');
      if (before && Date.parse(at) < Date.parse(before.at))
        fault(['events', index, 'at'], 'The event is earlier than the one before.');
    });
    const last = value.events.findLast(({ status }) => status !== null);
    // One that has just been adopted may say nothing beyond its filing in the portal.
    const isAsFiled = value.claim !== null && value.events.length === 0 && value.status === 'received';
    if (last?.status !== value.status && !isAsFiled)
      fault(['status'], `The last event with a status says ${last?.status ?? 'nothing'}.`);
    if (value.claim !== null && value.unverified === undefined)
      fault(['unverified'], 'Say whether it is still unknown who filed the claim.');
    if (value.status !== 'awaitingDocuments' && (value.needs.length > 0 || value.needsBy !== null))
      fault(['needs'], 'Only a claim with the status awaitingDocuments needs something.');
    value.payments.forEach(({ state, paidOn }, index) => {
      if ((state === 'paid') !== (paidOn !== null))
        fault(['payments', index, 'paidOn'], 'A payment has this day when it has been paid, and only then.');
    });
  });
export type ClaimFacts = z.infer<typeof claimFacts>;
