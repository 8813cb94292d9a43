import { z } from 'zod';
import { defineCalls } from './call.ts';
import { longestIdentifier, ssn } from './values.ts';

const contactDetails = {
  email: z.string().nullable(),
  mobilePhone: z.string().nullable().describe('seven digits, like all phone numbers here'),
  homePhone: z.string().nullable(),
};

/** Loose types, so that errors are reported by field (rule PAY-1). */
const typedDetails = {
  email: z.string().max(300),
  mobilePhone: z.string().max(longestIdentifier),
  homePhone: z.string().max(longestIdentifier).default('').describe('empty if none'),
};

const language = z.enum(['is', 'en']).describe('language of e-mails and documents');

export const generalInfo = z.object({
  fullName: z.string(),
  ssn,
  isCompany: z.boolean(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  town: z.string().nullable(),
  ...contactDetails,
  language,
});
export type GeneralInfo = z.infer<typeof generalInfo>;

export const popupInfo = z.object({
  showPopup: z.boolean().describe('whether to ask the customer to confirm the details'),
  ...contactDetails,
});
export type PopupInfo = z.infer<typeof popupInfo>;

export const contactCalls = defineCalls({
  generalInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/generalinfo',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Returns name and address from the national register, e-mail, phone numbers and preferred language.',
    response: generalInfo,
  },
  saveGeneralInfo: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/generalinfo',
    who: { kind: 'customer', role: 'Admin' },
    rate: 'write',
    needsFreshSignIn: 'newEmail',
    summary: 'Changes e-mail, phone numbers and language.',
    body: z.strictObject({ ...typedDetails, language }),
    response: generalInfo,
    audit: 'contact.change',
    events: ['contact.changed'],
  },
  popupInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/popupinfo',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'read',
    summary: 'Returns e-mail and phone numbers, and whether it is time to ask the customer to confirm them.',
    response: popupInfo,
  },
  savePopupInfo: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/popupinfo',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'write',
    needsFreshSignIn: 'newEmail',
    summary: 'Confirms or corrects e-mail and phone numbers.',
    body: z.strictObject({ type: z.literal('contact-details-modal'), ...typedDetails }),
    response: popupInfo,
    audit: 'contact.confirm',
    events: ['contact.changed'],
  },
});
