import { Alert, PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useUser } from '../../session/index.ts';
import { BankSection, CardSection, MethodSection } from './sections.tsx';

/** Where we pay to and how one pays (rule PORT-11); whoever acts for another sees and chooses the way of payment alone. */
export const PaymentDetails = () => {
  const t = useTexts<'portal'>();
  const user = useUser().data;
  const subject = user?.currentProxyUser;
  const isOwn = user?.ssn === subject?.value;
  return (
    <>
      <PageHead title={t('paymentDetails|title')}>
        <p>{t('paymentDetails|lead')}</p>
      </PageHead>
      {isOwn ? (
        <>
          <BankSection title={t('bank|title')} description={t('bank|description')} />
          <CardSection title={t('card|title')} description={t('card|description')} />
        </>
      ) : (
        subject && <Alert title={t('paymentDetails|selfOnly', { name: subject.fullName })} />
      )}
      <MethodSection title={t('paymentDetails|methodTitle')} description={t('paymentDetails|methodText')} />
    </>
  );
};
