import { z } from 'zod';
import { approval } from './approvals.ts';
import { authorityAct } from './authorities.ts';
import { defineCalls } from './call.ts';
import { claimPaymentState, claimStatus } from './claims.ts';
import { claimActs, claimCoverage, coreClaimActKind } from './core/claim-acts.ts';
import { claimCoverAssessed, claimCoverDecided } from './core/claim-cover-facts.ts';
import { bothLanguages, factVersion } from './core/fact-values.ts';
import { claimHandler } from './staff-callers.ts';
import { day, id, instant, isk, longestIdentifier, typedSsn } from './values.ts';

/** A decided cover as staff and customers read it, with its title in the requested language. */
export const decidedCover = claimCoverDecided.extend({ title: z.string() });
export type DecidedCover = z.infer<typeof decidedCover>;

/** What a claim is judged by, in the requested language (rule INS-8). */
const judgedBy = z.object({
  coverage: claimCoverage.nullable().describe('on the day of loss; null for a claim without a policy'),
  policy: z.object({ number: z.string(), validFrom: day, validTo: day }).nullable(),
  covers: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      sumInsured: isk.nullable(),
      deductible: isk.nullable(),
      used: isk.describe('decided in other claims of the same period under this cover'),
      left: isk.nullable().describe('of the sum insured; null without a limit'),
    }),
  ),
  decided: isk.describe('payable by the decision that stands'),
  ordered: isk.describe('of that, in payments that have not failed or come back'),
  paid: isk,
});

/** A bank account without most of its digits. */
const maskedAccount = z.string().describe('`0133-26-••4410`');

/** A claim as its handler decides on it (rule DESK-8). */
export const staffClaim = z.object({
  number: z.string(),
  status: claimStatus,
  version: factVersion.nullable().describe('sent back with an act; null while no core has the claim'),
  decides: z
    .enum(['core', 'elsewhere', 'silent'])
    .describe(
      '`core`: acts are carried out by the insurance core. `elsewhere`: none is connected, or the claim is another system’s. `silent`: the core does not answer',
    ),
  acts: z.array(coreClaimActKind).describe('what can be done with it now'),
  judgedBy: judgedBy.nullable().describe('null unless the core answers'),
  policies: z
    .array(
      z.object({
        number: z.string(),
        name: z.string(),
        insured: z.string().nullable(),
        validFrom: day,
        validTo: day,
        coverage: z.enum(['covered', 'suspended', 'none']).describe('on the day of loss'),
      }),
    )
    .describe(
      'policies of the customer that `claim.policy` can choose, those in force on the day of loss first',
    ),
  reserve: isk.nullable(),
  decision: z
    .object({
      decidedOn: day,
      by: z.string(),
      approvedBy: z.string().nullable(),
      reasons: z.object({ is: z.string(), en: z.string() }),
      rules: z.string().nullable().describe('edition of the rules that decided without a person'),
    })
    .nullable(),
  covers: z.array(decidedCover).describe('the decision that stands'),
  needs: z.object({ items: z.array(z.string()), by: day.nullable() }).nullable(),
  payments: z.array(
    z.object({
      id,
      title: z.string(),
      recipient: z.string(),
      amount: isk,
      state: claimPaymentState,
      paidOn: day.nullable(),
      account: maskedAccount.nullable(),
      fault: z.string().nullable().describe('why it failed or came back'),
    }),
  ),
  account: z
    .object({
      account: maskedAccount,
      changedOn: day.nullable().describe('when it was changed, within the last fourteen days'),
    })
    .nullable()
    .describe('of the customer, on file'),
  authority: z
    .array(z.object({ act: authorityAct, upTo: isk.nullable() }))
    .describe('up to which amount the caller may act alone; null: everything is proposed to somebody else'),
  approvals: z.array(approval).describe('what is proposed about it, newest first'),
  earlier: z
    .array(
      z.object({
        id,
        number: z.string(),
        title: z.string(),
        dateOfLoss: day,
        status: claimStatus,
        compensation: isk.nullable(),
      }),
    )
    .describe('other claims of the customer that the caller may read, newest first'),
  history: z
    .array(
      z.object({
        id,
        kind: coreClaimActKind,
        state: z.enum(['asked', 'done', 'referred', 'declined']),
        by: z.string().nullable().describe('null for what rules decided'),
        approvedBy: z.string().nullable(),
        at: instant,
        amount: isk.nullable().describe('reserve, payable or ordered by it'),
        reasons: z.array(z.string()).describe('why it was not done'),
      }),
    )
    .describe(
      'what staff and rules have done with it here, newest first. `asked`: the core has not answered yet',
    ),
});
export type StaffClaim = z.infer<typeof staffClaim>;

