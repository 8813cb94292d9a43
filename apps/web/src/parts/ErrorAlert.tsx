import { errorText } from '@hofn/texts';
import { Alert } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../engine/index.ts';

type Props = {
  /** What failed. */
  title: string;
  /** Shows nothing without an error. */
  error: { errorCode?: string } | undefined;
  /** What the reader can do about it. */
  action?: ReactNode;
};

/** A failed request, announced when it appears; the text follows from the error's code. */
export const ErrorAlert = ({ title, error, action }: Props) => {
  const t = useTexts();
  return (
    error && (
      <Alert kind="error" isLive title={title} action={action}>
        {errorText(t, error.errorCode)}
      </Alert>
    )
  );
};
