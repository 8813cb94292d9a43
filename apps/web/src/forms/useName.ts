import { errorText } from '@hofn/texts';
import { useEffect, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { ApiError, unreachable, useSessionParts } from '../session/index.ts';

type Found = { ssn: string; name?: string; refused?: string };

/** Ten digits, however they are parted; nothing before all are there. */
const digitsOf = (text: string): string | undefined => {
  const digits = text.replaceAll(/[\s–-]/g, '');
  return /^\d{10}$/.test(digits) ? digits : undefined;
};

/** Calls that give the name behind a kennitala. */
type NamePath = '/api/user/v1/settings/accessgrants/name' | '/api/user/v1/login/ssnlookup';

/** The name behind a kennitala that is being typed, asked for once all its digits are there; `ssn` is these. */
export const useName = (
  typed: string,
  path: NamePath,
): { loading: boolean; ssn?: string; name?: string; refused?: string } => {
  const t = useTexts<'portal'>();
  const { api } = useSessionParts();
  const [found, setFound] = useState<Found>();
  const ssn = digitsOf(typed);
  useEffect(() => {
    if (ssn === undefined) return;
    const asked = new AbortController();
    const { signal } = asked;
    void api
      .post(path, { body: { ssn }, signal })
      .then(({ name }) => ({ ssn, name }))
      .catch((caught: unknown) => {
        const error = caught instanceof ApiError ? caught : unreachable(caught);
        return { ssn, refused: error.errors.ssn?.[0] ?? errorText(t, error.errorCode) };
      })
      .then((answer) => {
        if (!signal.aborted) setFound(answer);
      });
    return () => asked.abort();
  }, [ssn, api, t, path]);
  if (ssn === undefined) return { loading: false };
  return found?.ssn === ssn ? { loading: false, ...found } : { loading: true };
};
