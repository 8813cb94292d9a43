import { addDays } from '@hofn/domain';
import type { SigningTerms } from '../schema/signing.ts';
import { noonOf, opaqueId } from './ids-and-instants.ts';
import type { Both, Rows } from './policy.ts';

/** A document that a customer is asked to sign, from which its row follows. */
export type ToSignDraft = {
  terms: SigningTerms;
  /** Numbers of the policy and the claim that it is about; the claim's row is there already. */
  policy?: string;
  claim?: string;
  /** Days from today: when it was issued (before), and its last day. */
  issuedDaysAgo: number;
  validDays: number;
  /** Whether the demo has it as signed: the start of the product does that, by the electronic ID of the sandbox. */
  signed?: true;
};

const titles: Record<SigningTerms['kind'], Both> = {
  powerOfAttorney: { is: 'Umboð til að sækja upplýsingar', en: 'Authority to fetch information' },
  settlement: { is: 'Samkomulag um bætur', en: 'Settlement agreement' },
  directDebit: { is: 'Heimild til skuldfærslu', en: 'Direct debit mandate' },
};

export const toSignId = (customerId: string, { terms }: ToSignDraft): string =>
  opaqueId('to sign', customerId, terms.kind);

/** Adds the row of one document to sign. */
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
