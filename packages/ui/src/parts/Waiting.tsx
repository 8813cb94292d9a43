import { type ReactNode, useEffect, useState } from 'react';

/** Shown at once, a skeleton would only flash in front of an answer that is nearly there. */
export const skeletonAfterMs = 300;

/** Says that something is loading, where that takes a while. The live region is there before its text (rule HOLD-18). */
export const Waiting = ({ children }: { children: ReactNode }) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" data-state="loading">
      {isLate && children}
    </div>
  );
};
