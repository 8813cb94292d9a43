import { Alert } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Why a request takes longer or was refused, as staff wrote it, and where one may turn with it. */
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
