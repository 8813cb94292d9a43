import type { Instalment, PolicySummary } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatList } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { useNow } from '../../parts/useNow.ts';

/**
 * Warns about overdue instalments: which policies they are for, which have lapsed already, and by when to pay so that no
 * more do, or that the day has passed (rule LIFE-40).
 */
export const OverdueAlert = ({
  items,
  lapsed,
}: {
  items: readonly Instalment[];
  lapsed: readonly PolicySummary[];
}) => {
  const t = useTexts<'portal'>();
  const overdue = items.filter(({ state }) => state === 'overdue');
  const oldest = overdue.at(-1);
  const firstLapse = overdue.flatMap(({ lapsesOn }) => lapsesOn ?? []).toSorted()[0];
  const now = useNow();
  const [firstLapsed] = lapsed;
  if (!oldest) return null;
  const hasPassed = now && firstLapse && dayOfInstant(now) >= firstLapse;
  const policies = overdue.map(({ policy }) => policy);
  const names = new Set(policies.map((policy) => policy && `${policy.name} ${policy.number}`));
  const debtFor = names.has(null)
    ? t('payment|debtForAll')
    : t('payment|debtFor', {
        policies: formatList(
          t.language,
          [...names].filter((name) => name !== null),
        ),
      });
  const day = (date: string) => formatDate(t.language, date, 'day');
  return (
    <Alert kind="error" title={t('payment|lapseTitle', { date: day(oldest.dueDate) })}>
      {oldest.refused && `${t(oldest.method === 'bank' ? 'payment|refusedBank' : 'payment|refusedCard')} `}
      {firstLapse &&
        t(hasPassed ? 'payment|lapseLate' : 'payment|lapseWarning', {
          finalDate: day(oldest.finalDueDate),
          date: formatDate(t.language, firstLapse),
        })}
      {firstLapse && ` ${debtFor}`}
      {firstLapsed && (
        <>
          {' '}
          <Link
            to={
              lapsed.length > 1
                ? `${pathOf('portal.base', t.language)}#group-ended`
                : pathOf('portal.policy', t.language, { id: firstLapsed.id })
            }
          >
            {t('overview|lapsed', { n: lapsed.length })}
          </Link>{' '}
          {t('payment|lossesNotCovered')}
        </>
      )}
    </Alert>
  );
};
