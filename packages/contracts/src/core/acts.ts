import { z } from 'zod';
import { writtenText } from '../requests.ts';
import { accountIsk, day, instant, isk } from '../values.ts';
import { factVersion, sourceKey } from './fact-values.ts';
import { type FactType, factTypes } from './facts.ts';
import { type CoreRequest, coreRequest } from './requests.ts';

/** What the front asks an insurance core to do, as the last part of the path of the call. */
export const coreActKind = z.enum([
  'bind',
  'cover',
  'deductible',
  'figures',
  'suspend',
  'resume',
  'cancel',
  'withdraw',
  'plan',
]);
export type CoreActKind = z.infer<typeof coreActKind>;

/** The act that does what a request asks for. */
export const actKindOf = ({ kind, change }: Pick<CoreRequest, 'kind' | 'change'>): CoreActKind => {
  if (kind === 'offer') return 'bind';
  return kind === 'cover' && change?.act === 'deductible' ? 'deductible' : kind;
};

/** What is asked for, as the list of requests states it, and who has decided on it. */
export const coreAct = z.strictObject({
  request: coreRequest,
  decidedBy: z
    .strictObject({ name: z.string().min(1).max(200) })
    .nullable()
    .describe('the employee who has accepted what was referred; null: the core decides'),
});
export type CoreAct = z.infer<typeof coreAct>;

/** Why a core has decided as it did: a code, and the words for it where the code is the core's own. */
export const coreReason = z.object({ code: z.string().min(1).max(60), texts: writtenText.nullable() });
export type CoreReason = z.infer<typeof coreReason>;

/** What an act does to money. Amounts are in whole ISK and never negative. */
export const coreEffect = z.object({
  premiumBefore: isk.describe('of the policy per year, before'),
  premiumAfter: isk.describe('of the policy per year, after; 0 when it ends'),
  charged: accountIsk.min(0).describe('charged at once'),
  credited: accountIsk.min(0).describe('taken off what the customer owes'),
  refunded: accountIsk.min(0).describe('paid back to the customer'),
  refundOn: day.nullable().describe('the day on which it is paid back; null when nothing is'),
  instalments: z
    .array(z.object({ dueDate: day, before: isk, after: isk }))
    .describe('coming instalments whose amount changes; 0 is none'),
});
export type CoreEffect = z.infer<typeof coreEffect>;

/** A fact as a core returns it: what sending it by the core connection would say. */
export const coreFact = z.object({
  type: z.enum(Object.keys(factTypes) as [FactType, ...FactType[]]),
  key: sourceKey,
  version: factVersion,
  facts: z.record(z.string(), z.unknown()),
  acknowledges: z.array(z.string()).optional(),
});
export type CoreFact = z.infer<typeof coreFact>;

const decided = {
  edition: z.string().min(1).max(40).nullable().describe('edition of the rules that decided'),
  reasons: z.array(coreReason).max(20),
};
const agreed = {
  effectiveOn: day.describe('of what ends, the first day without cover'),
  premium: isk.describe('per year'),
  effect: coreEffect,
};
const referred = z.object({ result: z.literal('referred'), ...decided });
const declined = z.object({ result: z.literal('declined'), ...decided });

/** What an act would lead to. Nothing is stored. */
export const coreActPreview = z.discriminatedUnion('result', [
  z.object({ result: z.literal('done'), ...decided, ...agreed }),
  referred,
  declined,
]);
export type CoreActPreview = z.infer<typeof coreActPreview>;

/** Names the receipt that a core keeps of an act, so that customer and staff can refer to it (rule ACT-5). */
export const coreReceipt = z.object({
  key: z
    .string()
    .min(1)
    .max(200)
    .describe('under which the core finds it; of a request that was done before, the key of that act'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('over the receipt, in hex'),
  recordedAt: instant,
});
export type CoreReceipt = z.infer<typeof coreReceipt>;

const recorded = { receipt: coreReceipt.optional().describe('left out by a core without receipts') };

/**
 * What has become of an act: `done` with every fact that it changed, `referred` to people, or `declined`. The same answer
 * again for the same key.
 */
export const coreActAnswer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('done'),
    ...decided,
    ...agreed,
    policyNumber: z
      .string()
      .min(1)
      .max(40)
      .nullable()
      .describe('of the policy that was changed or issued; null of `plan`, which changes none'),
    facts: z.array(coreFact).max(2000).describe('what others refer to first'),
    ...recorded,
  }),
  referred.extend(recorded),
  declined.extend(recorded),
]);
export type CoreActAnswer = z.infer<typeof coreActAnswer>;
