import { Button } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';

export const PrintButton = () => {
  const t = useTexts<'portal'>();
  return (
    <Button kind="text" icon="print" onClick={() => window.print()}>
      {t('global|print')}
    </Button>
  );
};
