import { addDays } from './day.ts';
import { lastWorkingDayUntil } from './working-days.ts';

/** What a complaint may be about (rule RIGHT-2); `other` is nothing that we have a number for. */
export const complaintSubjects = ['claim', 'request', 'policy', 'other'] as const;
export type ComplaintSubject = (typeof complaintSubjects)[number];

/** How a complaint ended: for the customer, partly so, or not. */
export const complaintOutcomes = ['upheld', 'partlyUpheld', 'rejected'] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

/** What a complaint came of, as the reviewer finds; the register counts by it. Kept in rows for years: add, never rename. */
export const complaintCauses = [
  'handlingTime',
  'decision',
  'amount',
  'information',
  'service',
  'price',
  'other',
] as const;
export type ComplaintCause = (typeof complaintCauses)[number];

/** Lengths of what the customer writes, and of the letter and the note that end it. */
export const complaintLimits = { text: 4000, wishes: 1000, shortest: 10, letter: 6000, note: 500 } as const;

/**
 * Calendar days from receipt until a complaint is answered in writing. Rules for insurers allow four weeks (EIOPA guidelines on
 * complaints handling by insurance undertakings, in Iceland by the Financial Supervisory Authority). It is three, because that is what
 * the public page of complaints promises: by then the customer may turn to the complaints committee without an answer.
 */
export const daysToAnswerComplaint = 21;

/** The last day on which a complaint received on a day, `YYYY-MM-DD`, is answered: a working day, whatever the holidays. */
export const complaintDueOn = (receivedOn: string): string =>
  lastWorkingDayUntil(addDays(receivedOn, daysToAnswerComplaint));

/** Full years after the one of its receipt that a complaint is in the register, so that each year there is complete. */
export const complaintYears = 5;
