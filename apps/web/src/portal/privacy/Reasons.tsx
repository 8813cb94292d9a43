import { Alert } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Why staff extended or refused a request, and where to appeal. */
export const Reasons = ({ reasons }: { reasons: readonly string[] }) => {
  const t = useTexts<'portal'>();
  if (reasons.length === 0) return null;
  return (
    <>
      {reasons.map((reason) => (
        <Alert key={reason} title={t('privacy|reasons')}>
          {reason}
        </Alert>
      ))}
      <p>{t('privacy|complain')}</p>
    </>
  );
};
