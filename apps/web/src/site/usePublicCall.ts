import { setNoBreaks } from '@hofn/texts/no-breaks.ts';
import { useEffect, useState } from 'react';
import type { Language } from '../engine/types.ts';
import { withPatience } from '../session/request-timeout.ts';
import { apiAddress } from '../session/settings.ts';

/** How a call that anyone may make stands. `missing`: the service has no such thing, or not yet. */
export type PublicCall<Answer> =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'ready'; answer: Answer };

const patienceMs = 10_000;

// Texts of the service have plain spaces, as content has; values that are no texts have none to change.
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
      signal: withPatience(patienceMs, left),
    });
    if (response.status === 404) return { state: 'missing' };
    if (!response.ok) return { state: 'failed' };
    return { state: 'ready', answer: JSON.parse(await response.text(), withNoBreaks) as Answer };
  } catch {
    return { state: 'failed' };
  }
};

/**
 * Asks the API for what needs no sign-in, once the page has come to life.
 * @param path path of the call, `/api/public/v1/calendar/2026`; without one nothing is asked
 * @returns how the call stands, and what asks anew
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
