import { addDays, weekdayOf } from './day.ts';

/** Fixed days on which the office is closed: public holidays of Act 88/1971, Christmas Eve and New Year's Eve. */
const fixedDays = ['01-01', '05-01', '06-17', '12-24', '12-25', '12-26', '12-31'];

/** Easter Sunday of a year in the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
const easterOf = (year: number): string => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return addDays(`${year}-03-22`, epact + weekday - 7 * late);
};

/** The first given weekday on or after `day`; 1 is Monday. */
const firstOf = (weekday: number, day: string): string => addDays(day, (weekday - weekdayOf(day) + 7) % 7);

const isClosed = (day: string): boolean => {
  const year = day.slice(0, 4);
  if (fixedDays.includes(day.slice(5))) return true;
  // The first day of summer is a Thursday, Commerce Day a Monday.
  if (day === firstOf(4, `${year}-04-19`) || day === firstOf(1, `${year}-08-01`)) return true;
  const easter = easterOf(Number(year));
  // Maundy Thursday, Good Friday, Easter Monday, Ascension Day, Whit Monday.
  return [-3, -2, 1, 39, 50].some((days) => day === addDays(easter, days));
};

/** Whether a day, `YYYY-MM-DD`, is neither a weekend nor a public holiday in Iceland. */
export const isWorkingDay = (day: string): boolean => weekdayOf(day) < 6 && !isClosed(day);

/** The last working day on or before a day. */
export const lastWorkingDayUntil = (day: string): string => {
  let last = day;
  while (!isWorkingDay(last)) last = addDays(last, -1);
  return last;
};

/** The working day that is `count` working days after a day. */
export const addWorkingDays = (from: string, count: number): string => {
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
};
