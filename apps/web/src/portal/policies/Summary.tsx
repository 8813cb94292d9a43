import type { PolicyOverview } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Link, useTexts } from '../../engine/index.ts';
import styles from './Summary.module.css';

const methodKey = {
  ccard: 'overview|methodCard',
  bank: 'overview|methodBank',
  claim: 'overview|methodClaim',
} as const;

/** How much and when: the next payment in the biggest figure of the page, then the year, then open claims. */
export const Summary = ({ overview }: { overview: PolicyOverview }) => {
  const t = useTexts<'portal'>();
  const { nextDue, totals, openClaims } = overview;
  return (
    <dl className={styles.summary}>
      <div className={styles.first}>
        <dt>{t('overview|nextPayment')}</dt>
        {nextDue ? (
          <>
            <dd className={styles.value}>{formatMoney(t.language, nextDue.amount)}</dd>
            <dd>
              {t('overview|dueOn', { date: formatDate(t.language, nextDue.date) })}.{' '}
              {t('overview|paidBy', { method: nextDue.methodName ?? t(methodKey[nextDue.method]) })}.
            </dd>
          </>
        ) : (
          <dd>{t('overview|noPayment')}</dd>
        )}
      </div>
      <div>
        <dt>{t('overview|premiumTotal')}</dt>
        <dd className={styles.value}>{formatMoney(t.language, totals.premiumPerYear)}</dd>
        <dd>{t('plural|policies', { n: totals.policies })}</dd>
      </div>
      <div>
        <dt>{t('overview|openClaims')}</dt>
        <dd className={styles.value}>{openClaims.length}</dd>
        {openClaims.length === 0 && <dd>{t('overview|noClaims')}</dd>}
        {openClaims.map(({ id, title }) => (
          <dd key={id}>
            <Link to={pathOf('portal.claim', t.language, { id })}>{title}</Link>
          </dd>
        ))}
      </div>
    </dl>
  );
};
