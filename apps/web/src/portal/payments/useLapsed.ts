import type { PolicyOverview, PolicySummary } from '@hofn/contracts';
import { useCall } from '../../session/index.ts';
import { pollAfterPayment } from './after-payment.ts';

const lapsedIn = ({ ended }: PolicyOverview) => ended.filter(({ status }) => status === 'lapsed');

const untilRestored = pollAfterPayment<PolicyOverview>((overview) => lapsedIn(overview).length > 0);

const useOverview = () => useCall('/api/policy/v3/overview', { poll: untilRestored }).data;

/** The subject's policies that have lapsed. */
export const useLapsed = (): PolicySummary[] => {
  const overview = useOverview();
  return overview ? lapsedIn(overview) : [];
};

/** What became of policies that had lapsed before a payment: those still lapsed, and those in force again. */
export const useRestored = (
  before: readonly PolicySummary[],
): { restored: PolicySummary[]; isWaiting: boolean } => {
  const overview = useOverview();
  const current = overview?.groups.flatMap(({ policies }) => policies) ?? [];
  const restored = current.filter(({ id }) => before.some((policy) => policy.id === id));
  return { restored, isWaiting: restored.length < before.length };
};
