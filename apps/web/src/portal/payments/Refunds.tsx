import type { PaymentStatus } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { useTexts } from '../../engine/index.ts';
import styles from './Payments.module.css';

/**
 * Card payments that were refunded, newest first (rule DESK-12).
 * @param refunds undefined in an answer of the previous release
 */
export const Refunds = ({ refunds = [] }: { refunds: PaymentStatus['refunds'] | undefined }) => {
  const t = useTexts<'portal'>();
  if (refunds.length === 0) return null;
  return (
    <section className={styles.refunds}>
      <h2>{t('payment|refunds')}</h2>
      {refunds.map(({ id, amount, card, refundedOn, paidOn }) => (
        <p key={id}>
          {t('payment|refunded', {
            ...{ day: formatDate(t.language, refundedOn), amount: formatMoney(t.language, amount), card },
            date: formatDate(t.language, paidOn),
          })}
        </p>
      ))}
    </section>
  );
};
