import { useEffect, useState } from 'react';

/** A part of a screen whose code is loaded when the part is shown. */
export type Late<Part> =
  | { state: 'loading' }
  | { state: 'ready'; part: Part }
  | { state: 'failed'; retry: () => void };

/**
 * Loads a part of a screen. `retry` loads it again; where that failed too it loads the document again, because a
 * module that the part imports may be what Chromium has cached as failed.
 * @param load the same function in every render
 * @param keepsDocument for a part of what the reader would lose with the document
 */
export const useLate = <Part>(
  load: () => Promise<Part>,
  { keepsDocument = false }: { keepsDocument?: boolean } = {},
): Late<Part> => {
  const [late, setLate] = useState<{ state: 'loading' | 'failed' } | { state: 'ready'; part: Part }>({
    state: 'loading',
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let isWanted = true;
    setLate({ state: 'loading' });
    load().then(
      (part) => isWanted && setLate({ state: 'ready', part }),
      (error: unknown) => {
        if (!isWanted) return;
        console.error('A part of the page could not be loaded.', error);
        setLate({ state: 'failed' });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [load, attempt]);
  if (late.state !== 'failed') return late as Late<Part>;
  const retry = () => {
    if (attempt > 0 && !keepsDocument && navigator.onLine) location.reload();
    else setAttempt(attempt + 1);
  };
  return { state: 'failed', retry };
};
