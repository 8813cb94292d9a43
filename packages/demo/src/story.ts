import type { FactType, factTypes } from '@hofn/contracts/core/facts.ts';
import type { Sharer } from '@hofn/database/seed/ledger.ts';
import type { Both, PolicyDraft } from '@hofn/database/seed/policy.ts';
import type { InstalmentDraft } from '@hofn/database/seed/story.ts';
import type { Risk } from '@hofn/insurance/rating.ts';
import type { z } from 'zod';

export * from '@hofn/database/seed/story.ts';

/** A fact of a type as it may be sent: fields with a default may be left out. */
export type Given<Type extends FactType> = z.input<(typeof factTypes)[Type]>;

type Claim = Given<'claims'>;
type ClaimEvent = Claim['events'][number];

/** A claim, from which its timeline and payments follow. */
export type ClaimDraft = Omit<
  Claim,
  'customer' | 'claim' | 'policy' | 'unverified' | 'handler' | 'nextBy' | 'events' | 'payments'
> & {
  /** Number of the policy. */
  policy: string;
  /** Day of the last step. */
  changedOn: string;
  reportedAt: string;
  /** Steps after filing; default: the usual ones to its status. */
  history?: Array<Required<Pick<ClaimEvent, 'status' | 'role'>> & { day: string; note: Both | undefined }>;
  /** Parts of the compensation; default: a single payment. */
  payments?: Array<Omit<NonNullable<Claim['payments']>[number], 'id'>>;
};

/** An offer, priced by its risk. */
export type OfferDraft = Pick<Given<'offers'>, 'number' | 'product' | 'insured' | 'needs'> & {
  risk: Risk;
  /** Number of the policy it would replace. */
  instead?: string;
  /** Days before today when it was made, and days from today of its last day and its first day of cover. */
  madeDaysAgo: number;
  validDays: number;
  effectiveInDays: number;
};

/** A document to sign. */
export type ToSignDraft = {
  terms: NonNullable<Given<'documents-to-sign'>['terms']>;
  /** Numbers of the policy and the claim it is about. */
  policy?: string;
  claim?: string;
  /** Days before today of its issue, and days from today of its last day. */
  issuedDaysAgo: number;
  validDays: number;
};

/** A demo customer: who they are, why they are in the demo, and what the insurer’s core knows of them. */
export type Story = {
  customer: Omit<Given<'customers'>, 'companies' | 'consents' | 'documentsFrom'>;
  story: Both;
  policies: Omit<PolicyDraft, 'id'>[];
  /**
   * Instalments, from the yearly premiums of the policies that count today, as a sum, and one by one with those that have
   * lapsed.
   */
  instalments: (premium: number, sharers: readonly Sharer[]) => InstalmentDraft[];
  claims: ClaimDraft[];
  /** Offers, also those that have expired. */
  offers?: OfferDraft[];
  /** Documents that were sent to be signed. */
  toSign?: ToSignDraft[];
  /** Companies the person is involved in, by kennitala. */
  companies?: Given<'customers'>['companies'];
};
