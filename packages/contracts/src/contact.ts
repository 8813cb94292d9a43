import { z } from 'zod';
import { defineCalls } from './call.ts';
import { ssn } from './values.ts';

const contactDetails = {
  email: z.string().nullable(),
  mobilePhone: z.string().nullable().describe('seven digits, as are all phone numbers here'),
  homePhone: z.string().nullable(),
};

/** As they are typed: what is wrong with them is told by field (rule PAY-1). */
const typedDetails = {
  email: z.string().max(300),
  mobilePhone: z.string().max(40),
  homePhone: z.string().max(40).default('').describe('empty for none'),
};

const language = z.enum(['is', 'en']).describe('of e-mails and documents');

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
  showPopup: z.boolean().describe('whether to ask if the details are right'),
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
    summary: 'Name and address out of the register, e-mail, phones, and the language of letters.',
    response: generalInfo,
  },
  saveGeneralInfo: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/generalinfo',
    who: { kind: 'customer', role: 'Admin' },
    rate: 'write',
    summary: 'Changes e-mail, phones and language.',
    body: z.strictObject({ ...typedDetails, language }),
    response: generalInfo,
    audit: 'contact.change',
  },
  popupInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/popupinfo',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'read',
    summary: 'E-mail and phones, and whether it is time to ask if they are right.',
    response: popupInfo,
  },
  savePopupInfo: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/popupinfo',
    who: { kind: 'customer', role: 'Readonly', self: true },
    rate: 'write',
    summary: 'Says that e-mail and phones are right, or what they are instead.',
    body: z.strictObject({ type: z.literal('contact-details-modal'), ...typedDetails }),
    response: popupInfo,
    audit: 'contact.confirm',
  },
});
