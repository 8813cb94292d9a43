import { ErrorSummary } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../engine/index.ts';
import { ErrorAlert } from '../parts/ErrorAlert.tsx';
import type { ApiError } from '../session/api-error.ts';
import { hasFieldErrors } from './useServerErrors.ts';

type Props = {
  form: { summary: Omit<ComponentProps<typeof ErrorSummary>, 'title'> };
  /** What failed when the API's error names no field. */
  title?: string;
  error?: ApiError | undefined;
};

/** Everything wrong with a form, above it: its fields with links to them, and a failed request that names no field. */
export const FormErrors = ({ form: { summary }, title = '', error }: Props) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <ErrorSummary title={t('global|fixErrors', { n: summary.errors.length })} {...summary} />
      {!hasFieldErrors(error) && <ErrorAlert title={title} error={error} />}
    </>
  );
};
