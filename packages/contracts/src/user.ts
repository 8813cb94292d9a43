import { z } from 'zod';
import { accessRole } from './access.ts';
import { defineCalls } from './call.ts';
import { requestKind, requestState } from './requests.ts';
import { uploadLimits } from './uploads.ts';
import { day, id, instant, ssn, typedSsn } from './values.ts';

/** The registered card. Only the card service knows the full number. */
export const cardInfo = z.object({ cardNumberMasked: z.string(), expires: z.string(), brand: z.string() });
export type CardInfo = z.infer<typeof cardInfo>;

/** A bank account in its Icelandic parts: 4, 2 and 6 digits. */
export const bankInfo = z.object({ bank: z.string(), ledger: z.string(), account: z.string() });
export type BankInfo = z.infer<typeof bankInfo>;

/** Why a staff member views a customer's data. */
export const viewReason = z.enum(['service', 'claim', 'privacy', 'fault']);
export type ViewReason = z.infer<typeof viewReason>;

/** Changes whenever the picture changes, so that pictures can be cached. */
const profilePictureKey = z.string().describe('key for the call `profilePicture`');

/** The signed-in person and the customer they act for (rule DATA-1). */
export const user = z.object({
  id: z.string().describe('the actor, or the customer a staff member views'),
  fullName: z.string(),
  profilePicture: profilePictureKey.nullable(),
  ssn,
  spouseSsn: ssn.nullable(),
  spouseName: z.string().nullable(),
  isCompany: z.boolean(),
  isEmployeeImpersonating: z.boolean(),
  currentProxyUser: z
    .object({
      id,
      value: ssn,
      isCompany: z.boolean(),
      fullName: z.string(),
      via: z.enum(['self', 'delegate', 'staff']),
      role: accessRole.describe('what the actor may do with the subject’s data'),
    })
    .describe('the subject; same as the actor when they act for themselves'),
  endedProxyUser: z
    .object({ fullName: z.string() })
    .nullable()
    .describe('previously chosen subject whose access has ended'),
  view: z
    .object({ reason: viewReason, endsAt: instant })
    .nullable()
    .describe('the staff member’s view of the customer; null for everyone else'),
  unreadNotifications: z.int().describe('0 for staff and while acting for someone else'),
  paymentMethod: z.object({ ccardInfo: cardInfo.nullable() }),
  bankInfo: bankInfo.nullable(),
  popupinfo: z.object({
    showPopup: z.boolean(),
    email: z.string().nullable(),
    mobilePhone: z.string().nullable(),
    homePhone: z.string().nullable(),
  }),
});
export type User = z.infer<typeof user>;

/** What waits for the subject, besides payments. */
export const waiting = z.object({
  drafts: z
    .array(
      z.object({
        token: id,
        title: z.string().describe('kind and cause of the loss, in the requested language'),
        dateOfLoss: day.nullable().describe('null while the day is missing or unfinished'),
      }),
    )
    .describe('claims that have been begun, the last changed first'),
  documents: z.int().describe('documents to sign'),
  questions: z.int().describe('requests with a question from us that the customer has not answered'),
  requests: z
    .array(
      z.object({
        id,
        kind: requestKind,
        state: requestState,
        requestedAt: instant,
        about: z.string().describe('name and number of the policy or offer, in the requested language'),
        policyId: id.nullable().describe('the policy that it is about; null for an offer of a new one'),
        offerId: id.nullable().describe('the offer that was accepted'),
      }),
    )
    .describe('requests that are not settled, oldest first'),
  offers: z.int().describe('offers that can be accepted'),
  purchases: z
    .int()
    .default(0)
    .describe('purchases of insurance that have been begun; left out by the release before this one'),
});
export type Waiting = z.infer<typeof waiting>;

export const userCalls = defineCalls({
  userInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/info',
    who: { kind: 'customer', role: 'Readonly', about: 'actor', staff: true },
    rate: 'read',
    summary: 'Returns the signed-in person and the subject they act for.',
    response: user,
  },
  waiting: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/waiting',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Returns what waits for the subject: drafts of claims, documents to sign, open requests with questions about them, and offers.',
    response: waiting,
  },
  switchCustomer: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/login/switchcustomer',
    who: { kind: 'customer', role: 'Readonly', about: 'actor' },
    rate: 'write',
    summary: 'Chooses the subject to act for in this session; the user’s own kennitala ends it.',
    body: z.object({ ssn: typedSsn }),
    response: user,
    audit: 'user.switchCustomer',
    events: { none: 'a choice of the session, not of the customer' },
  },
  profilePicture: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/profilepicture/{key}',
    who: { kind: 'customer', role: 'Readonly', about: 'actor' },
    rate: 'read',
    summary: 'Returns the signed-in person’s own picture.',
    params: z.object({ key: z.string() }),
    response: z.string(),
    download: 'image/jpeg',
  },
  setProfilePicture: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/profilepicture',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'costly',
    summary: 'Sets the user’s picture from a JPEG or PNG, cropped to a square and stripped of metadata.',
    bytes: uploadLimits.bytes,
    response: z.object({ profilePicture: profilePictureKey }),
    audit: 'user.profilePicture',
    events: { none: 'a picture that is shown on My pages alone' },
  },
  removeProfilePicture: {
    service: 'api',
    method: 'DELETE',
    path: '/api/user/v1/profilepicture',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'write',
    summary: 'Removes the user’s picture.',
    status: 204,
    response: z.null(),
    audit: 'user.profilePictureRemoved',
    events: { none: 'a picture that is shown on My pages alone' },
  },
  logout: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/logout',
    who: { kind: 'customer', role: 'Readonly', about: 'actor' },
    rate: 'write',
    summary: 'Clears the chosen subject and ends the API’s own session.',
    status: 204,
    response: z.null(),
    audit: 'user.logout',
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
});
