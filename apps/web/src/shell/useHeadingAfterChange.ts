import { useEffect, useRef } from 'react';
import { focusHeadingIfLost } from './focus-heading.ts';

/**
 * Keeps the keyboard focus when what was changed takes the pressed button with it: once the list has been read again, the heading gets
 * the focus if nothing has it.
 * @param data the list; another object after each read
 * @returns a function to call when something has been changed
 */
export const useHeadingAfterChange = (data: unknown): (() => void) => {
  const isChanged = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new list is what it waits for
  useEffect(() => {
    if (!isChanged.current) return;
    isChanged.current = false;
    focusHeadingIfLost();
  }, [data]);
  return () => {
    isChanged.current = true;
  };
};
