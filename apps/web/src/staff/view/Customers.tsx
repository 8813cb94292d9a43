import { Alert, Card, PageHead, Section, Stack, StatusRegion } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { FindBox } from '../../search/desk/FindBox.tsx';
import { hasViewExpired } from '../../session/index.ts';
import { LookUp } from './LookUp.tsx';

/** Screen where staff find a customer, or open My pages of one by kennitala. */
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
      <Stack gap="xxl">
        <Card as="div">
          <FindBox />
        </Card>
        <Section title={t('find|own')} description={t('find|ownText')}>
          <LookUp />
        </Section>
      </Stack>
    </>
  );
};

export default Customers;
