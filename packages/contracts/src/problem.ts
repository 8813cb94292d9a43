import { z } from 'zod';

/**
 * Every error code of the product: its HTTP status and when it fires. The text a reader sees stands under the same
 * name in the category `errorCode` of both catalogues (rule LANG-5).
 */
export const errorCodes = {
  validation: { status: 400, when: 'a field breaks a rule; `errors` names it' },
  unauthenticated: { status: 401, when: 'no access token, or one that does not hold' },
  wrongCredentials: {
    status: 401,
    when: 'the kennitala or user name and the password do not match, or the account has to wait',
  },
  signInOver: { status: 409, when: 'the sign-in is over, was never begun, or is that of another browser' },
  forbidden: { status: 403, when: 'signed in, without the right to this call' },
  accessEnded: {
    status: 403,
    when: 'the right to act for the one who was chosen has ended or been taken back',
  },
  viewEnded: { status: 403, when: 'the staff member’s view of the customer is over, or was never begun' },
  subjectChanged: { status: 409, when: 'the page shows another customer than the one who is acted for' },
  companiesOnly: { status: 403, when: 'signed in for a person, where only companies have something to do' },
  notFound: { status: 404, when: "no such thing, or another customer's" },
  methodNotAllowed: { status: 405, when: 'the path exists, the method does not' },
  conflict: { status: 409, when: 'the state has changed, or a key was used with another body' },
  duplicateSubmission: { status: 409, when: 'a form was sent already, with other answers' },
  paymentDeclined: { status: 402, when: 'the card was not charged' },
  paymentAlreadyMade: { status: 409, when: 'what was to be paid has been paid' },
  paymentPending: { status: 409, when: 'what was to be paid has a payment on its way' },
  amountChanged: { status: 409, when: 'what is owed is not what the payer was shown' },
  invalidBank: { status: 400, when: 'no bank has the number' },
  invalidLedger: { status: 400, when: 'no account is kept under the ledger' },
  invalidAccount: { status: 400, when: 'the bank has no account of the number' },
  accountNotOwned: { status: 409, when: 'the bank account is not the customer’s own' },
  accountClosed: { status: 409, when: 'the bank account has been closed' },
  serviceUnavailable: { status: 503, when: 'the bank or the card service does not answer' },
  verificationMismatch: {
    status: 409,
    when: 'the verification is not one of the customer’s, or what it says was not signed by the card service',
  },
  verificationExpired: { status: 409, when: 'the eight minutes of the verification are over' },
  verificationUsed: { status: 409, when: 'the verification has been used' },
  cardDeclined: { status: 409, when: 'the card service declined the card' },
  cardExpired: { status: 409, when: 'the card is past its last month' },
  noPaymentMethod: { status: 409, when: 'no card is registered that can be charged' },
  changeAlreadyPending: { status: 409, when: 'the policy has a change that is not settled yet' },
  priceChanged: { status: 409, when: 'the price that was shown is not the price of today any more' },
  offerExpired: { status: 409, when: 'the last day to accept the offer is over' },
  chatEnded: { status: 409, when: 'the chat is over' },
  chatFull: { status: 409, when: 'the chat has as many messages as one may have' },
  caseTaken: { status: 409, when: 'another staff member has the case' },
  caseUndecided: { status: 409, when: 'the request that the case is about is not decided on' },
  caseUnanswerable: { status: 409, when: 'the sender left no address to answer to' },
  chatTaken: { status: 409, when: 'another agent has the chat' },
  documentAlreadySigned: { status: 409, when: 'the document has its signature' },
  documentChanged: { status: 409, when: 'the PDF that the reader was shown is not the one to sign' },
  signingExpired: { status: 409, when: 'the last day to sign the document is over' },
  signerMismatch: { status: 409, when: 'the electronic ID is not that of one who may sign' },
  eidNotConfirmed: { status: 409, when: 'the signing has not been confirmed on the phone yet' },
  eidCancelled: { status: 409, when: 'the signing was refused on the phone' },
  eidTimeout: { status: 409, when: 'the signing was not confirmed in time' },
  eidNoCertificate: { status: 409, when: 'the phone number or kennitala has no electronic ID' },
  eidPinLocked: { status: 409, when: 'the PIN of the electronic ID is locked' },
  eidSilent: { status: 503, when: 'the electronic ID or time stamp service does not answer' },
  ssnNotFound: { status: 404, when: 'no person with this kennitala is registered with us' },
  personsOnly: { status: 403, when: 'signed in for a company, where only persons have something to do' },
  selfOnly: { status: 403, when: 'acting for another, where only they themselves may' },
  readonlyAccess: { status: 403, when: 'acting for another with access that only lets one see' },
  adminAccess: {
    status: 403,
    when: 'acting for another without the right to manage access and contact details',
  },
  passwordWait: {
    status: 429,
    when: 'the present password was wrong too often; Retry-After is the shortest wait, and each failure doubles it',
  },
  passwordTokenExpired: { status: 409, when: 'the right to set a new password has been used or has run out' },
  passkeyFailed: { status: 409, when: 'the passkey is not one that was asked for, or has one already' },
  strongSignInNeeded: {
    status: 403,
    when: 'signed in with a password, where an electronic ID or a passkey is asked for',
  },
  noChange: { status: 400, when: 'what is asked for is as it is already' },
  tooLarge: { status: 413, when: 'the body is over its limit' },
  unsupportedType: { status: 415, when: 'the body has a type the call does not take' },
  rangeNotSatisfiable: { status: 416, when: 'the part of a file that is asked for lies outside it' },
  tooManyRequests: { status: 429, when: 'over the limit; Retry-After says for how long' },
  unknownError: { status: 500, when: 'a fault of ours; the log has it under the request id' },
  unavailable: {
    status: 503,
    when: 'overload, or a part we stand on does not answer; Retry-After says when to ask again',
  },
  timeout: { status: 504, when: 'a part we stand on did not answer in time' },
} as const;

/** Name of an error. */
export type ErrorCode = keyof typeof errorCodes;

/** The one shape of an error answer (`application/problem+json`, RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  errorCode: z.string(),
  message: z.string().describe('for the reader, in the asked language'),
  requestId: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type Problem = z.infer<typeof problem>;
