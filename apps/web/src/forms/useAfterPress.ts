import { useCallback, useEffect, useRef } from 'react';

/** How long a finger that was lifted may wait for its click, in milliseconds. */
const longestTap = 300;

/**
 * Gives a function that runs what it is given at once, or, while a button of the mouse or a finger is down, after the
 * press has ended. Pressing a button takes the focus out of a field; were the field's error shown then, it would move
 * the button away before it is let go, and the press be lost. With a finger the focus moves after it was lifted, just
 * before the click, so that its press ends with the click.
 */
export const useAfterPress = (): ((run: () => void) => void) => {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopWaiting = () => {
      clearTimeout(timer);
      document.removeEventListener('click', end, true);
    };
    const down = () => {
      stopWaiting();
      pressed.current = true;
    };
    const end = () => {
      stopWaiting();
      pressed.current = false;
      // The click belongs to the press, and what it does comes in the same task.
      timer = setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    const up = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return end();
      stopWaiting();
      // Not every press of a finger has a click: a long one has none.
      timer = setTimeout(end, longestTap);
      document.addEventListener('click', end, true);
    };
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('pointerup', up, true);
    document.addEventListener('pointercancel', end, true);
    return () => {
      stopWaiting();
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('pointercancel', end, true);
    };
  }, []);

  return useCallback((run) => {
    if (pressed.current) waiting.current.push(run);
    else run();
  }, []);
};
