import { z } from 'zod';
import { accessRole } from './access.ts';
import { defineCalls } from './call.ts';
import { uploadLimits } from './uploads.ts';
import { id, instant, ssn } from './values.ts';

/** The registered card, as far as anyone but the card service knows it. */
export const cardInfo = z.object({ cardNumberMasked: z.string(), expires: z.string(), brand: z.string() });
export type CardInfo = z.infer<typeof cardInfo>;

/** A bank account in its Icelandic parts: 4, 2 and 6 digits. */
export const bankInfo = z.object({ bank: z.string(), ledger: z.string(), account: z.string() });
export type BankInfo = z.infer<typeof bankInfo>;

/** Why a staff member has a customer's data before them. */
export const viewReason = z.enum(['service', 'claim', 'privacy', 'fault']);
export type ViewReason = z.infer<typeof viewReason>;

/** Names one picture for as long as it is that person's, and another once they choose another. */
const profilePictureKey = z.string().describe('key that `profilePicture` gives the picture by');

/** The signed-in person and the customer they act for (rule DATA-1). */
export const user = z.object({
  id: z.string().describe('the acting person, or whom a staff member views'),
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
      role: accessRole.describe('what the acting person may do with the data of the subject'),
    })
    .describe('the subject; oneself when acting for oneself'),
  endedProxyUser: z
    .object({ fullName: z.string() })
    .nullable()
    .describe('whom the person had chosen to act for, and may not any more'),
  view: z
    .object({ reason: viewReason, endsAt: instant })
    .nullable()
    .describe('the view that a staff member has the customer’s data by; null for everyone else'),
  unreadNotifications: z.int().describe('0 while acting for another, and to staff'),
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

export const userCalls = defineCalls({
  userInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/info',
    who: { kind: 'customer', role: 'Readonly', about: 'actor', staff: true },
    rate: 'read',
    summary: 'The signed-in person and whom they act for.',
    response: user,
  },
  switchCustomer: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/login/switchcustomer',
    who: { kind: 'customer', role: 'Readonly', about: 'actor' },
    rate: 'write',
    summary: 'Chooses whom one acts for from now on in this sign-in; one’s own kennitala ends it.',
    body: z.object({ ssn }),
    response: user,
    audit: 'user.switchCustomer',
  },
  profilePicture: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/profilepicture/{key}',
    who: { kind: 'customer', role: 'Readonly', about: 'actor' },
    rate: 'read',
    summary: 'The picture of the signed-in person, which is given to nobody else.',
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
    summary:
      'Sets one’s picture, JPEG or PNG; a square of it is kept, without what the camera wrote into it.',
    bytes: uploadLimits.bytes,
    response: z.object({ profilePicture: profilePictureKey }),
    audit: 'user.profilePicture',
  },
  removeProfilePicture: {
    service: 'api',
    method: 'DELETE',
    path: '/api/user/v1/profilepicture',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'write',
    summary: 'Removes one’s picture.',
    status: 204,
    response: z.null(),
    audit: 'user.profilePictureRemoved',
  },
  logout: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/logout',
    who: { kind: 'customer', role: 'Readonly', about: 'actor' },
    rate: 'write',
    summary: 'Ends the choice of whom one acts for, and the service’s own session.',
    status: 204,
    response: z.null(),
    audit: 'user.logout',
  },
});
