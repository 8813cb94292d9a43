import type { StaffView, ViewReason } from '@hofn/contracts';
import { formatDateTime, formatTime } from '@hofn/texts';
import { EmptyState, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { DatedFilters } from '../../parts/list/DatedFilters.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { useDatedList } from '../../parts/list/useDatedList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall } from '../../session/index.ts';
import styles from './Views.module.css';

const pageSize = 10;
const reasons: readonly ViewReason[] = ['service', 'claim', 'privacy', 'fault'];

/** Staff members who viewed the customer's data: when, why and what (rule STAFF-4). */
export const Views = ({ isCompany }: { isCompany: boolean }) => {
  const t = useTexts<'portal'>();
  const list = useDatedList('views', pageSize);
  const reason = reasons.find((option) => option === list.filter.state);
  const byReason = reason && { reason };
  const call = useCall('/api/user/v1/settings/views', {
    query: { ...list.query, ...byReason },
    enabled: list.enabled,
    dropOnClose: true,
  });
  const { total = 0 } = useListData(call, list.pages) ?? {};
  const formatWhen = ({ openedAt, endedAt }: StaffView) => {
    const started = formatDateTime(t.language, openedAt, 'medium');
    if (!endedAt) return `${started}, ${t('views|open')}`;
    const ended = formatTime(t.language, endedAt);
    // A view that starts and ends in the same minute shows a single time.
    return ended === formatTime(t.language, openedAt) ? started : `${started}–${ended}`;
  };
  const formatParts = ({ parts }: StaffView) => parts.map((part) => t(`views|part.${part}`)).join(', ');
  return (
    <SettingsSection
      title={t(isCompany ? 'views|titleCompany' : 'views|title')}
      description={t('views|text')}
    >
      {(total > 0 || list.isNarrow) && (
        <DatedFilters
          list={list}
          searchLabel={t('views|search')}
          searchHint={t('views|searchHint')}
          rows={total}
          states={{
            label: t('views|why'),
            options: [
              { value: '', label: t('views|allReasons') },
              ...reasons.map((value) => ({ value, label: t(`staffView|reason.${value}`) })),
            ],
          }}
        />
      )}
      <ListScreen
        list={list}
        label={t('views|pages')}
        total={total}
        call={call}
        loading={t('views|loading')}
        skeleton={<Skeleton rows={3} />}
        empty={<EmptyState title={t('views|empty')}>{t('views|emptyText')}</EmptyState>}
      >
        {({ items }) => (
          <Table
            caption={t(isCompany ? 'views|titleCompany' : 'views|title')}
            isCaptionHidden
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              { key: 'when', heading: t('views|when'), isRowHeading: true, cell: formatWhen },
              { key: 'who', heading: t('views|who'), cell: ({ employee }) => employee },
              {
                key: 'why',
                heading: t('views|why'),
                cell: ({ reason }) => (
                  <span className={styles.phrase}>{t(`staffView|reason.${reason}`)}</span>
                ),
              },
              {
                key: 'what',
                heading: t('views|what'),
                cell: (view) => <span className={styles.phrase}>{formatParts(view)}</span>,
              },
            ]}
          />
        )}
      </ListScreen>
      {total > 0 && list.enabled && (
        <ListActions path="/api/user/v1/settings/views" query={{ ...list.filterQuery, ...byReason }} />
      )}
    </SettingsSection>
  );
};
