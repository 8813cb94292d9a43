// What the forms check and the service checks again.
const email = /^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,9}$/;
const localPhone = /^(\d{3})[- .]?(\d{4})$/;

/**
 * Whether a text is an e-mail address (rule FORM-6a): letters, digits and `._%+-` before the at sign, no two dots in
 * a row, a domain, and a top domain of 2 to 9 letters. At most 254 characters (RFC 5321).
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && !text.includes('..') && email.test(text);

/** The seven digits of an Icelandic phone number (rule FORM-6b), or undefined. Spaces around it are forgiven. */
export const parsePhone = (text: string): string | undefined => {
  const parts = localPhone.exec(text.trim());
  return parts ? `${parts[1]}${parts[2]}` : undefined;
};

/** Seven digits as they are shown, `560 5000` (rule FORM-6b); anything else comes back as it is. */
export const formatPhone = (digits: string): string => digits.replace(/^(\d{3})(\d{4})$/, '$1 $2');
