import type { ShownTravelCard } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, buttonClass } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useNow } from '../../parts/useNow.ts';
import styles from './Travel.module.css';

/** That an overdue payment may end the policy, also during a trip (rule LIFE-40). */
export const MayLapse = ({ card: { isOwn, holder, mayLapseOn } }: { card: ShownTravelCard }) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  if (!mayLapseOn) return null;
  const hasPassed = now && dayOfInstant(now) >= mayLapseOn;
  const date = formatDate(t.language, mayLapseOn);
  return (
    <div className={styles.mayLapse}>
      <Alert
        kind="warning"
        title={isOwn ? t('travel|overdue') : t('travel|overdueOf', { holder })}
        action={
          isOwn && (
            <Link to={pathOf('portal.payments', t.language)} className={buttonClass({ size: 'small' })}>
              {t('payment|title')}
            </Link>
          )
        }
      >
        {hasPassed ? t('travel|mayLapse') : t('travel|mayLapseOn', { date })}
      </Alert>
    </div>
  );
};
