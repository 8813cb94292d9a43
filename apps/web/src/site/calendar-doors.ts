import { formatDate } from '@hofn/texts';
import type { Language } from '../engine/types.ts';

/** Address of a year's calendar at the API. */
export const calendarPath = (year: number): string => `/api/public/v1/calendar/${year}`;

/** The day that a door opens on, `2026-12-05`, as it is written. */
export const doorDate = (language: Language, year: number, day: number): string =>
  formatDate(language, `${year}-12-${String(day).padStart(2, '0')}`, 'long');

/** A label with its values in place: `Gluggi {day}`. */
export const filled = (label: string, values: Record<string, string | number>): string =>
  label.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** Site path of a door, below that of the calendar. */
export const doorPath = (language: Language, day: number): string =>
  `${language === 'en' ? '/en' : ''}/jolakula/${day}`;
