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
import { foldForSearch, type Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { policyReference } from '../platform/references.ts';
import type { ClaimEventRow, ClaimMessageRow, ClaimPaymentRow, ClaimWhole } from './case-store.ts';
import { factsOf } from './facts.ts';
import { type ClaimFilter, type ClaimListRow, isOpen, type Position } from './store.ts';

/** Claims as a file; nobody has as many. */
export const mostRows = 10_000;

const position: z.ZodType<Position> = z.tuple([z.int(), z.string().max(64)]);
export const cursors = defineCursor<Position | null>(position, null);

/** What a caller narrows and orders the list by. */
export type Asked = {
  state?: 'open' | 'closed' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  policy?: string | undefined;
  search?: string | undefined;
  sort?: ClaimSort | undefined;
};

/**
 * All claims that are asked for, from the first.
 * @throws Fault `validation` naming `to` when the last day is before the first
 */
export const filterOf = ({ state, from, to, policy, search, sort }: Asked): ClaimFilter => {
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
    limit: mostRows,
  };
};

/**
 * A page of the list as the contract has it.
 * @param row with one claim more than `limit` when there is a next page
 * @param list what the cursor is bound to
 */
export const overviewOf = (row: ClaimListRow, limit: number, list: string): ClaimOverview => {
  const [sums] = row.sums;
  if (!sums) throw new Error('The claims came without their sums.');
  const page = row.items.slice(0, limit);
  const last = page.at(-1);
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
    nextCursor: last && row.items.length > limit ? cursors.write([last.rank, last.id], list) : null,
    sums,
    policies: row.policies.flatMap((claim) => policyReference(claim) ?? []),
    drafts: row.drafts,
  };
};

/** What comes after a status, as far as it is known; nothing after the end. */
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

/** What happened, from the events; from the claim alone for one that is older than they are. */
const happenedIn = (claim: ClaimWhole, events: readonly ClaimEventRow[]) =>
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
 * How a claim has gone and will go (rule DATA-9): what is done with its day and person, where it stands now, and what
 * comes next and by when. After the end nothing is now or next.
 */
export const timelineOf = (
  claim: ClaimWhole,
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
      note: language === 'is' ? noteIs : noteEn,
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
      // Papers that are asked for after the decision hold up the settlement alone.
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

const summaryOf = (claim: ClaimWhole, language: Language): ClaimSummary => ({
  id: claim.id,
  number: claim.number,
  title: language === 'is' ? claim.titleIs : claim.titleEn,
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

/** One claim whole, as the contract has it. */
export const claimOf = (
  claim: ClaimWhole,
  rows: {
    events: readonly ClaimEventRow[];
    payments: readonly ClaimPaymentRow[];
    messages: readonly ClaimMessageRow[];
    files: Upload[];
    letters: Claim['letters'];
  },
  language: Language,
): Claim => {
  const pick = (is: string, en: string) => (language === 'is' ? is : en);
  const needs = claim.status === 'awaitingDocuments' ? (claim.needs ?? []) : [];
  return {
    ...summaryOf(claim, language),
    handler: claim.handlerName === null ? null : { name: claim.handlerName, phone: claim.handlerPhone },
    timeline: timelineOf(claim, rows.events, language),
    needs: needs.length > 0 ? { items: needs.map(({ is, en }) => pick(is, en)), by: claim.needsBy } : null,
    payments: rows.payments.map(({ id, titleIs, titleEn, recipient, amount, state, paidOn, account }) => ({
      id,
      title: pick(titleIs, titleEn),
      recipient,
      amount,
      state,
      paidOn,
      account,
    })),
    paymentsTotal: rows.payments.reduce((sum, { amount }) => sum + amount, 0),
    deductible: claim.deductible,
    // What was typed by we do not know whom may be about others.
    facts: claim.unverified ? [] : factsOf(claim, language),
    files: rows.files,
    letters: rows.letters,
    messages: rows.messages.map(messageOf),
  };
};
