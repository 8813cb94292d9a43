import { site as english } from '@hofn/texts/catalogue/en/site.ts';
import { site as icelandic } from '@hofn/texts/catalogue/is/site.ts';
import type { Language, PageContext } from '../src/engine/types.ts';

/**
 * Pages of the application: they have a row in the table of paths, but no content document of their own. Every portal
 * screen needs a row here.
 */
export const appPages: {
  key: string;
  template: string;
  area: PageContext['area'];
  description?: Record<Language, string>;
  /** Type and uid of the document that the page shows. */
  document?: { type: string; uid: string };
}[] = [
  {
    key: 'search',
    template: 'search',
    area: 'site',
    description: { is: icelandic.search.about, en: english.search.about },
  },
  {
    key: 'travelCheckCode',
    template: 'travelCheck',
    area: 'site',
    document: { type: 'travelCheck', uid: 'travelCheck' },
  },
  { key: 'offline', template: 'offline', area: 'site' },
  { key: 'error', template: 'error', area: 'site' },
  { key: 'loggedOut', template: 'loggedOut', area: 'site' },
  { key: 'preview', template: 'preview', area: 'site' },
  { key: 'login', template: 'login', area: 'portal' },
  { key: 'loginCallback', template: 'login', area: 'portal' },
  { key: 'requestCredentials', template: 'login', area: 'portal' },
  { key: 'portal.base', template: 'portal', area: 'portal' },
  { key: 'portal.mobileMenu', template: 'portalMobileMenu', area: 'portal' },
  { key: 'portal.policies', template: 'portal', area: 'portal' },
  { key: 'portal.policy', template: 'portalPolicy', area: 'portal' },
  { key: 'portal.claimsHistory', template: 'portalClaimsHistory', area: 'portal' },
  { key: 'portal.policyProof', template: 'portalPolicyProof', area: 'portal' },
  { key: 'portal.benefits', template: 'portalBenefits', area: 'portal' },
  { key: 'portal.help', template: 'portalHelp', area: 'portal' },
  { key: 'portal.payments', template: 'portalPayments', area: 'portal' },
  { key: 'portal.claims', template: 'portalClaims', area: 'portal' },
  { key: 'portal.claim', template: 'portalClaim', area: 'portal' },
  { key: 'portal.fileClaim', template: 'portalFileClaim', area: 'portal' },
  { key: 'portal.claimDraft', template: 'portalFileClaim', area: 'portal' },
  { key: 'portal.transactions', template: 'portalTransactions', area: 'portal' },
  { key: 'portal.documents', template: 'portalDocuments', area: 'portal' },
  { key: 'portal.document', template: 'portalDocument', area: 'portal' },
  { key: 'portal.toSign', template: 'portalToSign', area: 'portal' },
  { key: 'portal.signDocument', template: 'portalSignDocument', area: 'portal' },
  { key: 'docdl', template: 'docdl', area: 'portal' },
  { key: 'dataGatewayFile', template: 'docdl', area: 'portal' },
  { key: 'portal.complaint', template: 'portalComplaint', area: 'portal' },
  { key: 'portal.memo', template: 'portalMemo', area: 'portal' },
  { key: 'portal.matters', template: 'portalMatters', area: 'portal' },
  { key: 'portal.receipt', template: 'portalReceipt', area: 'portal' },
  { key: 'portal.travel', template: 'portalTravel', area: 'portal' },
  { key: 'portal.settings', template: 'portalGeneral', area: 'portal' },
  { key: 'portal.settingsGeneral', template: 'portalGeneral', area: 'portal' },
  { key: 'portal.settingsPayment', template: 'portalPaymentDetails', area: 'portal' },
  { key: 'portal.settingsPaymentAlias', template: 'portalPaymentDetails', area: 'portal' },
  { key: 'cardVerification', template: 'cardVerification', area: 'portal' },
  { key: 'portal.settingsPassword', template: 'portalPassword', area: 'portal' },
  { key: 'portal.settingsCommunication', template: 'portalCommunication', area: 'portal' },
  { key: 'portal.settingsSecurity', template: 'portalSecurity', area: 'portal' },
  { key: 'portal.settingsAccess', template: 'portalAccess', area: 'portal' },
  { key: 'portal.settingsPrivacy', template: 'portalPrivacy', area: 'portal' },
  { key: 'portal.notifications', template: 'portalNotifications', area: 'portal' },
  { key: 'portal.offers', template: 'portalOffers', area: 'portal' },
  { key: 'portal.offer', template: 'portalOffer', area: 'portal' },
  { key: 'portal.buy', template: 'portalBuy', area: 'portal' },
  { key: 'portal.purchase', template: 'portalPurchase', area: 'portal' },
  { key: 'portal.updateLiability', template: 'portalUpdateLiability', area: 'portal' },
  { key: 'portal.updateEmployee', template: 'portalUpdateEmployee', area: 'portal' },
  { key: 'portal.updateTravel', template: 'portalUpdateTravel', area: 'portal' },
  { key: 'staff.queue', template: 'staffQueue', area: 'staff' },
  { key: 'staff.case', template: 'staffCase', area: 'staff' },
  { key: 'staff.customers', template: 'staffCustomers', area: 'staff' },
  { key: 'staff.customer', template: 'staffCustomer', area: 'staff' },
  { key: 'staff.chat', template: 'staffChat', area: 'staff' },
  { key: 'staff.approvals', template: 'staffApprovals', area: 'staff' },
  { key: 'staff.money', template: 'staffMoney', area: 'staff' },
  { key: 'staff.cardPayment', template: 'staffCardPayment', area: 'staff' },
  { key: 'staff.ledger', template: 'staffLedger', area: 'staff' },
  { key: 'staff.workload', template: 'staffWorkload', area: 'staff' },
  { key: 'staff.complaints', template: 'staffComplaints', area: 'staff' },
  { key: 'staff.absences', template: 'staffAbsences', area: 'staff' },
  { key: 'staff.textBlocks', template: 'staffTextBlocks', area: 'staff' },
  { key: 'staff.audit', template: 'staffAudit', area: 'staff' },
  { key: 'staff.authorities', template: 'staffAuthorities', area: 'staff' },
  { key: 'staff.employees', template: 'staffEmployees', area: 'staff' },
  { key: 'staff.security', template: 'staffSecurity', area: 'staff' },
];
