import type { CaseLine } from '@hofn/contracts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

export const CaseTag = ({ line }: { line: Pick<CaseLine, 'state' | 'overdue' | 'assignee' | 'waits'> }) => {
  const t = useTexts<'staff'>();
  const { state, overdue, assignee, waits } = line;
  if (state === 'closed')
    return (
      <Tag icon="check" isSubtle>
        {t('queue|state.closed')}
      </Tag>
    );
  if (state === 'answered')
    return (
      <Tag icon="done" kind="success">
        {t('queue|state.answered')}
      </Tag>
    );
  if (overdue)
    return (
      <Tag icon="stop" kind="danger">
        {t('queue|overdue')}
      </Tag>
    );
  if (waits && !waits.returned)
    return (
      <Tag icon="clock" isSubtle>
        {t('queue|state.waiting')}
      </Tag>
    );
  if (assignee === null)
    return (
      <Tag icon="info" kind="info">
        {t('queue|new')}
      </Tag>
    );
  return <Tag icon="clock">{t('queue|inHand')}</Tag>;
};
