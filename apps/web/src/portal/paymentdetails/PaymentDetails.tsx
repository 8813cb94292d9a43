import { PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { cardAnchor } from './card-path.ts';
import { BankSection, CardSection, MethodSection } from './sections.tsx';

/** Payout account and payment method (rule PORT-11); users acting for someone else see only the method. */
export const PaymentDetails = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('paymentDetails|title')}>
        <p>{t('paymentDetails|lead')}</p>
      </PageHead>
      <MethodSection title={t('paymentDetails|methodTitle')} description={t('paymentDetails|methodText')} />
      <ForSelf title={t('paymentDetails|ownTitle')}>
        <BankSection title={t('bank|title')} description={t('bank|description')} />
        <CardSection anchor={cardAnchor} title={t('card|title')} description={t('card|description')} />
      </ForSelf>
    </>
  );
};

export default PaymentDetails;
