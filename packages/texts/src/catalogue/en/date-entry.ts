import type { Translation } from '../../translator.ts';
import type { dateEntry as icelandic } from '../is/date-entry.ts';

export const dateEntry: Translation<typeof icelandic> = {
  dateEntry: {
    day: 'Day',
    month: 'Month',
    year: 'Year',
    example: 'For example {date}',
    dayMissing: 'Day is missing',
    monthMissing: 'Month is missing',
    yearMissing: 'Year is missing',
    dayRange: 'Day must be between 1 and 31',
    monthRange: 'Month must be between 1 and 12',
    yearRange: 'Write the year with four digits, for example 2026',
    dayLength: '{month} has only {days} days',
    open: 'Open calendar: {label}',
    calendar: 'Choose a day',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    close: 'Close',
    calendarFailed: 'The calendar could not be opened. Type the date instead.',
  },
};
