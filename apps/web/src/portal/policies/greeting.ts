/** Greeting for the time of day in Iceland (always UTC): morning from 5, day from 12, evening from 18. */
export const greetingKey = (
  now: Date,
): 'overview|greetingMorning' | 'overview|greetingDay' | 'overview|greetingEvening' => {
  const hour = now.getUTCHours();
  if (hour >= 5 && hour < 12) return 'overview|greetingMorning';
  return hour >= 12 && hour < 18 ? 'overview|greetingDay' : 'overview|greetingEvening';
};
