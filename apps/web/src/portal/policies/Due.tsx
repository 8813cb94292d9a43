import type { PolicyOverview } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Icon } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import styles from './Due.module.css';

const methodKey = {
  ccard: 'overview|methodCard',
  bank: 'overview|methodBank',
  claim: 'overview|methodClaim',
} as const;

/** Link to the payment method, which each customer changes for themselves alone. */
const ChangeMethod = () => {
  const t = useTexts<'portal'>();
  if (!useIsSelf()) return null;
  return (
    <Link to={pathOf('portal.settingsPayment', t.language)} className={styles.change}>
      {t('overview|changeMethod')}
    </Link>
  );
};

/** The next payment as one link to the payments, with its method; on phones in two lines (rule HOLD-22). */
export const Due = ({ nextDue }: Pick<PolicyOverview, 'nextDue'>) => {
  const t = useTexts<'portal'>();
  if (!nextDue)
    return (
      <div className={styles.due}>
        <p>{t('overview|noPayment')}.</p>
        <ChangeMethod />
      </div>
    );
  const { amount, collection, method, methodName } = nextDue;
  return (
    <div className={styles.due}>
      <Link to={pathOf('portal.payments', t.language)} className={styles.payment}>
        <span className={styles.term}>
          <span>{t('overview|nextPayment')}</span>{' '}
          <span className={styles.when}>{collectionText(t, collection)}</span>
        </span>
        <strong className={`figures ${styles.amount}`}>{formatMoney(t.language, amount)}</strong>
        <Icon name="right" size={20} />
      </Link>
      <p className={styles.method}>{t('overview|paidBy', { method: methodName ?? t(methodKey[method]) })}</p>
      <ChangeMethod />
    </div>
  );
};
