export { type NewAuditEvent, recordAuditEvent } from './audit.ts';
export { addToCount } from './call-counter.ts';
export { type TranscriptJob, transcriptQueue } from './chat.ts';
export { type Conflicts, createConflictCheck } from './conflicts.ts';
export {
  type CoreEventRow,
  type FeedEnds,
  feedEnds,
  forgetEvents,
  insertCoreEvents,
  type NewCoreEvent,
  readEvent,
  readEvents,
  stampEvents,
} from './core-events.ts';
export {
  type CurrentEmployee,
  type CurrentRole,
  createEmployeeCheck,
  currentEmployees,
  type EmployeeCheck,
  isSignInEnded,
  rolesOn,
  type StoredRole,
  storedRoles,
} from './current-employee.ts';
export { clockOffset, databaseClock } from './database-clock.ts';
export { DatabaseFault, DatabaseUnreachable } from './database-fault.ts';
export type {
  AccountFacts,
  Both,
  DocumentFacts,
  PolicyLine,
  Wordings,
} from './documents/facts.ts';
export {
  type IssuedDocument,
  invoiceNoticeDays,
  issueDocumentsOf,
  statementDay,
} from './documents/issue.ts';
export { issueDocuments } from './documents/nightly.ts';
export { holdLock } from './hold-lock.ts';
export type { QueueDepth } from './job-depths.ts';
export { type JobClock, type Jobs, openJobs, type Queue } from './jobs.ts';
export { listenTo, notify } from './listen.ts';
export {
  type CredentialsJob,
  credentialsQueue,
  type EmployeeLinkJob,
  type EmployeeNoticeJob,
  employeeLinkQueue,
  employeeNoticeQueue,
  inClearText,
  type MailJob,
  mailQueue,
  mailRetries,
  type NewMail,
  plainCredentialsQueue,
  type SignInNotice,
  writeMail,
} from './mail.ts';
export { type Database, type DatabaseLogger, type DatabaseOptions, type Db, openDatabase } from './open.ts';
export { hadDiskSpace, outageOf } from './outage.ts';
export { putRows } from './put-rows.ts';
export * from './schema/access.ts';
export * from './schema/analytics.ts';
export * from './schema/audit.ts';
export * from './schema/authority.ts';
export * from './schema/call-counts.ts';
export * from './schema/cases.ts';
export * from './schema/changes.ts';
export * from './schema/chat.ts';
export * from './schema/claims.ts';
export * from './schema/communication.ts';
export * from './schema/complaints.ts';
export * from './schema/contents.ts';
export * from './schema/core.ts';
export * from './schema/core-clients.ts';
export * from './schema/core-events.ts';
export * from './schema/core-imports.ts';
export * from './schema/core-webhooks.ts';
export * from './schema/customers.ts';
export * from './schema/documents.ts';
export * from './schema/idempotency.ts';
export * from './schema/identity.ts';
export * from './schema/mails.ts';
export * from './schema/payment-details.ts';
export * from './schema/payments.ts';
export * from './schema/policies.ts';
export * from './schema/price-offers.ts';
export * from './schema/privacy.ts';
export * from './schema/products.ts';
export * from './schema/proofs.ts';
export * from './schema/purchases.ts';
export * from './schema/signing.ts';
export * from './schema/submissions.ts';
export * from './schema/tariffs.ts';
export * from './schema/text-blocks.ts';
export * from './schema/travel.ts';
export * from './schema/uploads.ts';
export * from './schema/views.ts';
export * from './schema/visits.ts';
export * from './search-words.ts';
export { demoPrivacy, demoSignatures } from './seed/acts.ts';
export { applyActs, hasActs } from './seed/apply-acts.ts';
export { customersPerSeed, seeds } from './seed/bulk/identifiers.ts';
export { type BulkOptions, seedCustomers } from './seed/bulk/seed.ts';
export { seedReference } from './seed/reference.ts';
export { isEmpty, resetCustomers } from './seed/reset.ts';
