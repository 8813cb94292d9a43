import { useCallback, useEffect, useRef } from 'react';

/** Maximum delay between pointerup and click on touch screens, in milliseconds. */
const maxClickDelayMs = 300;

/**
 * Returns a function that runs its argument immediately or, while the pointer is down, after the press.
 * Pressing a button blurs the current field; if the field's error rendered at that moment, the layout would
 * shift the button and the click would be lost. On touch screens focus moves between pointerup and click, so
 * a touch press ends with the click.
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
      // In a separate task, after the click handlers.
      timer = setTimeout(() => {
        for (const run of deferred.current.splice(0)) run();
      });
    };
    const onPointerUp = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return endPress();
      stopWaitingForClick();
      // A touch may end without a click, for example after a long press.
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
