import { later } from '../../engine/chunks.ts';
import type { Language } from '../../engine/types.ts';

const load = later(() => import('./day-part.ts'));
let words: Awaited<ReturnType<typeof load>>['dayError'] | undefined;

/** Loads the date field, and with it the words of its faults. */
export const loadDay = async () => {
  const part = await load();
  words = part.dayError;
  return part;
};

/** What is wrong with a date, part by part; undefined before the field has come, where nothing can be typed in it. */
export const lateDayError = (language: Language, value: unknown): string | undefined =>
  words?.(language, String(value))?.message;
