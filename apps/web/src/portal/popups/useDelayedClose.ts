import { useEffect, useEffectEvent, useRef } from 'react';

/** How long a popup stays open after it has succeeded, in milliseconds. */
export const closeAfterMs = 200;

/** Returns a function that closes a popup after a short delay, unless it is unmounted first. */
export const useDelayedClose = (close: () => void): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onClose = useEffectEvent(close);
  const latestClose = useRef(() => {});
  useEffect(() => {
    latestClose.current = () => onClose();
    return () => clearTimeout(timer.current);
  }, []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latestClose.current(), closeAfterMs);
  };
};
