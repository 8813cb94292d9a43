import type { NextPeriod } from '@hofn/domain/next-period.ts';
import type { ClaimCoverRow } from '../schema/claims.ts';
import type { ItemFacts } from '../schema/policies.ts';

/** A text in both languages. */
export type Both = { is: string; en: string };
type OptionalBoth = { is: string | null; en: string | null };

type Holder = { fullName: string; ssn: string };

type PolicyDays = {
  validFrom: string;
  validTo: string;
  renews: boolean;
  cancelledOn: string | null;
  lapsedOn: string | null;
  suspendedOn: string | null;
};

/** The policy terms a certificate states; their hash is the certificate's fingerprint. */
export type PolicyTerms = {
  number: string;
  product: string;
  insured: OptionalBoth;
  premiumPerYear: number;
  deductible: number | null;
  sumInsured: number | null;
  validFrom: string;
  validTo: string;
  renews: boolean;
  instalmentsPerYear: number;
  instalmentFeePercent: number;
  termsCodes: string[];
  items: Array<{
    id: string;
    kind: 'vehicle' | 'property' | 'contents' | 'person' | 'activity' | 'trip';
    name: Both;
    facts: ItemFacts;
  }>;
  covers: Array<{ id: string; sumInsured: number | null; deductible: number | null }>;
  parts: Array<{ id: string; amount: number }>;
};

/** A policy as a row in another document's list. */
export type PolicyLine = PolicyDays & {
  id: string;
  number: string;
  product: string;
  group: 'vehicles' | 'home' | 'persons' | 'travel' | 'business';
  ordinal: number;
  name: Both;
  insured: OptionalBoth;
  premiumPerYear: number;
  deductible: number | null;
  sumInsured: number | null;
};

type PolicyFacts = {
  id: string;
  policy: PolicyTerms;
  days: Pick<PolicyDays, 'cancelledOn' | 'lapsedOn' | 'suspendedOn'>;
};

/** A period of a customer's account. */
export type AccountFacts = {
  sums: {
    count: number;
    charges: number;
    payments: number;
    openingBalance: number;
    closingBalance: number;
  };
  items: Array<{
    id: string;
    date: string;
    type: 'premium' | 'payment' | 'refund' | 'fee' | 'claim';
    description: Both;
    policy: { id: string; number: string; name: Both } | null;
    amount: number;
    balance: number;
  }>;
};

/** The facts of a document, frozen when it was issued (rule HOLD-15). Amounts are ISK, days `YYYY-MM-DD`. */
export type DocumentFacts = { holder: Holder } & (
  | ({ kind: 'certificate' } & PolicyFacts)
  // Letters of earlier releases do not have the field.
  | ({ kind: 'renewal'; nextPeriod?: NextPeriod | null } & PolicyFacts)
  | {
      kind: 'invoice';
      sequence: number;
      sequenceOf: number;
      dueDate: string;
      finalDueDate: string;
      amount: number;
      method: 'ccard' | 'bank' | 'claim';
      policyId: string | null;
      policies: PolicyLine[];
    }
  | {
      kind: 'claimDecision';
      number: string;
      title: Both;
      dateOfLoss: string;
      place: string | null;
      lossAmount: number | null;
      compensation: number | null;
      status: string;
      note: OptionalBoth;
      name: string | null;
      /** ISK: of the policy; missing in documents of earlier releases, as are the payments. */
      deductible?: number | null;
      payments?: Array<{ title: Both; amount: number; paidOn: string | null; account: string | null }>;
      /** ISK, by cover; missing in documents of earlier releases, as is who approved. */
      covers?: ClaimCoverRow[] | null;
      approvedBy?: string | null;
    }
  | ({ kind: 'transactionOverview' | 'annualStatement' } & AccountFacts)
  | { kind: 'policyOverview'; policies: PolicyLine[] }
);

/** Names and descriptions that facts refer to by id, shared by many documents. Lists are in display order. */
export type Wordings = {
  products: Record<
    string,
    {
      group: PolicyLine['group'];
      ordinal: number;
      name: Both;
      benefits: string[];
      /** Not in wordings of earlier releases. */
      deductible?: Both;
      covers: Array<{
        id: string;
        kind: 'cover' | 'exclusion';
        optional: boolean;
        name: Both;
        description: Both;
      }>;
    }
  >;
  /** Titles of terms by code; `codeEn` if the English text has its own code. */
  terms: Record<string, { codeEn: string | null; title: Both }>;
  premiumParts: Array<{
    code: string;
    kind: 'base' | 'cover' | 'discount' | 'publicCharge' | 'fee';
    name: Both;
  }>;
  itemFacts: Array<{ key: string; format: string; label: Both }>;
};
