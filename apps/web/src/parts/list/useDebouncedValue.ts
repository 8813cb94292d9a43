import { useEffect, useState } from 'react';
import { useOwner } from './useHistoryState.ts';

const typingMs = 300;

/** What has been typed, once the typing has paused. Text that was kept for the subject counts at once. */
export const useTyped = (text: string): string => {
  const owner = useOwner();
  const [typed, setTyped] = useState({ owner, text });
  const current = typed.owner === owner ? typed : { owner, text };
  if (current !== typed) setTyped(current);
  useEffect(() => {
    const timer = setTimeout(() => setTyped({ owner, text }), typingMs);
    return () => clearTimeout(timer);
  }, [owner, text]);
  return current.text;
};
