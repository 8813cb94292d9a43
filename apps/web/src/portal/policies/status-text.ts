import type { PolicySummary } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';

type Texts = ReturnType<typeof useTexts<'portal'>>;

const variantOf = ({ status, group, inForce, since, validFrom, renewsOn }: PolicySummary) => {
  switch (status) {
    case 'active':
      return renewsOn === null ? 'activeUntil' : 'active';
    case 'suspended':
      return group === 'vehicles' ? 'suspendedVehicle' : 'suspended';
    case 'cancelled':
      if (inForce) return 'cancelled';
      return since !== null && since < validFrom ? 'cancelledBefore' : 'cancelledOver';
    case 'pending':
    case 'renewing':
    case 'expired':
    case 'lapsed':
      return status;
  }
};

/** What a policy's status means: whether the cover holds, until when, and what to do (rule LIFE-1). */
export const statusText = (t: Texts, policy: PolicySummary): string => {
  const day = (date: string) => formatDate(t.language, date);
  return t(`policyStatusText|${variantOf(policy)}`, {
    from: day(policy.validFrom),
    until: day(policy.validTo),
    since: day(policy.since ?? policy.validTo),
  });
};
