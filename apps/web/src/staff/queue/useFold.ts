import { useEffect, useRef, useState } from 'react';

/**
 * A form behind a button of a case, opened by the button, or from the start by a draft. Opened by the button it takes the focus, so that
 * what is typed next is text and not a key of the desk; when it closes, the focus goes back to the button, or to the case's actions where
 * the button is gone.
 */
export const useFold = (hasDraft: boolean) => {
  const [opened, setOpened] = useState<'draft' | 'pressed' | undefined>(hasDraft ? 'draft' : undefined);
  const place = useRef<HTMLDivElement>(null);
  const previous = useRef(opened);
  useEffect(() => {
    if (previous.current === opened) return;
    previous.current = opened;
    if (opened === 'pressed')
      place.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    if (opened === undefined && document.activeElement === document.body)
      (place.current?.querySelector('button') ?? document.getElementById('malid'))?.focus();
  }, [opened]);
  return {
    isOpen: opened !== undefined,
    open: () => setOpened('pressed'),
    close: () => setOpened(undefined),
    /** Ref of what holds the button and the form. */
    place,
  };
};
