import { useEffect, useRef } from 'react';
import type { ApiError } from '../session/api-error.ts';

/** Whether a refusal names fields, so that its words stand at them and not above the form. */
export const namesFields = (error: ApiError | undefined): boolean =>
  Object.keys(error?.errors ?? {}).length > 0;

/** Shows each refusal of the service at the fields that it names, once; `refused` is `useForm`'s. */
export const useRefused = (
  refused: (faults: Record<string, readonly string[]>) => void,
  error: ApiError | undefined,
): void => {
  const told = useRef<ApiError>(undefined);
  useEffect(() => {
    if (!error || error === told.current) return;
    told.current = error;
    if (namesFields(error)) refused(error.errors);
  });
};
