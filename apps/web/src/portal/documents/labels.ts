import type { DocumentKind } from '@hofn/contracts';

/** Text key of each kind of document. */
export const kindKey = {
  certificate: 'documents|kindCertificate',
  renewal: 'documents|kindRenewal',
  invoice: 'documents|kindInvoice',
  claimDecision: 'documents|kindClaimDecision',
  transactionOverview: 'documents|kindTransactionOverview',
  policyOverview: 'documents|kindPolicyOverview',
  annualStatement: 'documents|kindAnnualStatement',
  memo: 'documents|kindMemo',
  letter: 'documents|kindLetter',
} as const satisfies Record<DocumentKind, string>;
