import type { AccessGrant } from '@hofn/contracts';
import { kennitalaDigits } from '@hofn/domain/kennitala.ts';
import { errorText } from '@hofn/texts';
import { useEffect, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { asApiError, canRetry, useApi } from '../session/index.ts';

type NameResult = {
  ssn: string;
  id?: string;
  name?: string;
  error?: string;
  isRetryable?: boolean;
  /** Access the person has; of the look-up before access is granted. */
  current?: AccessGrant | null;
  isNotified?: boolean;
};

/** Endpoints that return the name of a kennitala's holder. */
type NamePath = '/api/user/v1/settings/accessgrants/name' | '/api/user/v1/login/ssnlookup';

/**
 * Looks up the name of a kennitala's holder once all ten digits are typed.
 * @returns `isRetryable`: the look-up failed, and `retry` may succeed
 */
export const useNameLookup = (
  input: string,
  path: NamePath,
): Partial<NameResult> & { loading: boolean; retry: () => void } => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const [result, setResult] = useState<NameResult>();
  const [attempt, setAttempt] = useState(0);
  const ssn = kennitalaDigits(input);
  useEffect(() => {
    if (ssn === undefined) return;
    if (attempt > 0) setResult(undefined);
    const controller = new AbortController();
    const { signal } = controller;
    void api
      .post(path, { body: { ssn }, signal })
      .then((found) => ({ ssn, ...found }))
      .catch((caught: unknown) => {
        const apiError = asApiError(caught);
        const message = apiError.errors.ssn?.[0] ?? errorText(t, apiError.errorCode);
        return { ssn, error: message, isRetryable: canRetry(apiError) };
      })
      .then((answer) => {
        if (!signal.aborted) setResult(answer);
      });
    return () => controller.abort();
  }, [ssn, api, t, path, attempt]);
  const retry = () => setAttempt((count) => count + 1);
  if (ssn === undefined) return { loading: false, retry };
  return result?.ssn === ssn ? { loading: false, retry, ...result } : { loading: true, retry };
};
