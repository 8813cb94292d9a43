// Number formatting and plurals, which every page needs; the other formats are loaded where they are used.
import type { Language } from './language.ts';

/** Throws for a value that cannot be formatted. */
export const refuse = (what: string, value: unknown): never => {
  throw new RangeError(`${what}: ${String(value)}`);
};

/** The minus sign: as wide as a digit and read aloud, unlike a hyphen. */
export const minus = '\u2212';

/**
 * Formats a number with the language's separators: `1.234.567,5` and `1,234,567.5`, and a minus sign if negative.
 * @param digits maximum number of decimals; halves are rounded away from zero, trailing zeros are omitted
 * @throws RangeError if it is not a number, or beyond the safe integers
 */
export const formatNumber = (language: Language, value: number, digits = 3): string => {
  const size = Math.abs(value);
  if (!(size <= Number.MAX_SAFE_INTEGER)) refuse('not a number that can be shown', value);
  // Rounds the decimal digits, not the binary fraction: 1.005 is 1.01.
  const [units = '', fraction = ''] = String(size < 1e-6 ? 0 : size).split('.');
  const truncated = BigInt(units + fraction.slice(0, digits).padEnd(digits, '0'));
  const scaled = String(truncated + BigInt(fraction.charAt(digits) >= '5')).padStart(digits + 1, '0');
  const point = scaled.length - digits;
  const integer = scaled.slice(0, point);
  const decimals = scaled.slice(point).replace(/0+$/, '');
  const [group, decimalSign] = language === 'is' ? ['.', ','] : [',', '.'];
  const text = integer.replace(/\B(?=(\d{3})+$)/g, group) + (decimals && decimalSign + decimals);
  return value < 0 && text !== '0' ? `${minus}${text}` : text;
};

/**
 * Plural form for a whole count. Icelandic uses the singular for 1, 21 and 101 but not 11 (`21 dagur`); English only
 * for 1.
 */
export const pluralForm = (language: Language, count: number): 'one' | 'other' => {
  const n = Math.abs(count);
  const isSingular = language === 'is' ? n % 10 === 1 && n % 100 !== 11 : n === 1;
  return isSingular ? 'one' : 'other';
};
