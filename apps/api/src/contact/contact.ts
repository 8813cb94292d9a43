import type { GeneralInfo, PopupInfo } from '@hofn/contracts';
import { isEmail, parsePhone } from '@hofn/domain';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { ContactDetails, ContactRow } from './store.ts';

type Typed = { email: string; mobilePhone: string; homePhone: string };

/**
 * What was typed, as it is stored: phones as seven digits, an empty home phone as none.
 * @throws Fault `validation` naming each field that breaks rule PAY-1
 */
export const contactOf = (typed: Typed): ContactDetails => {
  const email = typed.email.trim();
  const mobilePhone = parsePhone(typed.mobilePhone);
  const hasHomePhone = typed.homePhone.trim() !== '';
  const homePhone = hasHomePhone ? parsePhone(typed.homePhone) : null;
  const fields: FieldFault[] = [];
  if (email === '') fields.push({ path: 'email', reason: 'missingEmail' });
  else if (!isEmail(email)) fields.push({ path: 'email', reason: 'invalidEmail' });
  if (mobilePhone === undefined) fields.push({ path: 'mobilePhone', reason: 'invalidLocalPhoneNumber' });
  if (homePhone === undefined) fields.push({ path: 'homePhone', reason: 'invalidLocalPhoneNumber' });
  if (mobilePhone === undefined || homePhone === undefined || fields.length > 0)
    throw new Fault('validation', { fields });
  return { email, mobilePhone, homePhone };
};

/** E-mail and phones are asked about again when a year has passed since they were last said to be right. */
export const contactIsOld = (confirmedOn: string | null, today: string): boolean => {
  if (confirmedOn === null) return true;
  const [year = '', ...rest] = confirmedOn.split('-');
  return [String(Number(year) + 1), ...rest].join('-') < today;
};

export const generalInfoOf = ({ kind, contactConfirmedOn: _, ...row }: ContactRow): GeneralInfo => ({
  ...row,
  isCompany: kind === 'company',
});

export const popupInfoOf = (row: ContactRow, today: string): PopupInfo => ({
  showPopup: contactIsOld(row.contactConfirmedOn, today),
  email: row.email,
  mobilePhone: row.mobilePhone,
  homePhone: row.homePhone,
});
