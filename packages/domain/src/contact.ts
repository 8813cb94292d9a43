// Validation shared by forms and server.
const email = /^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,9}$/;
const localPhone = /^(\d{3})[- .]?(\d{4})$/;

/**
 * Whether a text is an e-mail address (rule FORM-6a): letters, digits and `._%+-` before the at sign, no
 * consecutive dots, a domain, and a top-level domain of 2 to 9 letters. At most 254 characters (RFC 5321).
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && !text.includes('..') && email.test(text);

/** The seven digits of an Icelandic phone number (rule FORM-6b), or undefined. Surrounding spaces are ignored. */
export const parsePhone = (text: string): string | undefined => {
  const parts = localPhone.exec(text.trim());
  return parts ? `${parts[1]}${parts[2]}` : undefined;
};

/** Formats seven digits as `560 5000` (rule FORM-6b); returns anything else unchanged. */
export const formatPhone = (digits: string): string => digits.replace(/^(\d{3})(\d{4})$/, '$1 $2');
