const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Pauses after failed attempts, in milliseconds: soon at first, then hourly until three days have passed. */
const delays = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute],
  ...Array.from({ length: 72 }, () => hour),
];

const longestRetryAfter = hour;

/** `Retry-After` as milliseconds from `now`; 0 when it is absent or neither seconds nor a date. */
const retryAfterMs = (text: string | undefined, now: Date): number => {
  if (text === undefined) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(ms, longestRetryAfter);
};

/**
 * How long to wait after an attempt that failed, in milliseconds.
 * @param failures attempts to deliver the event that have failed, with this one
 * @param retryAfter header of the response; it can delay the next attempt, not hasten it
 * @returns undefined when the event is given up
 */
export const delayAfter = (
  failures: number,
  retryAfter: string | undefined,
  now: Date,
): number | undefined => {
  const delay = delays[failures - 1];
  return delay === undefined ? undefined : Math.max(delay, retryAfterMs(retryAfter, now));
};
