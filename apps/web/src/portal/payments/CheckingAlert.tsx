import type { PaymentStatus } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Alert } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/**
 * Payments that the card service has not answered for, who is checking them, and why they are not to be paid again (rule
 * PAY-16).
 * @param payments undefined in an answer of the previous release
 */
export const CheckingAlert = ({
  payments = [],
}: {
  payments: PaymentStatus['summary']['checking'] | undefined;
}) => {
  const t = useTexts<'portal'>();
  return payments.map(({ amount, startedOn, by }) => (
    <Alert
      key={`${startedOn} ${amount}`}
      kind="warning"
      title={t('payment|checkingTitle', { amount: formatMoney(t.language, amount) })}
    >
      {t(by === 'staff' ? 'payment|checkingByStaff' : 'payment|checkingByUs', {
        date: formatDate(t.language, startedOn, 'day'),
      })}
    </Alert>
  ));
};
