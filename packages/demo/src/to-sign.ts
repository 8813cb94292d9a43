import type { Both } from '@hofn/database/seed/policy.ts';
import { addDays } from '@hofn/domain';
import { claimKey } from './claims.ts';
import { policyKey } from './policies.ts';
import type { Given, ToSignDraft } from './story.ts';

const titles: Record<ToSignDraft['terms']['kind'], Both> = {
  powerOfAttorney: { is: 'Umboð til að sækja upplýsingar', en: 'Authority to fetch information' },
  settlement: { is: 'Samkomulag um bætur', en: 'Settlement agreement' },
  directDebit: { is: 'Heimild til skuldfærslu', en: 'Direct debit mandate' },
};

/** The fact of a document to sign, which Höfn writes itself from its terms. */
export const toSignFact = (
  customer: string,
  today: string,
  { terms, policy, claim, issuedDaysAgo, validDays }: ToSignDraft,
): Given<'documents-to-sign'> => ({
  ...{ customer, title: titles[terms.kind], terms },
  policy: policy === undefined ? null : policyKey(policy),
  claim: claim === undefined ? null : claimKey(claim),
  issuedOn: addDays(today, -issuedDaysAgo),
  signBy: addDays(today, validDays),
});
