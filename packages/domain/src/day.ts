// Calendar days without a clock: `YYYY-MM-DD`, which also sort as text. Iceland keeps UTC all year.

const dayLength = 86_400_000;

const instantOf = (day: string): number => {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some engines read 30 February as 2 March.
  return new Date(time).toJSON()?.startsWith(day) ? time : Number.NaN;
};

const checked = (day: string): number => {
  const time = instantOf(day);
  if (Number.isNaN(time)) throw new RangeError(`not a day: ${day}`);
  return time;
};

/** Whether a text is a day that exists, `2026-02-28`. */
export const isDay = (text: string): boolean => !Number.isNaN(instantOf(text));

/** The day that an instant falls on in Iceland. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** @throws RangeError when `day` is none */
export const addDays = (day: string, count: number): string =>
  dayOf(new Date(checked(day) + count * dayLength));

/**
 * The same day of the month `count` months on, or the last one of a shorter month: 31 January and one is 28 February.
 * @throws RangeError when `day` is none
 */
export const addMonths = (day: string, count: number): string => {
  const date = new Date(checked(day));
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
};

/** Days from one to the other; below zero when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (checked(to) - checked(from)) / dayLength;

/** Below zero when `a` is earlier, above when `b` is, zero for the same day. */
export const compareDays = (a: string, b: string): number => Math.sign(checked(a) - checked(b));

/** Day of the week, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(checked(day)).getUTCDay() || 7;
