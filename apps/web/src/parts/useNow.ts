import { useSyncExternalStore } from 'react';

const minute = 60_000;

const subscribeToMinutes = (onChange: () => void) => {
  const timer = setInterval(onChange, minute);
  return () => clearInterval(timer);
};

/**
 * The current minute; undefined in the first render, because a page built yesterday must not say that we are open now.
 */
export const useNow = (): Date | undefined => {
  const time = useSyncExternalStore(
    subscribeToMinutes,
    () => Math.floor(Date.now() / minute) * minute,
    () => undefined,
  );
  return time === undefined ? undefined : new Date(time);
};
