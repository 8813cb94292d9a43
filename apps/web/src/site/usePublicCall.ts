import { setNoBreaks } from '@hofn/texts/no-breaks.ts';
import { useEffect, useState } from 'react';
import type { Language } from '../engine/types.ts';
import { withTimeout } from '../session/request-timeout.ts';
import { apiAddress } from '../session/settings.ts';

/** State of a public call. `missing`: the service responded with 404. */
export type PublicCall<Answer> =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'ready'; answer: Answer };

const patienceMs = 10_000;

// The service's texts have plain spaces, so no-break spaces are set here; other values are unchanged.
const withNoBreaks = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? setNoBreaks(value) : value;

const ask = async <Answer>(
  path: string,
  language: Language,
  again: boolean,
  left: AbortSignal,
): Promise<PublicCall<Answer>> => {
  try {
    const response = await fetch(await apiAddress(path), {
      headers: { 'accept-language': language },
      cache: again ? 'reload' : 'default',
      signal: withTimeout(patienceMs, left),
    });
    if (response.status === 404) return { state: 'missing' };
    if (!response.ok) return { state: 'failed' };
    return { state: 'ready', answer: JSON.parse(await response.text(), withNoBreaks) as Answer };
  } catch {
    return { state: 'failed' };
  }
};

/**
 * Makes a public API call after hydration.
 * @param path path of the call, `/api/public/v1/calendar/2026`; without it no call is made
 * @returns the state of the call, and a function that retries it
 */
export const usePublicCall = <Answer>(
  path: string | undefined,
  language: Language,
): PublicCall<Answer> & { again: () => void } => {
  const [attempt, setAttempt] = useState(0);
  const [call, setCall] = useState<PublicCall<Answer>>({ state: 'loading' });
  useEffect(() => {
    if (path === undefined) return;
    const leaving = new AbortController();
    setCall({ state: 'loading' });
    void ask<Answer>(path, language, attempt > 0, leaving.signal).then((answer) => {
      if (!leaving.signal.aborted) setCall(answer);
    });
    return () => leaving.abort();
  }, [path, language, attempt]);
  return { ...call, again: () => setAttempt((n) => n + 1) };
};
