import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, buttonClass, Row } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useNow } from '../../parts/useNow.ts';
import { payLaterHash } from '../payments/pay-later-hash.ts';

type Props = {
  /** Day on which the policy may lapse. */
  mayLapseOn: string;
  /** The policyholder, unless that is the subject. */
  holder?: string | undefined;
  /** Says that the policy may lapse during a trip. */
  isDuringTrip?: boolean;
};

/**
 * That an overdue payment may end a policy in force (rule LIFE-40). The link is also for those with read-only access: payment
 * status says what is overdue.
 */
export const MayLapse = ({ mayLapseOn, holder, isDuringTrip = false }: Props) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const hasPassed = now && dayOfInstant(now) >= mayLapseOn;
  const texts = isDuringTrip
    ? ({ before: 'travel|mayLapseOn', after: 'travel|mayLapse' } as const)
    : ({ before: 'policy|mayLapseOn', after: 'policy|mayLapse' } as const);
  return (
    <Alert
      kind="warning"
      title={holder === undefined ? t('policy|overdue') : t('travel|overdueOf', { holder })}
      action={
        holder === undefined && (
          <Row>
            <Link to={pathOf('portal.payments', t.language)} className={buttonClass({ size: 'small' })}>
              {t('payment|title')}
            </Link>
            <Link to={`${pathOf('portal.payments', t.language)}${payLaterHash}`}>
              {t('payment|cannotPay')}
            </Link>
          </Row>
        )
      }
    >
      {hasPassed ? t(texts.after) : t(texts.before, { date: formatDate(t.language, mayLapseOn) })}
    </Alert>
  );
};
