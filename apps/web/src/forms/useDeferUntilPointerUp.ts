import { useCallback, useEffect, useRef } from 'react';

/** How long after a finger is lifted its click may arrive, in milliseconds. */
const maxClickDelayMs = 300;

/**
 * Returns a function that runs its argument at once or, while the pointer is down, after the press has ended.
 * Pressing a button moves focus out of a field; if the field's error were rendered at that moment, it would
 * move the button away and the click would be lost. On touch screens focus moves between pointerup and click,
 * so a touch ends with its click.
 */
export const useDeferUntilPointerUp = (): ((run: () => void) => void) => {
  const isPressed = useRef(false);
  const deferred = useRef<(() => void)[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopWaitingForClick = () => {
      clearTimeout(timer);
      document.removeEventListener('click', endPress, true);
    };
    const onPointerDown = () => {
      stopWaitingForClick();
      isPressed.current = true;
    };
    const endPress = () => {
      stopWaitingForClick();
      isPressed.current = false;
      // After the click handlers, in a task of its own.
      timer = setTimeout(() => {
        for (const run of deferred.current.splice(0)) run();
      });
    };
    const onPointerUp = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return endPress();
      stopWaitingForClick();
      // A touch may end without a click, for example a long press.
      timer = setTimeout(endPress, maxClickDelayMs);
      document.addEventListener('click', endPress, true);
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('pointerup', onPointerUp, true);
    document.addEventListener('pointercancel', endPress, true);
    return () => {
      stopWaitingForClick();
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('pointerup', onPointerUp, true);
      document.removeEventListener('pointercancel', endPress, true);
    };
  }, []);

  return useCallback((run) => {
    if (isPressed.current) deferred.current.push(run);
    else run();
  }, []);
};
