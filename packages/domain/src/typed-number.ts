import { cleanIdentifier } from './typed-text.ts';

// Three digits after a point or comma are thousands in both languages, as long as the field takes whole numbers.
const wholeNumber =
  /^(?:(?<plain>\d+)(?:[.,]0{1,2})?|(?<points>\d{1,3}(?:\.\d{3})+)(?:,0{1,2})?|(?<commas>\d{1,3}(?:,\d{3})+)(?:\.0{1,2})?|(?<spaces>\d{1,3}(?: \d{3})+)(?:[.,]0{1,2})?)$/;

/**
 * Parses a whole number as typed or pasted: `15000`, `15.000`, `15,000`, `15 000`, `15.000,00`; undefined for anything
 * else, including fractions other than zero (rule HOLD-24).
 */
export const parseWholeNumber = (text: string): number | undefined => {
  const { plain, points, commas, spaces } = wholeNumber.exec(cleanIdentifier(text))?.groups ?? {};
  const digits = (plain ?? points ?? commas ?? spaces)?.replace(/\D/g, '');
  const value = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(value) ? value : undefined;
};

const decimalSigns = { is: ',', en: '.' } as const;

/**
 * Parses a number that may have decimals. The language decides only where the text is ambiguous: `1,500` is one and a
 * half in Icelandic and fifteen hundred in English.
 */
export const parseDecimal = (text: string, language: 'is' | 'en'): number | undefined => {
  const typed = cleanIdentifier(text).replace(/(?<=\d) (?=\d{3}(?!\d))/g, '');
  const decimal = decimalSigns[language];
  const group = decimal === ',' ? '.' : ',';
  const isAmbiguous = /^\d{1,3}[.,]\d{3}$/.test(typed);
  if (/^\d+(?:[.,]\d+)?$/.test(typed) && !(isAmbiguous && typed.includes(group)))
    return Number(typed.replace(',', '.'));
  const grouped = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?)$/.test(typed);
  if (!grouped) return undefined;
  const first = /[.,]/.exec(typed)?.[0] ?? group;
  return Number(typed.replaceAll(first, '').replace(',', '.'));
};
