import { cleanIdentifier } from '@hofn/domain';

// Crockford's base 32, without letters that look like digits. Five bits per symbol.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = /.{4}/g;

/** Encodes bytes as a code for people to read and type: ten bytes are `ABCD-EFGH-JKMN-PQRS`. Leftover bits are dropped. */
export const writeCode = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const symbols = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
  return (symbols.match(groups) ?? []).join('-');
};

/**
 * Normalises a typed code for look-up: drops spaces, dashes and invisible characters, ignores case, and reads letters that look like digits as
 * those digits.
 */
export const readCode = (typed: string): string =>
  cleanIdentifier(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** Formats a normalised code in groups again. */
export const groupCode = (code: string): string => (code.match(groups) ?? []).join('-');
