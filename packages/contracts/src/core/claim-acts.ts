import { z } from 'zod';
import { day, isk, ssn } from '../values.ts';
import { coreFact, coreReason, coreReceipt } from './acts.ts';
import { claimCoverAssessed, claimCoverDecided } from './claim-cover-facts.ts';
import { bothLanguages, code, factIssue, factVersion, uniqueIds } from './fact-values.ts';

/** What is done with a claim through the core, as the last part of the path of the call. */
export const coreClaimActKind = z.enum([
  'claim.settle',
  'claim.policy',
  'claim.ask',
  'claim.reserve',
  'claim.decide',
  'claim.pay',
  'claim.close',
  'claim.reopen',
]);
export type CoreClaimActKind = z.infer<typeof coreClaimActKind>;

const name = z.string().trim().min(1).max(200);
const account = z.string().regex(/^\d{4}-\d{2}-\d{6}$/);

/** A payment to make: to the customer, or to somebody else such as a repair shop. */
export const claimPaymentToMake = z.strictObject({
  id: code.describe('id of the payment within the claim; one that is used already is declined'),
  title: bothLanguages(200),
  recipient: name,
  recipientSsn: ssn.describe('kennitala of the recipient, who must own the account'),
  account,
  amount: isk.min(1),
});
export type ClaimPaymentToMake = z.infer<typeof claimPaymentToMake>;

const note = bothLanguages(2000);

/** What is done with a claim, apart from paying what was decided. */
export const claimActs = {
  settle: z
    .strictObject({
      kind: z.literal('claim.settle'),
      causes: z.array(z.string().min(1).max(40)).max(20),
      answers: z
        .record(z.string().min(1).max(40), z.string().max(40))
        .describe('answers of the report that are one of a few'),
      loss: isk.min(0).nullable().describe('as the customer has stated it'),
      itemYears: z
        .array(z.int().nullable())
        .max(50)
        .describe('years in which the damaged or lost things were bought; null for one that is not stated'),
      papers: z.int().min(0).describe('photos and papers that came with the report'),
      payTo: z
        .strictObject({ title: bothLanguages(200), recipient: name, account })
        .nullable()
        .describe('where the customer is paid at once; null: somebody orders the payment'),
    })
    .describe('decides and pays a small claim by rules, where they say so; nobody decides on it'),
  policy: z
    .strictObject({
      kind: z.literal('claim.policy'),
      policy: z.string().trim().min(1).max(40).describe('number of a policy of the customer'),
    })
    .describe('says which policy the claim is judged by, while nothing of it is decided, ordered or paid'),
  ask: z
    .strictObject({
      kind: z.literal('claim.ask'),
      needs: z.array(bothLanguages(300)).min(1).max(50),
      needsBy: day,
    })
    .describe('asks the customer for papers by a day'),
  reserve: z
    .strictObject({ kind: z.literal('claim.reserve'), reserve: isk.min(0) })
    .describe('what the claim is expected to cost altogether, for staff only'),
  decide: z
    .strictObject({
      kind: z.literal('claim.decide'),
      covers: z.array(claimCoverAssessed).max(50).check(uniqueIds('covers')),
      reasons: note.describe('why, as the customer reads it'),
    })
    .describe('decides the whole claim by cover; refuses it when nothing is payable'),
  close: z.strictObject({ kind: z.literal('claim.close'), note: note.nullable().default(null) }),
  reopen: z.strictObject({ kind: z.literal('claim.reopen'), note }),
} as const;

/** What is done with a claim. */
export const claimAct = z.discriminatedUnion('kind', [
  claimActs.settle,
  claimActs.policy,
  claimActs.ask,
  claimActs.reserve,
  claimActs.decide,
  z
    .strictObject({
      kind: z.literal('claim.pay'),
      payments: z.array(claimPaymentToMake).min(1).max(20).check(uniqueIds('payments')),
    })
    .describe('orders payments of what has been decided'),
  claimActs.close,
  claimActs.reopen,
]);
export type ClaimAct = z.infer<typeof claimAct>;

/** Body of a call: the claim, the act and the employee. */
export const coreClaimAct = z
  .strictObject({
    claim: z.strictObject({
      customer: ssn.describe('kennitala of the policyholder'),
      number: z.string().min(1).max(40),
      version: factVersion.describe(
        'version of the facts that the employee has seen; another one is declined',
      ),
    }),
    act: claimAct,
    decidedBy: z.strictObject({ name }).nullable().describe('null for `claim.settle`, on which rules decide'),
    approvedBy: z
      .strictObject({ name })
      .nullable()
      .describe('who has approved what is above their authority'),
    payable: isk
      .min(0)
      .optional()
      .describe(
        'of `claim.decide`, what it paid when it was previewed, which authority was asked for; another amount is declined',
      ),
  })
  .check(({ value, issues }) => {
    if ((value.act.kind === 'claim.settle') !== (value.decidedBy === null))
      issues.push(factIssue(value, ['decidedBy'], 'An employee decides on every act but `claim.settle`.'));
  });
export type CoreClaimAct = z.infer<typeof coreClaimAct>;

/** Whether the policy covered on the day of loss; `unknown` before the first version that the core has. */
export const claimCoverage = z.enum(['covered', 'suspended', 'none', 'unknown']);

/** What a claim is judged by: the policy as it was on the day of loss (rule INS-8). Amounts are in whole ISK. */
export const claimStanding = z.object({
  version: factVersion.describe('of the claim’s facts'),
  coverage: claimCoverage.nullable().describe('null for a claim without a policy'),
  policy: z.object({ number: z.string(), product: z.string(), validFrom: day, validTo: day }).nullable(),
  covers: z.array(
    z.object({
      id: code,
      title: bothLanguages(200),
      sumInsured: isk.nullable(),
      deductible: isk.nullable().describe('of the cover, or else of the policy'),
      used: isk.describe('decided in other claims of the same period under this cover'),
      left: isk.nullable().describe('of the sum insured; null without a limit'),
    }),
  ),
  reserve: isk.nullable(),
  decided: isk.describe('payable by the decision that stands'),
  ordered: isk.describe('payments approved, ordered or paid, not those that failed or were returned'),
  paid: isk,
  acts: z.array(coreClaimActKind).describe('what can be done with the claim as it is'),
});
export type ClaimStanding = z.infer<typeof claimStanding>;

const standing = claimStanding.nullable().describe('null for a claim that the core does not have');
const reasons = z.array(coreReason).max(20);

/** What an act would lead to. Nothing is stored. */
export const coreClaimPreview = z.object({
  result: z.enum(['done', 'referred', 'declined']),
  reasons,
  standing,
  covers: z.array(claimCoverDecided).describe('of `claim.decide`, each with what would be paid'),
  becomes: z
    .enum(['approved', 'partlyApproved', 'rejected'])
    .optional()
    .describe('of `claim.decide`, what the claim would be; left out by a core that does not say'),
});
export type CoreClaimPreview = z.infer<typeof coreClaimPreview>;

/** What has become of an act. The same answer again for the same key. */
export const coreClaimAnswer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('done'),
    reasons,
    facts: z.array(coreFact).max(2000).describe('what others refer to first'),
    receipt: coreReceipt.optional(),
  }),
  z.object({ result: z.literal('referred'), reasons, receipt: coreReceipt.optional() }),
  z.object({ result: z.literal('declined'), reasons, receipt: coreReceipt.optional() }),
]);
export type CoreClaimAnswer = z.infer<typeof coreClaimAnswer>;
