import { z } from 'zod';

/**
 * Every error code: its HTTP status and when it occurs. The text users see is under the same key in the category
 * `errorCode` of both catalogues (rule LANG-5).
 */
export const errorCodes = {
  validation: { status: 400, when: 'a field breaks a rule; `errors` names it' },
  unauthenticated: { status: 401, when: 'the access token is missing, invalid or expired' },
  wrongCredentials: {
    status: 401,
    when: 'wrong user name, kennitala or password, or the account is temporarily locked',
  },
  signInOver: { status: 409, when: 'the sign-in has ended, never started, or belongs to another browser' },
  forbidden: { status: 403, when: 'signed in, but not allowed to make this call' },
  scopeMissing: {
    status: 403,
    when: 'the access token of a system lacks the scope that the call requires; `errors.scope` names it',
  },
  accessEnded: {
    status: 403,
    when: 'access to the chosen customer has expired or been revoked',
  },
  conflictOfInterest: {
    status: 403,
    when: 'the customer is the employee, of their household, or a company that they act for or direct',
  },
  viewEnded: { status: 403, when: 'the staff member’s view of the customer has ended or never started' },
  subjectChanged: { status: 409, when: 'the page shows a customer other than the chosen subject' },
  companiesOnly: { status: 403, when: 'the subject is a person, and the call is for companies only' },
  notFound: { status: 404, when: 'it does not exist, or belongs to another customer' },
  methodNotAllowed: { status: 405, when: 'the path exists, the method does not' },
  cursorExpired: {
    status: 410,
    when: 'events after the cursor are no longer kept, or it is of another database; `errors.oldest` is the oldest valid cursor',
  },
  conflict: {
    status: 409,
    when: 'the state has changed, or an idempotency key was reused with a different body',
  },
  grantChanged: {
    status: 409,
    when: 'the person has access that the request does not name in `replaces`, or no longer has the access it names',
  },
  duplicateSubmission: { status: 409, when: 'the form has already been sent with different answers' },
  paymentDeclined: { status: 402, when: 'the card was declined, and not charged' },
  cardServiceSilent: {
    status: 503,
    when: 'the card service did not answer in time, and nothing was charged',
  },
  paymentCancelled: {
    status: 409,
    when: 'the card service has lost the payment: nothing is held or charged, and another try may begin',
  },
  paymentAlreadyMade: { status: 409, when: 'an instalment has already been paid' },
  paymentPending: { status: 409, when: 'a payment of an instalment is already in progress' },
  amountChanged: { status: 409, when: 'the amount owed differs from the amount shown to the payer' },
  invalidBank: { status: 400, when: 'no bank has this number' },
  invalidLedger: { status: 400, when: 'the ledger is not used for accounts' },
  invalidAccount: { status: 400, when: 'the bank has no account with this number' },
  accountNotOwned: { status: 409, when: 'the bank account does not belong to the customer' },
  accountClosed: { status: 409, when: 'the bank account has been closed' },
  serviceUnavailable: {
    status: 503,
    when: 'the bank, the card service or the insurance core does not answer',
  },
  verificationMismatch: {
    status: 409,
    when: 'the verification belongs to another customer, or its data is not signed by the card service',
  },
  verificationExpired: { status: 409, when: 'the eight-minute verification period is over' },
  verificationUsed: { status: 409, when: 'the verification has already been used' },
  cardDeclined: { status: 409, when: 'the card service declined the card' },
  cardExpired: { status: 409, when: 'the card has expired' },
  cardInUse: { status: 409, when: 'premiums are paid with the card that should be removed' },
  noPaymentMethod: { status: 409, when: 'no card that can be charged is registered' },
  notRequestable: { status: 409, when: 'this cannot be asked for about the policy, by its state or the law' },
  changeAlreadyPending: { status: 409, when: 'the policy already has a pending change' },
  changeWaiting: {
    status: 409,
    when: 'an accepted change of the policy waits for its day; `errors.FORM` says which day',
  },
  requestSettled: { status: 409, when: 'the request has been settled in another way; `errors` says how' },
  requestRetracted: { status: 409, when: 'the customer has taken the request back, so it has no outcome' },
  requestInHand: {
    status: 409,
    when: 'somebody has begun to settle the request, so the customer cannot take it back any more',
  },
  settledElsewhere: {
    status: 409,
    when: 'requests of this kind are settled or answered by the core system, not by staff, or the other way round',
  },
  ledgerIncomplete: {
    status: 503,
    when: 'the postings of the insurance core do not add up, or changed while they were read; there is no file',
  },
  coreNotConnected: {
    status: 409,
    when: 'no insurance core is connected that could carry out what was accepted',
  },
  policyNotInForce: { status: 409, when: 'the policy has ended, so it cannot be changed or replaced' },
  policyMissing: {
    status: 409,
    when: 'the policy that the acceptance would tell the customer of is not on file, or says something else; `errors` has what it says',
  },
  pricesUnavailable: {
    status: 503,
    when: 'no tariff is in force, or the product is not on file, so nothing can be priced',
  },
  priceChanged: { status: 409, when: 'the price shown differs from today’s price' },
  coreRefused: {
    status: 409,
    when: 'the insurance core cannot carry out what was accepted; `errors` has its reasons',
  },
  previewChanged: {
    status: 409,
    when: 'what the request would lead to has changed since it was shown; nothing was stored',
  },
  offerExpired: { status: 409, when: 'the last day to accept the offer has passed' },
  notSoldOnline: { status: 409, when: 'the product of the kept price is not sold online' },
  buyerUnderAge: { status: 409, when: 'the customer is under 18, and cannot buy alone' },
  identityDiffers: {
    status: 409,
    when: 'the customer’s kennitala contradicts the answers that the price was given for',
  },
  alreadyInsured: {
    status: 409,
    when: 'the vehicle has compulsory insurance here already; `errors.plate` names the policy where it is the customer’s own',
  },
  purchaseChanged: {
    status: 409,
    when: 'the price or what is bought differs from what was shown; nothing was held or charged, and reading the purchase gives old and new',
  },
  purchaseOver: { status: 409, when: 'the purchase is finished, given up or ended' },
  chatEnded: { status: 409, when: 'the chat has ended' },
  chatFull: { status: 409, when: 'the chat has reached its maximum number of messages' },
  caseTaken: { status: 409, when: 'the work item is assigned to another staff member' },
  draftChanged: {
    status: 409,
    when: 'the draft was saved or sent from another window or device; reading it gives the newer one',
  },
  caseUndecided: { status: 409, when: 'the request behind the work item has not been decided' },
  complaintHandled: {
    status: 409,
    when: 'the employee handled what the complaint is about, so somebody else takes and decides it',
  },
  complaintOpen: {
    status: 409,
    when: 'a complaint about the same matter is open; `errors.FORM` gives its reference',
  },
  caseUnanswerable: { status: 409, when: 'the sender left no address to reply to' },
  chatTaken: { status: 409, when: 'the chat has been taken by another agent' },
  documentAlreadySigned: { status: 409, when: 'the document has already been signed' },
  documentUnsignable: {
    status: 409,
    when: 'a signature cannot be added to the file of the document; its sender has to send another one',
  },
  documentChanged: { status: 409, when: 'the PDF shown to the signer is not the current one' },
  signingExpired: { status: 409, when: 'the last day to sign the document has passed' },
  eidRevoked: {
    status: 409,
    when: 'the certificate of the electronic ID is revoked, or unknown to its issuer',
  },
  signerMismatch: { status: 409, when: 'the electronic ID belongs to someone who may not sign' },
  eidNotConfirmed: { status: 409, when: 'the signature has not been confirmed on the phone yet' },
  eidCancelled: { status: 409, when: 'the signature was refused on the phone' },
  eidTimeout: { status: 409, when: 'the signature was not confirmed in time' },
  eidNoCertificate: { status: 409, when: 'the phone number or kennitala has no electronic ID' },
  eidPinLocked: { status: 409, when: 'the PIN of the electronic ID is locked' },
  eidSilent: { status: 503, when: 'the electronic ID or time stamp service does not answer' },
  ssnNotFound: { status: 404, when: 'no person with this kennitala is known' },
  personsOnly: { status: 403, when: 'the subject is a company, and the call is for persons only' },
  selfOnly: { status: 403, when: 'acting for another customer, and only the customer may make the call' },
  readonlyAccess: { status: 403, when: 'acting for another customer with read-only access' },
  adminAccess: {
    status: 403,
    when: 'acting for another customer without administrator access',
  },
  passwordWait: {
    status: 429,
    when: 'the current password was wrong too often; Retry-After is the minimum wait, which doubles with each failure',
  },
  passwordTokenExpired: { status: 409, when: 'the token to set a new password has been used or has expired' },
  passkeyFailed: { status: 409, when: 'the passkey does not match the challenge, or is already registered' },
  passkeyLast: { status: 409, when: 'the employee would have no way left to sign in with two factors' },
  strongSignInNeeded: {
    status: 403,
    when: 'signed in with a password, and the call requires an electronic ID or a passkey',
  },
  freshSignInNeeded: {
    status: 403,
    when: 'the user signed in with a password more than ten minutes ago, and the call changes what protects the account; after signing in again the same request is accepted',
  },
  managedElsewhere: {
    status: 409,
    when: 'the employee signs in at the insurer’s own OpenID provider, where this is decided',
  },
  ownRoles: { status: 409, when: 'administrators would give or take away a role of their own' },
  ownAuthority: { status: 409, when: 'administrators would give or confirm authority of their own' },
  secondAdministrator: {
    status: 409,
    when: 'the administrator who gave the authority would also confirm it',
  },
  authorityWaiting: {
    status: 409,
    when: 'authority of the employee for the same act and line already waits for a second administrator',
  },
  nobodyApproves: {
    status: 409,
    when: 'nobody else has the authority to approve what would be proposed',
  },
  approvalWaiting: {
    status: 409,
    when: 'a colleague’s proposal of the same act already waits for approval',
  },
  refundPending: {
    status: 409,
    when: 'the card service has not answered yet about another refund of the payment',
  },
  approvalDecided: { status: 409, when: 'the proposal has been decided, or has lapsed' },
  ownProposal: { status: 409, when: 'the caller has proposed it, so somebody else has to decide' },
  authorityMissing: {
    status: 409,
    when: 'the amount is above the caller’s authority for the act and line',
  },
  lastAdministrator: {
    status: 409,
    when: 'no other administrator is left; the last one can be neither dismissed nor made an ordinary employee',
  },
  usernameTaken: { status: 409, when: 'another employee has, or had, the user name' },
  emailTaken: { status: 409, when: 'another employee has the e-mail address' },
  ssnTaken: { status: 409, when: 'another employee has the kennitala' },
  noChange: { status: 400, when: 'the request changes nothing' },
  tooLarge: { status: 413, when: 'the body is over its limit' },
  unsupportedType: { status: 415, when: 'the call does not accept the body’s media type' },
  rangeNotSatisfiable: { status: 416, when: 'the requested range lies outside the file' },
  tooManyRequests: { status: 429, when: 'rate limit exceeded; Retry-After says when to try again' },
  unknownError: { status: 500, when: 'internal error; logged under the request id' },
  unavailable: {
    status: 503,
    when: 'overload, or a dependency does not answer; Retry-After says when to try again',
  },
  timeout: { status: 504, when: 'a dependency did not answer in time' },
} as const;

/** Name of an error. */
export type ErrorCode = keyof typeof errorCodes;

/** The body of every error response (`application/problem+json`, RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  errorCode: z.string(),
  message: z.string().describe('for the user, in the requested language'),
  requestId: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type Problem = z.infer<typeof problem>;
