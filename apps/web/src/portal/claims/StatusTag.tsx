import type { ClaimStatus } from '@hofn/contracts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { statusLook } from './labels.ts';

/** The status of a claim as icon and word. */
export const StatusTag = ({ status }: { status: ClaimStatus }) => {
  const t = useTexts<'portal'>();
  return <Tag {...statusLook[status]}>{t(`claimStatus|${status}`)}</Tag>;
};

/** Marks a claim that someone filed without signing in, until a handler has looked into who that was. */
export const UnverifiedTag = () => {
  const t = useTexts<'portal'>();
  return (
    <Tag tone="warning" icon="help">
      {t('claim|unverified')}
    </Tag>
  );
};
