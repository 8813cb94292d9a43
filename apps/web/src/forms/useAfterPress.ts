import { useCallback, useEffect, useRef } from 'react';

/**
 * Gives a function that runs what it is given at once, or, while a button of the mouse or a finger is down, after the
 * press has ended. Pressing a button takes the focus out of a field; were the field's error shown then, it would move
 * the button away before it is let go, and the press be lost.
 */
export const useAfterPress = (): ((run: () => void) => void) => {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const down = () => {
      pressed.current = true;
    };
    const up = () => {
      pressed.current = false;
      // The click belongs to the press, and comes in the same task.
      timer = setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('pointerup', up, true);
    document.addEventListener('pointercancel', up, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('pointercancel', up, true);
    };
  }, []);

  return useCallback((run) => {
    if (pressed.current) waiting.current.push(run);
    else run();
  }, []);
};
