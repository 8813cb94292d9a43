import type { ClaimStatus } from '@hofn/contracts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { statusLook } from './labels.ts';

export const StatusTag = ({ status }: { status: ClaimStatus }) => {
  const t = useTexts<'portal'>();
  return <Tag {...statusLook[status]}>{t(`claimStatus|${status}`)}</Tag>;
};

/** Marks a claim filed without signing in, until a handler has verified who filed it. */
export const UnverifiedTag = () => {
  const t = useTexts<'portal'>();
  return (
    <Tag kind="warning" icon="help">
      {t('claim|unverified')}
    </Tag>
  );
};
