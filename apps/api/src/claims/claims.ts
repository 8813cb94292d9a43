import type {
  Claim,
  ClaimMessage,
  ClaimOverview,
  ClaimSort,
  ClaimStatus,
  ClaimStep,
  ClaimSummary,
  ClaimTimelineEntry,
  Upload,
} from '@hofn/contracts';
import { ownShareOf } from '@hofn/domain/own-share.ts';
import { foldForSearch, type Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { pick } from '../platform/language.ts';
import { maxRows, pageOf } from '../platform/paging.ts';
import { byName, policyReference } from '../platform/references.ts';
import type { ClaimDetails, ClaimEventRow, ClaimMessageRow, ClaimPaymentRow } from './claim-store.ts';
import { formAnswersOf } from './form-answers.ts';
import { draftHead } from './opening.ts';
import { type ClaimFilter, type ClaimListRow, isOpen, type Position } from './store.ts';

const position: z.ZodType<Position> = z.tuple([z.int(), positionParts.id]);
export const cursors = defineCursor<Position | null>(position, null);

/** Filter and order of the list. */
export type ListFilter = {
  state?: 'open' | 'closed' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  policy?: string | undefined;
  search?: string | undefined;
  sort?: ClaimSort | undefined;
};

/**
 * The filter of a call, for all claims that match it.
 * @throws Fault `validation` naming `to` when the last day is before the first
 */
export const filterOf = ({ state, from, to, policy, search, sort }: ListFilter): ClaimFilter => {
  if (from !== undefined && to !== undefined && to < from)
    throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
  return {
    state: state ?? null,
    from: from ?? null,
    to: to ?? null,
    policy: policy ?? null,
    search: search ? foldForSearch(search) : null,
    sort: sort ?? 'open',
    after: null,
    limit: maxRows,
  };
};

/**
 * A page of the list, as the contract defines it.
 * @param row with one claim more than `limit` when there is a next page
 * @param list the filtered list that the cursor is valid for
 */
export const overviewOf = (
  row: ClaimListRow,
  limit: number,
  list: string,
  language: Language,
): ClaimOverview => {
  const [sums] = row.sums;
  if (!sums) throw new Error('The query of claims returned no sums.');
  const { page, nextCursor } = pageOf(row.items, limit, ({ rank, id }) => cursors.write([rank, id], list));
  return {
    items: page.map((claim) => ({
      id: claim.id,
      number: claim.number,
      title: claim.title,
      status: claim.status,
      open: isOpen(claim.status),
      unverified: claim.unverified,
      dateOfLoss: claim.dateOfLoss,
      place: claim.place,
      policy: policyReference(claim),
      reportedAt: claim.reportedAt,
      changedAt: claim.changedAt,
      lossAmount: claim.lossAmount,
      compensation: claim.compensation,
    })),
    nextCursor,
    sums,
    policies: byName(row.policies.flatMap((claim) => policyReference(claim) ?? [])),
    drafts: row.drafts.map(({ form, ...draft }) => ({ ...draft, ...draftHead(draft.line, form, language) })),
  };
};

/** The next step after each status, as far as it is known. */
const nextOf: Record<ClaimStatus, ClaimStep | undefined> = {
  received: 'inProgress',
  inProgress: 'decision',
  awaitingDocuments: 'decision',
  assessment: 'decision',
  reopened: 'decision',
  approved: 'settled',
  partlyApproved: 'settled',
  rejected: undefined,
  settled: undefined,
  closed: undefined,
  withdrawn: undefined,
};

const instant = (text: string): string => new Date(text).toISOString().replace('.000Z', 'Z');

/** Past steps: the events, or what the claim itself says when it is older than events are. */
const happenedIn = (claim: ClaimDetails, events: readonly ClaimEventRow[]) =>
  events.length > 0
    ? events
    : [
        ...(claim.reportedAt === null
          ? []
          : [
              {
                status: null,
                at: claim.reportedAt,
                role: 'customer' as const,
                name: null,
                noteIs: null,
                noteEn: null,
              },
            ]),
        {
          status: claim.status,
          at: claim.changedAt,
          role: 'handler' as const,
          name: claim.handlerName,
          noteIs: null,
          noteEn: null,
        },
      ];

/**
 * The timeline of a claim (rule DATA-9): past steps with day and person, the current step, and the next one with its
 * deadline. A claim that has ended has no current or next step.
 */
export const timelineOf = (
  claim: ClaimDetails,
  events: readonly ClaimEventRow[],
  language: Language,
): ClaimTimelineEntry[] => {
  const open = isOpen(claim.status);
  const happened = happenedIn(claim, events);
  const entries = happened.map(({ status, at, role, name, noteIs, noteEn }, index): ClaimTimelineEntry => {
    const now = open && index === happened.length - 1;
    return {
      state: now ? 'now' : 'done',
      step: status ?? 'filed',
      at: instant(at),
      by: { role, name },
      note: pick(language, noteIs, noteEn),
      until: now && status === 'awaitingDocuments' ? claim.needsBy : null,
    };
  });
  const decided = happened.some(({ status }) => status === 'approved' || status === 'partlyApproved');
  const step = nextOf[claim.status];
  if (step === undefined) return entries;
  return [
    ...entries,
    {
      state: 'next',
      // Documents requested after the decision delay only the settlement.
      step: step === 'decision' && claim.status === 'awaitingDocuments' && decided ? 'settled' : step,
      at: null,
      by: { role: 'handler', name: claim.handlerName },
      note: null,
      until: claim.nextBy,
    },
  ];
};

export const messageOf = ({ id, fromInsurer, author, text, sentAt }: ClaimMessageRow): ClaimMessage => ({
  id,
  fromInsurer,
  author,
  text,
  sentAt: instant(sentAt),
});

const summaryOf = (claim: ClaimDetails, language: Language): ClaimSummary => ({
  id: claim.id,
  number: claim.number,
  title: pick(language, claim.titleIs, claim.titleEn),
  status: claim.status,
  open: isOpen(claim.status),
  unverified: claim.unverified,
  dateOfLoss: claim.dateOfLoss,
  place: claim.place,
  policy: claim.policy,
  reportedAt: claim.reportedAt && instant(claim.reportedAt),
  changedAt: instant(claim.changedAt),
  lossAmount: claim.lossAmount,
  compensation: claim.compensation,
});

/** Who decided, and why; rules have no name. */
const decisionIn = (
  { decidedOn, by, approvedBy, reasons, rules }: NonNullable<ClaimDetails['decision']>,
  language: Language,
): Claim['decision'] => ({
  ...{ decidedOn, by: rules ? '' : by, approvedBy, reasons: reasons[language] },
  byRules: Boolean(rules),
});

/** The loss as reported, until a decision says what is paid (rule LIFE-13). */
const undecidedLossOf = (claim: ClaimDetails, events: readonly ClaimEventRow[]): Claim['loss'] => {
  const { line, form, unverified } = claim;
  const isDecided = (status: ClaimStatus | null) => status === 'approved' || status === 'partlyApproved';
  const decided = isDecided(claim.status) || events.some(({ status }) => isDecided(status));
  // An unknown reporter's answers are shown to nobody.
  if (line === null || form === null || unverified || decided || !isOpen(claim.status)) return null;
  return { line, causes: form.causes, plate: form.details.licensePlate ?? null };
};

/** A claim with everything in it, as the contract defines it. */
export const claimOf = (
  claim: ClaimDetails,
  rows: {
    events: readonly ClaimEventRow[];
    payments: readonly ClaimPaymentRow[];
    messages: readonly ClaimMessageRow[];
    files: Upload[];
    letters: Claim['letters'];
  },
  language: Language,
): Claim => {
  const needs = claim.status === 'awaitingDocuments' ? (claim.needs ?? []) : [];
  return {
    ...summaryOf(claim, language),
    handler: claim.handlerName === null ? null : { name: claim.handlerName, phone: claim.handlerPhone },
    timeline: timelineOf(claim, rows.events, language),
    needs: needs.length > 0 ? { items: needs.map((need) => need[language]), by: claim.needsBy } : null,
    payments: rows.payments.map(
      ({ id, titleIs, titleEn, recipient, amount, state, step, paidOn, account }) => ({
        id,
        title: pick(language, titleIs, titleEn),
        recipient,
        amount,
        state: step ?? state,
        paidOn,
        account,
      }),
    ),
    paymentsTotal: rows.payments
      .filter(({ step }) => step !== 'failed' && step !== 'returned')
      .reduce((sum, { amount }) => sum + amount, 0),
    covers: (claim.covers ?? []).map((cover) => ({ ...cover, title: cover.title[language] })),
    decision: claim.decision && decisionIn(claim.decision, language),
    deductible: claim.deductible,
    deductibleText: claim.deductibleText,
    // An unknown reporter's answers are shown to nobody.
    ownShare: ownShareOf(
      claim.productId ?? '',
      claim.unverified ? null : claim.line,
      claim.unverified ? [] : (claim.form?.causes ?? []),
      claim.deductibleText ?? '',
    ),
    loss: undecidedLossOf(claim, rows.events),
    // An unknown reporter may have typed something about other people.
    facts: claim.unverified ? [] : formAnswersOf(claim, language),
    files: rows.files,
    letters: rows.letters,
    messages: rows.messages.map(messageOf),
  };
};
