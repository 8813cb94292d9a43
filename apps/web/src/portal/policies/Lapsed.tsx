import type { Policy } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import { Alert, buttonClass } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { useCall } from '../../session/index.ts';

/** That the cover of a policy has lapsed, since when, and what is owed, with the way to pay it, once that is known (rule LIFE-40). */
export const Lapsed = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  // What is owed may be for several policies at once.
  const { state, data } = useCall('/api/policy/v3/overview', {});
  const overdue = data?.overdue;
  return (
    <Alert
      kind="error"
      title={t('policy|noCover')}
      action={
        (overdue || state === 'error') && (
          <ForRole requires="Full" isSilent>
            <Link to={pathOf('portal.payments', t.language)} className={buttonClass({ size: 'small' })}>
              {overdue
                ? t('overview|pay', { amount: formatMoney(t.language, overdue.amount) })
                : t('payment|title')}
            </Link>
          </ForRole>
        )
      }
    >
      {overdue || state === 'loading' ? (
        <>
          {t('policy|lapsedSince', { since: formatDate(t.language, policy.since ?? policy.validTo) })}{' '}
          {/* What to do depends on what is owed. */}
          {overdue && t('policy|lapsedOwing', { amount: formatMoney(t.language, overdue.amount) })}
        </>
      ) : (
        policyStatusText(t, policy)
      )}
    </Alert>
  );
};
