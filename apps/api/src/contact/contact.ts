import type { GeneralInfo, PopupInfo } from '@hofn/contracts';
import { cleanEmail, isBlank, isEmail, parsePhone } from '@hofn/domain';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { ContactDetails, ContactRow } from './store.ts';

type ContactInput = { email: string; mobilePhone: string; homePhone: string };

/**
 * Validates and normalises contact details: phones as seven digits, an empty home phone as null.
 * @throws Fault `validation` naming each field that breaks rule PAY-1
 */
export const contactOf = (input: ContactInput): ContactDetails => {
  const email = cleanEmail(input.email);
  const mobilePhone = parsePhone(input.mobilePhone);
  const hasHomePhone = !isBlank(input.homePhone);
  const homePhone = hasHomePhone ? parsePhone(input.homePhone) : null;
  const fields: FieldFault[] = [];
  if (email === '') fields.push({ path: 'email', reason: 'missingEmail' });
  else if (!isEmail(email)) fields.push({ path: 'email', reason: 'invalidEmail' });
  if (mobilePhone === undefined) fields.push({ path: 'mobilePhone', reason: 'invalidLocalPhoneNumber' });
  if (homePhone === undefined) fields.push({ path: 'homePhone', reason: 'invalidLocalPhoneNumber' });
  if (mobilePhone === undefined || homePhone === undefined || fields.length > 0)
    throw new Fault('validation', { fields });
  return { email, mobilePhone, homePhone };
};

/** Whether customers should confirm their e-mail and phones again: when the last confirmation is over a year old. */
export const isContactOutdated = (confirmedOn: string | null, today: string): boolean => {
  if (confirmedOn === null) return true;
  const [year = '', ...rest] = confirmedOn.split('-');
  return [String(Number(year) + 1), ...rest].join('-') < today;
};

export const generalInfoOf = ({ kind, contactConfirmedOn: _, ...row }: ContactRow): GeneralInfo => ({
  ...row,
  isCompany: kind === 'company',
});

export const popupInfoOf = (row: ContactRow, today: string): PopupInfo => ({
  showPopup: isContactOutdated(row.contactConfirmedOn, today),
  email: row.email,
  mobilePhone: row.mobilePhone,
  homePhone: row.homePhone,
});
