import { importOnDemand } from '../../engine/chunks.ts';
import type { Language } from '../../engine/types.ts';

const loadDayPart = importOnDemand(() => import('./day-part.ts'));
let dayError: Awaited<ReturnType<typeof loadDayPart>>['dayError'] | undefined;

/** Loads the date field together with its error texts. */
export const loadDay = async () => {
  const part = await loadDayPart();
  dayError = part.dayError;
  return part;
};

/** Error of a date, naming the invalid part; undefined until the field is loaded and can be typed in. */
export const lateDayError = (language: Language, value: unknown): string | undefined =>
  dayError?.(language, String(value))?.message;
