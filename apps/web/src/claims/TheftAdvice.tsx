import { hasTheft } from '@hofn/domain/claim-advice.ts';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { Alert } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';

/** Tells the reporter of a theft to report it to the police, and where (rule LIFE-14). */
export const TheftAdvice = ({ line, causes }: { line: ClaimLine; causes: readonly string[] }) => {
  const t = useTexts<'claimForm'>();
  if (!hasTheft(line, causes)) return null;
  return (
    <Alert kind="info" title={t('claimForm|reportTheft')}>
      {t('claimForm|reportTheftText')}
    </Alert>
  );
};
