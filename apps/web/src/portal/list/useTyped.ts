import { useEffect, useState } from 'react';

const typingMs = 300;

/** What has been typed, once the typing has paused. */
export const useTyped = (text: string): string => {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
};
