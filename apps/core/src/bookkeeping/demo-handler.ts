import type { Facts } from '@hofn/contracts';
import { addDays, daysBetween } from '@hofn/domain';
import { allows, type ClaimAct, claimAfter, compensationFor } from '@hofn/insurance/claim-life.ts';
import type { Book, BookRecord } from '../book.ts';
import { isWorkedOn, withEvent } from './claim-events.ts';
import { putClaim } from './claim-ledger.ts';
import { judgedBy, paysNothing } from './claim-policy.ts';

// A demo has nobody who works on its claims, so this simulates a handler: a name, the days that each step takes, and the
// compensation for a loss without an assessment. It never works where the core has no demo's page (CORE_PAGE). What can happen to a claim is in `@hofn/insurance/claim-life.ts`.

type Claim = Facts<'claims'>;

const handler = { name: 'Vala Stefánsdóttir', phone: '5605021' };

/** Days that a claim spends in a status. */
const daysIn = {
  received: 1,
  inProgress: 5,
  assessment: 5,
  reopened: 5,
  approved: 2,
  partlyApproved: 2,
} as const;
/** Compensation of a claim whose loss nobody has assessed, in ISK. */
const usualCompensation = 150_000;

/** The claim after an act, with an event that says so. @throws ClaimError */
const after = (
  claim: Claim,
  day: string,
  {
    act,
    note,
    ...change
  }: Partial<Omit<Claim, 'status'>> & { act: ClaimAct; note?: Claim['events'][number]['note'] },
): Claim => {
  const inCharge = claim.handler ?? handler;
  const status = claimAfter(claim.status, act);
  const next = { ...claim, status, needs: [], needsBy: null, handler: inCharge, ...change };
  const { lossAmount, compensation } = next;
  const isDecision = act === 'approve';
  const event = {
    ...{ status, at: `${day}T08:00:00Z`, role: 'handler' as const, name: inCharge.name, note: note ?? null },
    lossAmount: isDecision ? lossAmount : null,
    compensation: isDecision ? compensation : null,
  };
  return { ...next, events: withEvent(claim, event) };
};

const refused = (claim: Claim, day: string, isSuspended: boolean): Claim =>
  after(claim, day, {
    act: 'reject',
    nextBy: null,
    note: isSuspended
      ? {
          is: 'Tjónið er ekki bótaskylt því tryggingin var í biðstöðu á tjónsdegi.',
          en: 'The claim is not covered, because the policy was suspended on the date of loss.',
        }
      : {
          is: 'Tjónið er ekki bótaskylt því tryggingin var ekki í gildi á tjónsdegi.',
          en: 'The claim is not covered, because the policy was not in force on the date of loss.',
        },
  });

/** What is paid for a loss and what the loss was: what is on file counts, then the deductible of the day of loss. */
const amountsOf = (
  { lossAmount, compensation }: Claim,
  terms: { deductible: number | null; sumInsured: number | null },
): { lossAmount: number; compensation: number } => {
  if (compensation !== null)
    return { lossAmount: lossAmount ?? compensation + (terms.deductible ?? 0), compensation };
  const loss = lossAmount ?? usualCompensation + (terms.deductible ?? 0);
  return { lossAmount: loss, compensation: compensationFor(loss, terms) };
};

const decided = (book: Book, claim: Claim, day: string): Claim => {
  const judged = judgedBy(book, claim);
  if (judged && paysNothing(judged)) return refused(claim, day, judged.coverage === 'suspended');
  const { lossAmount, compensation } = amountsOf(
    claim,
    judged?.policy ?? { deductible: null, sumInsured: null },
  );
  const promised = claim.payments.reduce((sum, { amount }) => sum + amount, 0);
  const customer = book.all('customers').find(({ facts }) => facts.ssn === claim.customer)?.facts;
  const { bank, ledger, account } = customer?.bankAccount ?? {};
  const payment = {
    id: `core-${claim.payments.length + 1}`,
    title: { is: 'Bætur', en: 'Compensation' },
    recipient: customer?.fullName ?? '',
    amount: compensation - promised,
    ...{ state: 'approved' as const, paidOn: null },
    account: bank && ledger && account ? `${bank}-${ledger}-${account}` : null,
  };
  return after(claim, day, {
    act: 'approve',
    ...{ lossAmount, compensation },
    nextBy: addDays(day, daysIn.approved),
    payments: [
      ...claim.payments.map((each) =>
        each.state === 'awaitingDocuments' ? { ...each, state: 'approved' as const } : each,
      ),
      ...(compensation > promised ? [payment] : []),
    ],
    note: { is: 'Tjónið er bótaskylt.', en: 'The claim is covered.' },
  });
};

const paid = (claim: Claim, day: string): Claim =>
  after(claim, day, {
    act: 'settle',
    nextBy: null,
    payments: claim.payments.map((each) =>
      each.state === 'paid' ? each : { ...each, state: 'paid' as const, paidOn: day },
    ),
  });

/** The claim on a day; the same when nothing happens. */
const onDay = (book: Book, claim: Claim, day: string): Claim => {
  const last =
    claim.events.findLast(({ status }) => status !== null)?.at ?? claim.reportedAt ?? claim.dateOfLoss;
  const days = daysBetween(last.slice(0, 10), day);
  switch (claim.status) {
    case 'received':
      // An unverified claim has no confirmed owner: an employee decides that in the staff portal.
      return days < daysIn.received || claim.unverified
        ? claim
        : after(claim, day, { act: 'take', nextBy: addDays(day, daysIn.inProgress) });
    case 'inProgress':
    case 'assessment':
    case 'reopened':
      return days < daysIn[claim.status] ? claim : decided(book, claim, day);
    case 'awaitingDocuments':
      return claim.needsBy === null || claim.needsBy >= day ? claim : decided(book, claim, day);
    case 'approved':
    case 'partlyApproved':
      return days < daysIn[claim.status] ? claim : paid(claim, day);
    default:
      return claim;
  }
};

/** Moves claims on that no employee works on: a handler, the decision, the payment. */
export const runClaims = (book: Book, day: string): void => {
  if (!book.state.hasDemoHandler) return;
  for (const claim of book.all('claims'))
    if (!isWorkedOn(claim.facts)) putClaim(book, claim, onDay(book, claim.facts, day));
};

/** The customer sent what a claim waits for: work on it continues. */
export const continueClaim = (book: Book, record: BookRecord<'claims'>, day: string): void => {
  if (!book.state.hasDemoHandler || isWorkedOn(record.facts)) return;
  if (!allows(record.facts.status, 'continue')) return;
  book.put(
    'claims',
    record.key,
    after(record.facts, day, { act: 'continue', nextBy: addDays(day, daysIn.inProgress) }),
  );
};
