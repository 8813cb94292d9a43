import { dateEntry as english } from './catalogue/en/date-entry.ts';
import { dateEntry as icelandic } from './catalogue/is/date-entry.ts';
import { formatDate } from './format.ts';
import type { Language } from './language.ts';
import { createTranslator, type Translate } from './translator.ts';

const texts = { is: createTranslator('is', icelandic), en: createTranslator('en', english) };

/** Texts of date fields, loaded with the fields rather than with a page. */
export const dateTexts = (language: Language): Translate<typeof icelandic> =>
  texts[language] as Translate<typeof icelandic>;

/** Names of the weekdays, Monday first. */
export const weekdayNames = (language: Language): string[] =>
  // 1 June 2026 is a Monday.
  [1, 2, 3, 4, 5, 6, 7].map((day) => formatDate(language, `2026-06-0${day}`, 'full').split(' ')[0] ?? '');
