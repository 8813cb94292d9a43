const millisecondsOfADay = 86_400_000;

/** The calendar day in Iceland at an instant, `YYYY-MM-DD`: Iceland keeps UTC all year. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The day so many days after another, or before it when `days` is below zero. */
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * millisecondsOfADay));

/**
 * The same day of the month so many months later; the last of that month where it has no such day, so that a month
 * from 31 January is the last of February.
 */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))));
};
