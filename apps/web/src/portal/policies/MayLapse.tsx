import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, buttonClass } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useNow } from '../../parts/useNow.ts';
import styles from './MayLapse.module.css';

type Props = {
  /** Day on which the policy may lapse; null when nothing is overdue. */
  mayLapseOn: string | null;
  /** Policyholder of another one's policy, which the reader cannot pay for. */
  holder?: string | undefined;
  /** Says that the policy may lapse during a trip. */
  forTrip?: boolean;
};

/** That an overdue payment may end a policy in force (rule LIFE-40). */
export const MayLapse = ({ mayLapseOn, holder, forTrip = false }: Props) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  if (!mayLapseOn) return null;
  const hasPassed = now && dayOfInstant(now) >= mayLapseOn;
  const texts = forTrip
    ? ({ before: 'travel|mayLapseOn', after: 'travel|mayLapse' } as const)
    : ({ before: 'policy|mayLapseOn', after: 'policy|mayLapse' } as const);
  return (
    <div className={styles.mayLapse}>
      <Alert
        kind="warning"
        title={holder === undefined ? t('policy|overdue') : t('travel|overdueOf', { holder })}
        action={
          holder === undefined && (
            <Link to={pathOf('portal.payments', t.language)} className={buttonClass({ size: 'small' })}>
              {t('payment|title')}
            </Link>
          )
        }
      >
        {hasPassed ? t(texts.after) : t(texts.before, { date: formatDate(t.language, mayLapseOn) })}
      </Alert>
    </div>
  );
};
