import { addDays, addMonths, daysBetween, isDay, weekdayOf } from './day.ts';
import { cleanIdentifier } from './typed-text.ts';

/** The parts of a date, in typing order. */
export const dayParts = ['day', 'month', 'year'] as const;
export type DayPart = (typeof dayParts)[number];
/** A date as typed, part by part. */
export type DayEntry = Record<DayPart, string>;

export const emptyDay: DayEntry = { day: '', month: '', year: '' };

/** A fault in one part of a date. */
export type DayFault = {
  part: DayPart;
  reason: 'missing' | 'range' | 'length';
  /** With `length`: number of days in the month, and its first day. */
  days?: number;
  month?: string;
};

const monthStarts = [
  ['jan'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['maí', 'mai', 'may'],
  ['jún', 'jun'],
  ['júl', 'jul'],
  ['ágú', 'agu', 'aug'],
  ['sep'],
  ['okt', 'oct'],
  ['nóv', 'nov'],
  ['des', 'dec'],
];
const monthNames =
  'janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember ' +
  'january february march april may june july august september october november december sept';

/** Number of a month by its name, in full or abbreviated, in either language: `nóv.` is 11; undefined if it is none. */
const monthOf = (text: string): number | undefined => {
  const name = text.toLowerCase().replace(/\.$/, '');
  const isName = name.length === 3 || monthNames.split(' ').includes(name);
  const index = isName ? monthStarts.findIndex((starts) => starts.includes(name.slice(0, 3))) : -1;
  return index < 0 ? undefined : index + 1;
};

/** A part without separators: digits, or the number of a named month. Other text is kept, to be shown with its fault. */
const partOf = (part: DayPart, text: string): string => {
  const typed = cleanIdentifier(text).replace(/[ ./,-]/g, '');
  return String((part === 'month' && monthOf(typed)) || typed);
};

/**
 * The value of a date field: `2026-02-28` for a day that exists, empty when nothing was typed, otherwise the parts as
 * typed, `2026-2-30`, so that a saved draft keeps an unfinished date.
 */
export const joinDay = (entry: DayEntry): string => {
  const [day = '', month = '', year = ''] = dayParts.map((part) => partOf(part, entry[part]));
  if (day + month + year === '') return '';
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : `${year}-${month}-${day}`;
};

/** The parts of a date field's value; all empty if it cannot be split. */
export const splitDay = (value: string): DayEntry => {
  const [, year = '', month = '', day = ''] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(value) ?? [];
  const withoutZeros = (text: string) => text.replace(/^0+(?=.)/, '');
  return { day: withoutZeros(day), month: withoutZeros(month), year };
};

const weekday = /^\p{L}+dag(?:ur|inn|s)?,? (?=\d)|^\p{L}+day,? /iu;

/**
 * Parses a whole date pasted or typed into one part: `24.12.2026`, `24/12/2026`, `24-12-2026`, `2026-12-24`, and as our
 * pages write it: `24. desember 2026`, `fimmtudagur 24. des. 2026`, `24 December 2026` (rule HOLD-24).
 */
export const readDay = (text: string): DayEntry | undefined => {
  const typed = cleanIdentifier(text).replace(weekday, '');
  const [, day, month, year] = /^(\d{1,2})[./ -]+(\d{1,2})[./ -]+(\d{4})$/.exec(typed) ?? [];
  if (day && month && year) return splitDay(`${year}-${month}-${day}`);
  const named =
    /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)? ?(?<month>\p{L}+\.?),? ?(?<year>\d{4})$/u.exec(typed) ??
    /^(?<month>\p{L}+\.?) (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u.exec(typed);
  const namedMonth = monthOf(named?.groups?.month ?? '');
  if (namedMonth !== undefined) return splitDay(`${named?.groups?.year}-${namedMonth}-${named?.groups?.day}`);
  return /^\d{4}-\d\d-\d\d$/.test(typed) ? splitDay(typed) : undefined;
};

/** The day in a typed or pasted text, as `readDay` reads it; undefined if it is no day that exists. */
export const parseDay = (text: string): string | undefined => {
  const entry = readDay(text);
  const day = entry && joinDay(entry);
  return day !== undefined && isDay(day) ? day : undefined;
};

const isWithin = (text: string, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/**
 * Validates the value of a date field, part by part. An empty value has no faults: whether the field is required is up
 * to the form.
 */
export const dayFaults = (value: string): DayFault[] => {
  if (value === '' || isDay(value)) return [];
  const { day, month, year } = splitDay(value);
  const faultOf = (part: DayPart, text: string, isValid: boolean): DayFault[] =>
    isValid ? [] : [{ part, reason: text === '' ? 'missing' : 'range' }];
  const faults = [
    ...faultOf('day', day, isWithin(day, 31)),
    ...faultOf('month', month, isWithin(month, 12)),
    ...faultOf('year', year, /^\d{4}$/.test(year)),
  ];
  if (faults.length > 0) return faults;
  const first = `${year}-${month.padStart(2, '0')}-01`;
  return [{ part: 'day', reason: 'length', days: daysBetween(first, addMonths(first, 1)), month: first }];
};

/** The weeks of a month, Monday first, padded with days of the adjacent months. */
export const weeksOf = (month: string): string[][] => {
  const first = `${month.slice(0, 7)}-01`;
  const start = addDays(first, 1 - weekdayOf(first));
  const length = daysBetween(start, addMonths(first, 1));
  return Array.from({ length: Math.ceil(length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => addDays(start, week * 7 + day)),
  );
};
