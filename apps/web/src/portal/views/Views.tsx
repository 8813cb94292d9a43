import type { StaffView } from '@hofn/contracts';
import { formatDateTime, formatTime } from '@hofn/texts';
import { Button, EmptyState, Skeleton, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import { CallScreen } from '../CallScreen.tsx';
import { SettingsSection } from '../SettingsSection.tsx';

const pageSize = 10;
/** The most that the service gives at once. */
const most = 100;

/** Staff members who have viewed the customer's data: when, why and what of it (rule STAFF-4). */
export const Views = ({ company }: { company: boolean }) => {
  const t = useTexts<'portal'>();
  const [limit, setLimit] = useState(pageSize);
  const call = useCall('/api/user/v1/settings/views', { query: { limit }, forget: true });
  const when = ({ openedAt, endedAt }: StaffView) => {
    const begun = formatDateTime(t.language, openedAt, 'medium');
    return endedAt ? `${begun}–${formatTime(t.language, endedAt)}` : `${begun}, ${t('views|open')}`;
  };
  const what = ({ parts }: StaffView) =>
    parts.map((part) => t(`views|part.${part}`)).join(', ') || t('views|nothing');
  return (
    <SettingsSection title={t(company ? 'views|titleCompany' : 'views|title')} description={t('views|text')}>
      <CallScreen
        call={call}
        loading={t('views|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('views|empty')}>{t('views|emptyText')}</EmptyState>}
      >
        {({ items, nextCursor }) => (
          <>
            <Table
              caption={t(company ? 'views|titleCompany' : 'views|title')}
              captionHidden
              rows={items}
              rowKey={({ id }) => id}
              columns={[
                { key: 'when', heading: t('views|when'), rowHeading: true, cell: when },
                { key: 'who', heading: t('views|who'), cell: ({ employee }) => employee },
                {
                  key: 'why',
                  heading: t('views|why'),
                  cell: ({ reason }) => t(`staffView|reason.${reason}`),
                },
                { key: 'what', heading: t('views|what'), cell: what },
              ]}
            />
            {nextCursor !== null && limit < most && (
              <Button kind="secondary" size="small" onClick={() => setLimit(most)}>
                {t('views|more')}
              </Button>
            )}
          </>
        )}
      </CallScreen>
    </SettingsSection>
  );
};
