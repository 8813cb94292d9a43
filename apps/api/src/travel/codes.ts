import { createHash, createHmac, randomBytes } from 'node:crypto';

// Crockford's base 32: no letter that is read as a figure. Ten bytes make sixteen signs, eighty bits that nobody guesses.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeBytes = 10;
const groups = /.{4}/g;

const encode = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
};

/**
 * A code as it was typed, in the one form that is hashed: spaces, dashes and small letters are forgiven, and the
 * letters that look like figures are those figures.
 */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** The only form in which a code is kept: SHA-256 in hex. */
export const hashOfCode = (typed: string): string =>
  createHash('sha256').update(readCode(typed)).digest('hex');

/** What a confirmation is of; the same one has the same code. */
export type Confirmed = { customerId: string; policyId: string; validFrom: string; validTo: string };

/**
 * Makes the codes of travel confirmations: `ABCD-EFGH-JKMN-PQRS`, derived from what is confirmed and a secret, so that
 * no code needs to be kept to be shown again. Without a secret of its own a process makes one for its life; the codes
 * that it gave out stay good, for they are looked up by their hash.
 */
export const createCodes = (secret: string | undefined) => {
  const key = secret ?? randomBytes(32);
  return ({ customerId, policyId, validFrom, validTo }: Confirmed): string => {
    const text = JSON.stringify([customerId, policyId, validFrom, validTo]);
    const bytes = createHmac('sha256', key).update(text).digest().subarray(0, codeBytes);
    return (encode(bytes).match(groups) ?? []).join('-');
  };
};
export type Codes = ReturnType<typeof createCodes>;
