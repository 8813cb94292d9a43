import { Alert, PageHead, StatusRegion } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { viewHasEnded } from '../../session/index.ts';
import { LookUp } from './LookUp.tsx';

/** Where staff find the customer whom they are to help. */
export const Customers = () => {
  const t = useTexts<'staff'>();
  const [ended, setEnded] = useState(false);
  useEffect(() => setEnded(viewHasEnded()), []);
  return (
    <>
      <PageHead title={t('staffView|title')}>
        <p>{t('staffView|lead')}</p>
      </PageHead>
      <StatusRegion>
        {ended && <Alert title={t('staffView|ended')}>{t('staffView|endedText')}</Alert>}
      </StatusRegion>
      <LookUp />
    </>
  );
};
