import { errorText } from '@hofn/texts';
import { useEffect, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { ApiError, unreachable, useApi } from '../session/index.ts';

type Found = { ssn: string; name?: string; refused?: string; lost?: boolean };

/** Ten digits, however they are parted; nothing before all are there. */
const digitsOf = (text: string): string | undefined => {
  const digits = text.replaceAll(/[\s–-]/g, '');
  return /^\d{10}$/.test(digits) ? digits : undefined;
};

/** Calls that give the name behind a kennitala. */
type NamePath = '/api/user/v1/settings/accessgrants/name' | '/api/user/v1/login/ssnlookup';

/** Whether the same may be answered otherwise when it is asked again: nothing was said of the kennitala itself. */
const isLost = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/**
 * The name behind a kennitala that is being typed, asked for once all its digits are there.
 * @returns `ssn`: its digits; `lost`: the service could not be asked, and `again` asks it anew
 */
export const useName = (
  typed: string,
  path: NamePath,
): Partial<Found> & { loading: boolean; again: () => void } => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const [found, setFound] = useState<Found>();
  const [attempt, setAttempt] = useState(0);
  const ssn = digitsOf(typed);
  useEffect(() => {
    if (ssn === undefined) return;
    if (attempt > 0) setFound(undefined);
    const asked = new AbortController();
    const { signal } = asked;
    void api
      .post(path, { body: { ssn }, signal })
      .then(({ name }) => ({ ssn, name }))
      .catch((caught: unknown) => {
        const error = caught instanceof ApiError ? caught : unreachable(caught);
        const refused = error.errors.ssn?.[0] ?? errorText(t, error.errorCode);
        return { ssn, refused, lost: isLost(error) };
      })
      .then((answer) => {
        if (!signal.aborted) setFound(answer);
      });
    return () => asked.abort();
  }, [ssn, api, t, path, attempt]);
  const again = () => setAttempt((count) => count + 1);
  if (ssn === undefined) return { loading: false, again };
  return found?.ssn === ssn ? { loading: false, again, ...found } : { loading: true, again };
};
