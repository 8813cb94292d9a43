// Our own formats, identical on the server and in every browser: Chromium's Intl lacks Icelandic (rule LANG-8).
import type { Language } from './language.ts';
import { formatNumber, minus, refuse } from './number.ts';

export { formatNumber, pluralForm } from './number.ts';

const noBreak = '\u00a0';

const months = {
  is: 'janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};
// In Icelandic, months of up to four letters are not abbreviated: «mars», «maí», «júní», «júlí».
const shortMonths = {
  is: 'jan. feb. mars apr. maí júní júlí ágú. sep. okt. nóv. des.'.split(' '),
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
};
const weekdays = {
  is: 'sunnudagur mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur'.split(' '),
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
};

/**
 * Date styles, for 21 November 2026:
 * `full` laugardagur 21. nóvember 2026 · `long` 21. nóvember 2026 · `medium` 21. nóv. 2026 · `short` 21.11.2026 ·
 * `day` 21. nóvember · `month` nóvember 2026.
 */
export type DateStyle = 'full' | 'long' | 'medium' | 'short' | 'day' | 'month';

/** Whole krónur: `1.234 kr.` and `ISK 1,234`, with a no-break space. A fraction is rounded, halves away from zero. */
export const formatMoney = (language: Language, isk: number): string => {
  const amount = formatNumber(language, isk, 0);
  if (language === 'is') return `${amount}${noBreak}kr.`;
  return amount.startsWith(minus) ? `${minus}ISK${noBreak}${amount.slice(1)}` : `ISK${noBreak}${amount}`;
};

/**
 * Formats a number with exactly `digits` decimals, for columns of figures: with one decimal, 19 is `19,0`.
 * @throws RangeError as `formatNumber` does
 */
export const formatFixed = (language: Language, value: number, digits: number): string => {
  const point = language === 'is' ? ',' : '.';
  const [whole = '', decimals = ''] = formatNumber(language, value, digits).split(point);
  return digits > 0 ? `${whole}${point}${decimals.padEnd(digits, '0')}` : whole;
};

/** Formats a value given in percent: 2.25 is `2,25%` and `2.25%`; at most two decimals. */
export const formatPercent = (language: Language, percent: number): string =>
  `${formatNumber(language, percent, 2)}%`;

/**
 * Formats a calendar day, `YYYY-MM-DD`, with a no-break space between day and month.
 * @throws RangeError if the day does not exist
 */
export const formatDate = (language: Language, day: string, style: DateStyle = 'long'): string => {
  const date = new Date(`${day}T00:00:00Z`);
  if (date.toJSON()?.slice(0, 10) !== day) refuse('not a day', day);
  const [year = '', month = '', number = ''] = day.split('-').map((part) => String(Number(part)));
  const icelandic = language === 'is';
  if (style === 'short') {
    return icelandic ? `${number}.${month}.${year}` : `${day.slice(8)}/${day.slice(5, 7)}/${year}`;
  }
  const name = (style === 'medium' ? shortMonths : months)[language][date.getUTCMonth()];
  if (style === 'month') return `${name} ${year}`;
  const dayAndMonth = `${number}${icelandic ? '.' : ''}${noBreak}${name}`;
  if (style === 'day') return dayAndMonth;
  const weekday = style === 'full' ? `${weekdays[language][date.getUTCDay()]} ` : '';
  return `${weekday}${dayAndMonth} ${year}`;
};

// Iceland is on UTC all year, so Icelandic day and time are those of the ISO form.
const isoOf = (instant: Date | string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? refuse('not an instant', instant) : date.toISOString();
};

/** The calendar day of an instant in Iceland, `YYYY-MM-DD`. */
export const dayOfInstant = (instant: Date | string): string => isoOf(instant).slice(0, 10);

/** Formats `HH:MM` as `9.05` and `09:05`. */
export const formatClock = (language: Language, time: string): string =>
  language === 'is' ? time.replace(/^0/, '').replace(':', '.') : time;

/** Formats the Icelandic time of an instant: `9.05` and `09:05`. */
export const formatTime = (language: Language, instant: Date | string): string =>
  formatClock(language, isoOf(instant).slice(11, 16));

/** Formats the Icelandic date and time of an instant: `21. nóvember 2026 kl. 9.05` and `21 November 2026 at 09:05`. */
export const formatDateTime = (
  language: Language,
  instant: Date | string,
  style: DateStyle = 'long',
): string => {
  const between = language === 'is' ? `kl.${noBreak}` : 'at ';
  return `${formatDate(language, dayOfInstant(instant), style)} ${between}${formatTime(language, instant)}`;
};

/** Joins a list: `bíll, hús og bátur`, `car, house and boat`. */
export const formatList = (language: Language, items: readonly string[]): string => {
  const last = items.at(-1) ?? '';
  if (items.length < 2) return last;
  return `${items.slice(0, -1).join(', ')} ${language === 'is' ? 'og' : 'and'} ${last}`;
};
