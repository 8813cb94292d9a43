import type { PolicyOverview } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, buttonClass } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole, useHasRole } from '../../parts/ForRole.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useUser } from '../../session/index.ts';

type Props = {
  overdue: NonNullable<PolicyOverview['overdue']>;
  ended: PolicyOverview['ended'];
  /** Called before the reader goes to the list of ended policies, which may be filtered. */
  onShowEnded: () => void;
};

/**
 * What is overdue, what that has led to, and what it may lead to: that no policy lapses is promised only while the last day
 * to pay lies ahead and nothing has lapsed (rule LIFE-40).
 */
export const OverdueAlert = ({ overdue, ended, onShowEnded }: Props) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const now = useNow();
  const day = (date: string) => formatDate(t.language, date, 'day');
  const lapsed = ended.filter(({ status }) => status === 'lapsed');
  const [first] = lapsed;
  const amount = formatMoney(t.language, overdue.amount);
  // The button to pay names the amount; others read it in the title.
  const canPay = useHasRole('Full');
  const title = t(canPay ? 'overview|overdueAlert' : 'overview|overdueAmount', {
    date: day(overdue.dueDate),
    amount,
  });
  const lapsedText = t('overview|lapsed', { n: lapsed.length });
  // What lapsed on that day or later shows that it has passed, also where the core's calendar is ahead.
  const known = [...(now ? [dayOfInstant(now)] : []), ...lapsed.map(({ since }) => since ?? '')];
  const hasPassed = known.some((date) => date >= overdue.lapsesOn);
  const last = { lastDate: day(overdue.lapsesOn) };
  return (
    <Alert
      kind="error"
      title={title}
      action={
        <ForRole requires="Full" isSilent>
          <Link to={pathOf('portal.payments', t.language)} className={buttonClass({ size: 'small' })}>
            {t('overview|pay', { amount })}
          </Link>
        </ForRole>
      }
    >
      {subject && subject.via !== 'self' && `${t('overview|overdueOwed', { name: subject.fullName })} `}
      {t('overview|overdueFinal', { finalDate: day(overdue.finalDueDate) })}{' '}
      {first ? (
        <>
          {lapsed.length > 1 ? (
            <Link to="#group-ended" onClick={onShowEnded}>
              {lapsedText}
            </Link>
          ) : (
            <Link to={pathOf('portal.policy', t.language, { id: first.id })}>{lapsedText}</Link>
          )}{' '}
          {!hasPassed && t('overview|overdueMore', last)}
        </>
      ) : (
        t(hasPassed ? 'overview|overdueLate' : 'overview|overdueText', last)
      )}
    </Alert>
  );
};
