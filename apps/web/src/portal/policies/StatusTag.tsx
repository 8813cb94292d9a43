import type { PolicyStatus } from '@hofn/contracts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { statusLook } from '../../parts/policy-look.ts';

export const StatusTag = ({ status }: { status: PolicyStatus }) => {
  const t = useTexts<'portal'>();
  return <Tag {...statusLook[status]}>{t(`policyStatus|${status}`)}</Tag>;
};