/** A payment as a handler orders it. */
export const staffPayment = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('customer'), amount: isk.min(1) }).describe('into the account on file'),
  z.strictObject({
    to: z.literal('other'),
    recipient: z.string().trim().min(1).max(200),
    recipientSsn: typedSsn,
    account: z.string().trim().min(1).max(longestIdentifier).describe('as typed or pasted'),
    amount: isk.min(1),
  }),
]);
export type StaffPayment = z.output<typeof staffPayment>;

/** Acts of a handler on a claim. */
export const staffClaimAct = z.discriminatedUnion('kind', [
  claimActs.policy,
  claimActs.ask,
  claimActs.reserve,
  claimActs.decide,
  z.strictObject({ kind: z.literal('claim.pay'), payments: z.array(staffPayment).min(1).max(20) }),
  claimActs.close,
  claimActs.reopen,
]);
export type StaffClaimAct = z.output<typeof staffClaimAct>;

const actOnClaimBody = z.object({
  version: factVersion.describe('of the claim that was read'),
  act: staffClaimAct,
  payable: isk
    .min(0)
    .optional()
    .describe(
      'of `claim.decide`, what its letter said; 409 `previewChanged` when it would pay another amount',
    ),
});

const caseId = z.object({ id });

/** A letter as the customer reads it as a document, block by block. */
export const previewedLetter = z.object({
  title: z.string(),
  lead: z.array(z.string()),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('heading'), text: z.string() }),
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
      z.object({
        kind: z.literal('facts'),
        items: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
      z.object({
        kind: z.literal('table'),
        columns: z.array(z.object({ heading: z.string(), figures: z.boolean() })),
        rows: z.array(z.array(z.string())),
      }),
    ]),
  ),
});
export type PreviewedLetter = z.infer<typeof previewedLetter>;

/** Decisions on claims at the desk (rules DESK-8 to DESK-10). What becomes of them the insurance core says (rule ACT-1). */
export const claimDecisionCalls = defineCalls({
  staffClaim: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/cases/{id}/claim',
    who: claimHandler,
    rate: 'read',
    summary:
      'Returns the claim of a case as it is decided on: what it is judged by, reserve, decision by cover, payments, earlier claims. The customer can see that staff have looked at it.',
    params: caseId,
    response: staffClaim,
    audit: 'staff.case',
  },
  previewClaimDecision: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}/claim/preview',
    who: claimHandler,
    rate: 'write',
    summary:
      'Returns what a decision would pay by cover, and the letter that the customer would get, in both languages; decides nothing.',
    params: caseId,
    body: z.object({
      version: factVersion,
      covers: z.array(claimCoverAssessed).max(50),
      reasons: bothLanguages(2000).nullable().describe('null for the figures alone, without letters'),
    }),
    response: z.object({
      covers: z.array(decidedCover),
      payable: isk,
      reasons: z.array(z.string()).describe('why the core would not do it; empty when it would'),
      letters: z.object({ is: previewedLetter, en: previewedLetter }).nullable(),
      sentIn: z.enum(['is', 'en']),
    }),
    audit: 'staff.case',
    events: { none: 'a preview, changes nothing' },
  },
  actOnClaim: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/cases/{id}/claim',
    who: claimHandler,
    rate: 'write',
    summary:
      'Says which policy a claim is judged by, asks the customer for papers, sets a reserve, decides by cover, orders payments, closes or reopens it, through the insurance core; what is above the caller’s authority is proposed instead. Assigns the case to the caller if nobody has it.',
    params: caseId,
    body: actOnClaimBody,
    response: z.object({
      result: z
        .enum(['done', 'declined', 'asked', 'proposed'])
        .describe(
          '`asked`: the core has not answered; it is asked again until it does. `proposed`: somebody else has to approve it first',
        ),
      reasons: z.array(z.string()),
      claim: staffClaim,
      lastEvent: z.int().describe('number of the last event in the history of the case'),
    }),
    audit: 'staff.claim',
    events: ['document.issued'],
  },
});
