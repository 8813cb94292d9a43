import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { BankSection, CardSection, MethodSection } from './sections.tsx';

/** Where we pay to and how one pays (rule PORT-11); whoever acts for another sees the way of payment alone. */
export const PaymentDetails = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('paymentDetails|title')}>
        <p>{t('paymentDetails|lead')}</p>
      </PageHead>
      <ForSelf>
        <BankSection title={t('bank|title')} description={t('bank|description')} />
        <CardSection title={t('card|title')} description={t('card|description')} />
      </ForSelf>
      <MethodSection title={t('paymentDetails|methodTitle')} description={t('paymentDetails|methodText')} />
    </>
  );
};
