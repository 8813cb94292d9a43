import type { PolicyOverview } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { KeyFigure, KeyFigures } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import styles from './Summary.module.css';

const methodKey = {
  ccard: 'overview|methodCard',
  bank: 'overview|methodBank',
  claim: 'overview|methodClaim',
} as const;

/** Link to the payment method, which each customer changes for themselves alone. */
export const ChangeMethod = () => {
  const t = useTexts<'portal'>();
  if (!useIsSelf()) return null;
  return (
    <Link to={pathOf('portal.settingsPayment', t.language)} className={styles.change}>
      {t('overview|changeMethod')}
    </Link>
  );
};

/** Key figures: next payment, premium per year, open claims. */
export const Summary = ({ overview }: { overview: PolicyOverview }) => {
  const t = useTexts<'portal'>();
  const { nextDue, totals, openClaims } = overview;
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <KeyFigures>
      <KeyFigure
        term={
          <Link to={pathOf('portal.payments', t.language)} className={styles.whole}>
            {t('overview|nextPayment')}
          </Link>
        }
        value={nextDue ? money(nextDue.amount) : undefined}
      >
        {nextDue ? (
          <dd>
            {collectionText(t, nextDue.collection)}.{' '}
            {t('overview|paidBy', { method: nextDue.methodName ?? t(methodKey[nextDue.method]) })}.
          </dd>
        ) : (
          <dd>{t('overview|noPayment')}</dd>
        )}
        <dd>
          <ChangeMethod />
        </dd>
      </KeyFigure>
      <KeyFigure term={t('overview|premiumTotal')} value={money(totals.premiumPerYear)}>
        <dd>{t('plural|policies', { n: totals.policies })}</dd>
      </KeyFigure>
      <KeyFigure term={t('overview|openClaims')} value={openClaims.length}>
        {openClaims.length === 0 && <dd>{t('overview|noClaims')}</dd>}
        {openClaims.map(({ id, title }) => (
          <dd key={id}>
            <Link to={pathOf('portal.claim', t.language, { id })}>{title}</Link>
          </dd>
        ))}
      </KeyFigure>
    </KeyFigures>
  );
};
