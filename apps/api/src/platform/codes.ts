// Crockford's base 32: no letter that is read as a figure. Five bits a sign.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = /.{4}/g;

/** Bytes as a code that people read and type: ten bytes are `ABCD-EFGH-JKMN-PQRS`. Bits that fill no sign are left out. */
export const writeCode = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
  return (signs.match(groups) ?? []).join('-');
};

/**
 * A code as it was typed, in the one form that it is looked up by: spaces, dashes and small letters are forgiven, and the
 * letters that look like figures are those figures.
 */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** A code that was read, in its groups again. */
export const groupCode = (code: string): string => (code.match(groups) ?? []).join('-');
