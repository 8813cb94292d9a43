import { errorText } from '@hofn/texts';
import { Alert } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';

type Props = {
  /** What failed. */
  title: string;
  /** Shows nothing without an error. */
  error: { errorCode?: string } | undefined;
};

/** A failed request, announced when it appears; the text follows from the error's code. */
export const ErrorAlert = ({ title, error }: Props) => {
  const t = useTexts();
  return (
    error && (
      <Alert kind="error" live title={title}>
        {errorText(t, error.errorCode)}
      </Alert>
    )
  );
};
