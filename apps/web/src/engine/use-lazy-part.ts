import { useEffect, useState } from 'react';

/** A part of a screen whose code is loaded on demand. */
export type LazyPart<Part> =
  | { state: 'loading' }
  | { state: 'ready'; part: Part }
  | { state: 'failed'; retry: () => void };

/**
 * Loads a part of a screen. `retry` loads it again; a second retry reloads the document, because Chromium may have
 * cached the failure of a module that the part imports.
 * @param load must be the same function in every render
 * @param keepsDocument true if a reload would lose the user's input: then `retry` never reloads
 */
export const useLazyPart = <Part>(
  load: () => Promise<Part>,
  { keepsDocument = false }: { keepsDocument?: boolean } = {},
): LazyPart<Part> => {
  const [late, setLate] = useState<{ state: 'loading' | 'failed' } | { state: 'ready'; part: Part }>({
    state: 'loading',
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again.
  useEffect(() => {
    let isMounted = true;
    setLate({ state: 'loading' });
    load().then(
      (part) => isMounted && setLate({ state: 'ready', part }),
      (error: unknown) => {
        if (!isMounted) return;
        console.error('A part of the page could not be loaded.', error);
        setLate({ state: 'failed' });
      },
    );
    return () => {
      isMounted = false;
    };
  }, [load, attempt]);
  if (late.state !== 'failed') return late as LazyPart<Part>;
  const retry = () => {
    if (attempt > 0 && !keepsDocument && navigator.onLine) location.reload();
    else setAttempt(attempt + 1);
  };
  return { state: 'failed', retry };
};
