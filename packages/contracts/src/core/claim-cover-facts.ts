import { z } from 'zod';
import { isk } from '../values.ts';
import { bothLanguages, code } from './fact-values.ts';

/** What is assessed of one cover. Amounts are in whole ISK. */
export const claimCoverAssessed = z.strictObject({
  id: code.describe('id of the cover in the policy; `policy` for a policy without covers'),
  claimed: isk.min(0).nullable().default(null).describe('what the customer asks for'),
  loss: isk.min(0).describe('assessed loss'),
  depreciation: isk.min(0).default(0),
  ownShare: isk.min(0).default(0).describe('share of the loss that is left to the customer'),
  deductible: isk.min(0).default(0),
});
export type ClaimCoverAssessed = z.infer<typeof claimCoverAssessed>;

/** A cover that has been decided: what was assessed, and what is paid for it. */
export const claimCoverDecided = claimCoverAssessed.extend({
  title: bothLanguages(200),
  payable: isk
    .min(0)
    .describe('loss less depreciation, share and deductible, at most what is left of the sum insured'),
});
export type ClaimCoverDecided = z.infer<typeof claimCoverDecided>;
