import { addDays, addMonths, daysBetween, isDay, weekdayOf } from './day.ts';

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

/**
 * The value of a date field: `2026-02-28` for a day that exists, empty when nothing was typed, otherwise the parts as
 * typed, `2026-2-30`, so that a saved draft keeps an unfinished date.
 */
export const joinDay = (entry: DayEntry): string => {
  const [day = '', month = '', year = ''] = dayParts.map((part) => entry[part].replace(/\D/g, ''));
  if (day + month + year === '') return '';
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : `${year}-${month}-${day}`;
};

/** The parts of a date field's value; all empty if it cannot be split. */
export const splitDay = (value: string): DayEntry => {
  const [, year = '', month = '', day = ''] = /^(\d*)-(\d*)-(\d*)$/.exec(value) ?? [];
  const withoutZeros = (text: string) => text.replace(/^0+(?=.)/, '');
  return { day: withoutZeros(day), month: withoutZeros(month), year };
};

/** Parses a whole date pasted or typed into one part: `24.12.2026`, `24/12/2026`, `24-12-2026`, `2026-12-24`. */
export const readDay = (text: string): DayEntry | undefined => {
  const typed = text.trim();
  const [, day, month, year] = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4})$/.exec(typed) ?? [];
  if (day && month && year) return splitDay(`${year}-${month}-${day}`);
  return /^\d{4}-\d\d-\d\d$/.test(typed) ? splitDay(typed) : undefined;
};

const isWithin = (text: string, most: number): boolean => Number(text) >= 1 && Number(text) <= most;

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
