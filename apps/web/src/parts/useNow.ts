import { useSyncExternalStore } from 'react';

const minute = 60_000;

const eachMinute = (changed: () => void) => {
  const timer = setInterval(changed, minute);
  return () => clearInterval(timer);
};

/**
 * The present minute, or undefined in the first render: a page made yesterday must not say that it is open now.
 */
export const useNow = (): Date | undefined => {
  const time = useSyncExternalStore(
    eachMinute,
    () => Math.floor(Date.now() / minute) * minute,
    () => undefined,
  );
  return time === undefined ? undefined : new Date(time);
};
