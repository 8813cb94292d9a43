import { useEffect, useEffectEvent, useRef } from 'react';

/** How long a popup still stands after it has succeeded, in milliseconds. */
export const closeAfterMs = 200;

/** Closes a popup a moment after it is told to; not at all when it is gone before that. */
export const useClosing = (close: () => void): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closeNow = useEffectEvent(close);
  const run = useRef(() => {});
  useEffect(() => {
    run.current = () => closeNow();
    return () => clearTimeout(timer.current);
  }, []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => run.current(), closeAfterMs);
  };
};
