// Calendar days as `YYYY-MM-DD`, which sort as text. Iceland is on UTC all year.

const dayLength = 86_400_000;

const instantOf = (day: string): number => {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Some engines parse 30 February as 2 March.
  return new Date(time).getUTCDate() === Number(day.slice(-2)) ? time : Number.NaN;
};

const checked = (day: string): number => {
  const time = instantOf(day);
  if (Number.isNaN(time)) throw new RangeError(`not a day: ${day}`);
  return time;
};

/** Whether the text is an existing day, such as `2026-02-28`. */
export const isDay = (text: string): boolean => !Number.isNaN(instantOf(text));

/** The day an instant falls on in Iceland. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** @throws RangeError if `day` is not a day */
export const addDays = (day: string, count: number): string =>
  dayOf(new Date(checked(day) + count * dayLength));

/**
 * The same day of the month `count` months later, or the last day of a shorter month: 31 January plus one month is
 * 28 February.
 * @throws RangeError if `day` is not a day
 */
export const addMonths = (day: string, count: number): string => {
  const date = new Date(checked(day));
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return dayOf(date);
};

/** Number of days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (checked(to) - checked(from)) / dayLength;

/** Negative when `a` is earlier, positive when `b` is, zero for the same day. */
export const compareDays = (a: string, b: string): number => Math.sign(checked(a) - checked(b));

/** Day of the week, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(checked(day)).getUTCDay() || 7;
