import { absenceCalls } from './absences.ts';
import { accessCalls } from './access.ts';
import { analyticsCalls } from './analytics.ts';
import { approvalCalls } from './approvals.ts';
import { auditCalls } from './audit.ts';
import { authorityCalls } from './authorities.ts';
import { calendarCalls } from './calendar.ts';
import { caseDraftCalls } from './case-drafts.ts';
import { caseCalls } from './cases.ts';
import { casesAtOnceCalls } from './cases-at-once.ts';
import { chatCalls } from './chat.ts';
import { claimDecisionCalls } from './claim-decisions.ts';
import { claimNoticeCalls } from './claim-notices.ts';
import { claimCalls } from './claims.ts';
import { claimsHistoryCalls } from './claims-history.ts';
import { communicationCalls } from './communication.ts';
import { companyCalls } from './company.ts';
import { complaintCalls } from './complaints.ts';
import { contactCalls } from './contact.ts';
import { contentCalls } from './content.ts';
import { coreCalls } from './core/index.ts';
import { customerPageCalls } from './customer-page.ts';
import { deskNewsCalls } from './desk-news.ts';
import { documentCalls } from './documents.ts';
import { driverInsuranceCalls } from './driverinsurance.ts';
import { employeeCalls } from './employees.ts';
import { financeCalls } from './finance.ts';
import { findCalls } from './find.ts';
import { formCalls } from './forms.ts';
import { loginCalls } from './login.ts';
import { notificationCalls } from './notifications.ts';
import { offerCalls } from './offers.ts';
import { passwordCalls } from './password.ts';
import { paymentPlanCalls } from './payment-plans.ts';
import { paymentDetailsCalls } from './paymentdetails.ts';
import { paymentCalls } from './payments.ts';
import { policyCalls } from './policies.ts';
import { popupCalls } from './popups.ts';
import { priceCalls } from './prices.ts';
import { privacyCalls } from './privacy.ts';
import { proofCalls } from './proofs.ts';
import { purchaseCalls } from './purchases.ts';
import { refundCalls } from './refunds.ts';
import { requestCalls } from './requests.ts';
import { searchCalls } from './search.ts';
import { securityCalls } from './security.ts';
import { signingCalls } from './signing.ts';
import { textBlockCalls } from './text-blocks.ts';
import { transactionCalls } from './transactions.ts';
import { travelCalls } from './travel.ts';
import { uploadCalls } from './uploads.ts';
import { userCalls } from './user.ts';
import { viewCalls } from './views.ts';
import { workloadCalls } from './workload.ts';

export * from './absences.ts';
export * from './access.ts';
export * from './analytics.ts';
export * from './approvals.ts';
export * from './audit.ts';
export * from './authorities.ts';
export * from './calendar.ts';
export * from './call.ts';
export * from './case-drafts.ts';
export * from './cases.ts';
export * from './cases-at-once.ts';
export * from './chat.ts';
export * from './claim-decisions.ts';
export * from './claim-notices.ts';
export * from './claims.ts';
export * from './claims-history.ts';
export * from './communication.ts';
export * from './company.ts';
export * from './complaints.ts';
export * from './contact.ts';
export * from './content.ts';
export * from './core/index.ts';
export * from './customer-page.ts';
export * from './desk-news.ts';
export * from './documents.ts';
export * from './driverinsurance.ts';
export * from './employees.ts';
export * from './finance.ts';
export * from './find.ts';
export * from './forms.ts';
export * from './login.ts';
export * from './notifications.ts';
export * from './offers.ts';
export * from './password.ts';
export * from './payment-plans.ts';
export * from './paymentdetails.ts';
export * from './payments.ts';
export * from './policies.ts';
export * from './popups.ts';
export * from './prices.ts';
export * from './privacy.ts';
export * from './problem.ts';
export * from './proofs.ts';
export * from './purchases.ts';
export * from './refunds.ts';
export * from './requests.ts';
export * from './search.ts';
export * from './security.ts';
export * from './signing.ts';
export * from './text-blocks.ts';
export * from './transactions.ts';
export * from './travel.ts';
export * from './uploads.ts';
export * from './user.ts';
export * from './views.ts';
export * from './workload.ts';

/** Every API call of Höfn. */
export const calls = {
  ...accessCalls,
  ...userCalls,
  ...viewCalls,
  ...loginCalls,
  ...passwordCalls,
  ...securityCalls,
  ...policyCalls,
  ...transactionCalls,
  ...documentCalls,
  ...travelCalls,
  ...proofCalls,
  ...claimsHistoryCalls,
  ...paymentCalls,
  ...contentCalls,
  ...analyticsCalls,
  ...searchCalls,
  ...claimCalls,
  ...claimNoticeCalls,
  ...uploadCalls,
  ...calendarCalls,
  ...companyCalls,
  ...offerCalls,
  ...requestCalls,
  ...paymentPlanCalls,
  ...complaintCalls,
  ...driverInsuranceCalls,
  ...priceCalls,
  ...purchaseCalls,
  ...chatCalls,
  ...signingCalls,
  ...contactCalls,
  ...communicationCalls,
  ...notificationCalls,
  ...paymentDetailsCalls,
  ...popupCalls,
  ...formCalls,
  ...caseCalls,
  ...casesAtOnceCalls,
  ...caseDraftCalls,
  ...deskNewsCalls,
  ...claimDecisionCalls,
  ...workloadCalls,
  ...financeCalls,
  ...refundCalls,
  ...findCalls,
  ...customerPageCalls,
  ...privacyCalls,
  ...auditCalls,
  ...employeeCalls,
  ...absenceCalls,
  ...textBlockCalls,
  ...authorityCalls,
  ...approvalCalls,
  ...coreCalls,
};
export type Calls = typeof calls;
