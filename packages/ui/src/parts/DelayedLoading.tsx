import { type ReactNode, useEffect, useState } from 'react';

/** Delay of the skeleton, which would otherwise flash before a fast response. */
export const skeletonAfterMs = 300;

/** Shows and announces loading after a delay. The live region is rendered before its text (rule HOLD-18). */
export const DelayedLoading = ({ children }: { children: ReactNode }) => {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" data-state="loading">
      {isLate && children}
    </div>
  );
};
