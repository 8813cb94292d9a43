import { useEffect, useState } from 'react';
import { useOwner } from './useHistoryState.ts';

const pauseMs = 300;

/** Debounced text; text restored after a subject switch takes effect immediately. */
export const useDebouncedValue = (text: string): string => {
  const owner = useOwner();
  const [debounced, setDebounced] = useState({ owner, text });
  const current = debounced.owner === owner ? debounced : { owner, text };
  if (current !== debounced) setDebounced(current);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ owner, text }), pauseMs);
    return () => clearTimeout(timer);
  }, [owner, text]);
  return current.text;
};
