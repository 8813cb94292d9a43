import { useEffect, useRef } from 'react';
import type { ApiError } from '../session/api-error.ts';

/** Whether an error names fields, and is therefore shown at them instead of above the form. */
export const hasFieldErrors = (error: ApiError | undefined): boolean =>
  Object.keys(error?.errors ?? {}).length > 0;

/** Shows each API error at the fields it names, once; `setServerErrors` is that of `useForm`. */
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
