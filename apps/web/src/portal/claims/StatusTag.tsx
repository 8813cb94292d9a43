import type { ClaimStatus } from '@hofn/contracts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { statusLook } from './words.ts';

/** The status of a claim as icon and word. */
export const StatusTag = ({ status }: { status: ClaimStatus }) => {
  const t = useTexts<'portal'>();
  return <Tag {...statusLook[status]}>{t(`claimStatus|${status}`)}</Tag>;
};
