import { addDays } from '@hofn/domain';
import type { SigningTerms } from '../schema/signing.ts';
import { noonOf, opaqueId } from './ids-and-instants.ts';
import type { Both, Rows } from './policy.ts';

/** A demo document to sign. */
export type ToSignDraft = {
  terms: Exclude<SigningTerms, { kind: 'agreement' }>;
  /** Numbers of the policy and the claim it is about; the claim's row must already have been added. */
  policy?: string;
  claim?: string;
  /** Days before today of its issue, and days from today of its last day. */
  issuedDaysAgo: number;
  validDays: number;
  /** Whether it is already signed: the start does that with the sandbox's electronic ID. */
  signed?: true;
};

const titles: Record<Exclude<SigningTerms, { kind: 'agreement' }>['kind'], Both> = {
  powerOfAttorney: { is: 'Umboð til að sækja upplýsingar', en: 'Authority to fetch information' },
  settlement: { is: 'Samkomulag um bætur', en: 'Settlement agreement' },
  directDebit: { is: 'Heimild til skuldfærslu', en: 'Direct debit mandate' },
};

export const toSignId = (customerId: string, { terms }: ToSignDraft): string =>
  opaqueId('to sign', customerId, terms.kind);

/** Adds a document to sign. */
export const addToSign = (rows: Rows, customerId: string, today: string, draft: ToSignDraft): void => {
  const { terms, policy, claim } = draft;
  const title = titles[terms.kind];
  rows.documentsToSign.push({
    customerId,
    id: toSignId(customerId, draft),
    titleIs: title.is,
    titleEn: title.en,
    terms,
    policyId: policy === undefined ? null : opaqueId('policy', policy),
    claimId: rows.claims.find(({ number }) => number === claim)?.id ?? null,
    issuedOn: addDays(today, -draft.issuedDaysAgo),
    announcedAt: noonOf(addDays(today, -draft.issuedDaysAgo)),
    signBy: addDays(today, draft.validDays),
  });
};
