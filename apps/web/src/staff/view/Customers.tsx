import { Alert, PageHead, StatusRegion } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { hasViewExpired } from '../../session/index.ts';
import { LookUp } from './LookUp.tsx';

/** Screen where staff look up a customer. */
export const Customers = () => {
  const t = useTexts<'staff'>();
  const [isEnded, setIsEnded] = useState(false);
  useEffect(() => setIsEnded(hasViewExpired()), []);
  return (
    <>
      <PageHead title={t('staffView|title')}>
        <p>{t('staffView|lead')}</p>
      </PageHead>
      <StatusRegion>
        {isEnded && <Alert title={t('staffView|ended')}>{t('staffView|endedText')}</Alert>}
      </StatusRegion>
      <LookUp />
    </>
  );
};

export default Customers;
