import { addDays, dayOf, weekdayOf } from './day.ts';

/** One row of opening hours, in the format of the content service (rule SITE-11). */
export type OpeningTime = {
  titill: string;
  /** `09:00` */
  opnar: string;
  /** `16:00`, or `24:00` for the end of the day. */
  lokar: string;
  /** Days of the week, 1 for Monday to 7 for Sunday. */
  dagar: readonly number[];
};

/** A day with special hours; closed all day when `opnar` or `lokar` is null. */
export type Holiday = { dagur: string; opnar: string | null; lokar: string | null };

/**
 * Open and until when, or closed and when it next opens; `opens` is absent if it does not open in the next two weeks.
 */
export type OpeningState =
  | { open: true; until: string }
  | { open: false; opens?: { day: string; time: string } };

type Span = { opnar: string; lokar: string };

const spansOn = (day: string, times: readonly OpeningTime[], holidays: readonly Holiday[]): Span[] => {
  const holiday = holidays.find(({ dagur }) => dagur === day);
  if (holiday) {
    const { opnar, lokar } = holiday;
    return opnar !== null && lokar !== null ? [{ opnar, lokar }] : [];
  }
  const weekday = weekdayOf(day);
  return times.filter(({ dagar }) => dagar.includes(weekday)).sort((a, b) => (a.opnar < b.opnar ? -1 : 1));
};

// Long enough to get past Christmas and Easter.
const daysAhead = 14;

/**
 * The opening state at an instant, in Icelandic time: open from `opnar`, closed from `lokar` (rule SITE-9).
 * @param holidays override the regular hours; pass none for a service that is open every day
 */
export const openingState = (
  times: readonly OpeningTime[],
  holidays: readonly Holiday[],
  now: Date,
): OpeningState => {
  const today = dayOf(now);
  const clock = now.toISOString().slice(11, 16);
  const current = spansOn(today, times, holidays).find(({ opnar, lokar }) => opnar <= clock && clock < lokar);
  if (current) return { open: true, until: current.lokar };
  for (let ahead = 0; ahead <= daysAhead; ahead += 1) {
    const day = addDays(today, ahead);
    const next = spansOn(day, times, holidays).find(({ opnar }) => ahead > 0 || opnar > clock);
    if (next) return { open: false, opens: { day, time: next.opnar } };
  }
  return { open: false };
};
