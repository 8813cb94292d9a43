import { formatDate } from '@hofn/texts';
import type { Language } from '../engine/types.ts';

/** API path of a year's calendar. */
export const calendarPath = (year: number): string => `/api/public/v1/calendar/${year}`;

/** The formatted date of a door, from `2026-12-05`. */
export const doorDate = (language: Language, year: number, day: number): string =>
  formatDate(language, `${year}-12-${String(day).padStart(2, '0')}`, 'long');

/** A label with its placeholders filled: `Gluggi {day}`. */
export const fillPlaceholders = (label: string, values: Record<string, string | number>): string =>
  label.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** Site path of a door, below the calendar's. */
export const doorPath = (language: Language, day: number): string =>
  `${language === 'en' ? '/en' : ''}/jolakula/${day}`;
