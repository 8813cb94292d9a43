// Validation shared by forms and server.
import { cleanIdentifier } from './typed-text.ts';

const email = /^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,9}$/;

/** What is pasted around an address: `mailto:`, or the angle brackets of an e-mail program. */
const wrapping = /^(?:<|mailto:)+|>$/gi;

/** An e-mail address as typed or pasted, without invisible characters, `mailto:` and angle brackets (rule HOLD-24). */
export const cleanEmail = (text: string): string => cleanIdentifier(text).replace(wrapping, '');

/**
 * Whether a text is an e-mail address (rule FORM-6a): letters, digits and `._%+-` before the at sign, no
 * consecutive dots, a domain, and a top-level domain of 2 to 9 letters. At most 254 characters (RFC 5321).
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && !text.includes('..') && email.test(text);

/** The address in a typed or pasted text (rules FORM-6a and HOLD-24), or undefined. */
export const parseEmail = (text: string): string | undefined => {
  const address = cleanEmail(text);
  return isEmail(address) ? address : undefined;
};

const phoneLabel = /^(?:tel|s|sími|farsími|heimasími|gsm|phone|mobile)\s*[.:]?\s*(?=[+(\d])/i;
// The country code is no part of a local number, which may itself start with 354.
const localPhone = /^(?:\(?(?:\+|00)?354\)?)?(\d{7})$/;

/**
 * The seven digits of an Icelandic phone number (rules FORM-6b and HOLD-24), or undefined. Spaces, dashes and dots between
 * the digits, a label and the country code are ignored.
 */
export const parsePhone = (text: string): string | undefined =>
  localPhone.exec(cleanIdentifier(text).replace(phoneLabel, '').replace(/[ .-]/g, ''))?.[1];

/** Formats seven digits as `560 5000` (rule FORM-6b); returns anything else unchanged. */
export const formatPhone = (digits: string): string => digits.replace(/^(\d{3})(\d{4})$/, '$1 $2');
