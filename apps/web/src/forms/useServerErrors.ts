import { useEffect, useRef } from 'react';
import type { ApiError } from '../session/api-error.ts';

/** Whether an error names fields; it is then shown at the fields instead of above the form. */
export const hasFieldErrors = (error: ApiError | undefined): boolean =>
  Object.keys(error?.errors ?? {}).length > 0;

/** Shows each API error once, at the fields it names; pass `setServerErrors` of `useForm`. */
export const useServerErrors = (
  setServerErrors: (serverErrors: Record<string, readonly string[]>) => void,
  error: ApiError | undefined,
): void => {
  const lastError = useRef<ApiError>(undefined);
  useEffect(() => {
    if (!error || error === lastError.current) return;
    lastError.current = error;
    if (hasFieldErrors(error)) setServerErrors(error.errors);
  });
};
