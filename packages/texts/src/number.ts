// Numbers and their words: what every page needs of the formats, so that the others are loaded where they are shown.
import type { Language } from './language.ts';

/** Says that a value cannot be shown. */
export const refuse = (what: string, value: unknown): never => {
  throw new RangeError(`${what}: ${String(value)}`);
};

/** The minus sign, as wide as a figure in a column; the hyphen of a keyboard is neither that nor read as one. */
export const minus = '\u2212';

/**
 * A number with the language's separators: `1.234.567,5` and `1,234,567.5`, and a true minus before one below zero.
 * @param digits the most decimals shown; halves are rounded away from zero, and zeros at the end are left out
 * @throws RangeError for what is no number, or beyond the whole numbers that a double holds
 */
export const formatNumber = (language: Language, value: number, digits = 3): string => {
  const size = Math.abs(value);
  if (!(size <= Number.MAX_SAFE_INTEGER)) refuse('not a number that can be shown', value);
  // The decimals as they are written are rounded, not the binary fraction behind them: 1.005 is 1.01.
  const [units = '', fraction = ''] = String(size < 1e-6 ? 0 : size).split('.');
  const kept = BigInt(units + fraction.slice(0, digits).padEnd(digits, '0'));
  const scaled = String(kept + BigInt(fraction.charAt(digits) >= '5')).padStart(digits + 1, '0');
  const point = scaled.length - digits;
  const whole = scaled.slice(0, point);
  const decimals = scaled.slice(point).replace(/0+$/, '');
  const [group, decimalSign] = language === 'is' ? ['.', ','] : [',', '.'];
  const text = whole.replace(/\B(?=(\d{3})+$)/g, group) + (decimals && decimalSign + decimals);
  return value < 0 && text !== '0' ? `${minus}${text}` : text;
};

/**
 * Which form of a word goes with a whole count. Icelandic says one of 1, 21 and 101, not of 11 (`21 dagur`); English
 * of 1 alone.
 */
export const pluralForm = (language: Language, count: number): 'one' | 'other' => {
  const n = Math.abs(count);
  const one = language === 'is' ? n % 10 === 1 && n % 100 !== 11 : n === 1;
  return one ? 'one' : 'other';
};
