import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, EmptyState, PageHead, SelectField, Tabs } from '@hofn/ui';
import type { ReactNode } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { ListFilters } from '../../parts/list/ListFilters.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { ListNews } from '../live/ListNews.tsx';
import { LiveDesk } from '../live/LiveDesk.tsx';
import { CaseTable } from './CaseTable.tsx';
import { assignments, type Filter, kindQuery, kinds, sorts, states } from './filter.ts';
import { kindLabel } from './labels.ts';
import { OtherStates } from './OtherStates.tsx';
import { SelectableCases } from './selection/SelectableCases.tsx';
import { TakeNext } from './TakeNext.tsx';
import { type Queue, useQueue } from './useQueue.ts';
import styles from './WorkQueue.module.css';

/** Lists by whose cases they have, with how many where that is counted. */
const useAssignments = ({ list: { filter }, data }: Pick<Queue, 'list' | 'data'>) => {
  const t = useTexts<'staff'>();
  const counts: Partial<Record<Filter['whose'], number | undefined>> = data ?? {};
  return (
    assignments
      // Only supervisors are told how many are overdue with everyone.
      .filter((key) => key !== 'overdue' || filter.whose === key || counts.overdue !== undefined)
      .map((key) => {
        const count = counts[key];
        return { key, title: t(`queue|${key}`), ...(count !== undefined && { count: String(count) }) };
      })
  );
};

/** Whose cases are listed, as tabs above the list of them. */
const AssignmentTabs = ({ queue, children }: { queue: Queue; children: ReactNode }) => {
  const t = useTexts<'staff'>();
  return (
    <Tabs
      label={t('queue|whose')}
      selectedKey={queue.list.filter.whose}
      onSelectedKeyChange={(whose) => queue.list.setFields({ whose })}
      tabs={useAssignments(queue).map((tab) => ({ ...tab, panel: children }))}
    />
  );
};

/** Whose cases are listed, where tabs have no room. */
export const AssignmentChoice = ({ queue }: { queue: Queue }) => {
  const t = useTexts<'staff'>();
  const options = useAssignments(queue);
  return (
    <SelectField
      label={t('queue|whose')}
      value={queue.list.filter.whose}
      onChange={({ target }) =>
        queue.list.setFields({ whose: options.find(({ key }) => key === target.value)?.key ?? 'all' })
      }
      options={options.map(({ key, title, count }) => ({
        value: key,
        label: count === undefined ? title : `${title} (${count})`,
      }))}
    />
  );
};

const Filters = ({ list }: Pick<Queue, 'list'>) => {
  const t = useTexts<'staff'>();
  const { setFields } = list;
  const { kind, state, sort } = list.filter;
  return (
    <ListFilters
      list={list}
      searchLabel={t('queue|search')}
      searchHint={t('queue|searchHint')}
      columns={3}
      isOneLine
    >
      <SelectField
        label={t('queue|kind')}
        value={kind}
        onChange={({ target }) => setFields({ kind: kinds.find((option) => option === target.value) ?? '' })}
        options={[
          { value: '', label: t('queue|allKinds') },
          ...kinds.map((value) => ({ value, label: kindLabel(t, value) })),
        ]}
      />
      <SelectField
        label={t('queue|state')}
        value={state}
        onChange={({ target }) =>
          setFields({ state: states.find((option) => option === target.value) ?? 'open' })
        }
        options={states.map((value) => ({ value, label: t(`queue|state.${value}`) }))}
      />
      <SelectField
        label={t('queue|sort')}
        value={sort}
        onChange={({ target }) =>
          setFields({ sort: sorts.find((option) => option === target.value) ?? 'due' })
        }
        options={sorts.map((value) => ({ value, label: t(`queue|sort.${value}`) }))}
      />
    </ListFilters>
  );
};

/** The cases that the filter finds; beside an open one, a narrow list of them. */
export const Cases = ({
  queue: { list, query, call, data, news, showNew },
  openId,
}: {
  queue: Queue;
  openId?: string;
}) => {
  const t = useTexts<'staff'>();
  const { whose } = list.filter;
  const total = data?.total ?? 0;
  const ownEmpty = whose === 'mine' || whose === 'mentioned' || whose === 'overdue';
  return (
    <>
      <ListNews {...news} isBrief={openId !== undefined} onShow={showNew} />
      <ListScreen
        list={list}
        label={t('queue|title')}
        total={total}
        countText={t('queue|count', { n: total })}
        call={call}
        loading={t('queue|loading')}
        empty={
          <EmptyState title={t(ownEmpty ? `queue|${whose}EmptyTitle` : 'queue|emptyTitle')}>
            {t(ownEmpty ? `queue|${whose}EmptyText` : 'queue|emptyText')}
          </EmptyState>
        }
      >
        {({ items }) =>
          openId === undefined ? (
            <SelectableCases items={items} query={query} />
          ) : (
            <CaseTable items={items} query={query} openId={openId} />
          )
        }
      </ListScreen>
    </>
  );
};

/** The work queue with its filters (rule STAFF-6). */
export const WorkQueue = () => {
  const t = useTexts<'staff'>();
  const queue = useQueue();
  const { list, call, data } = queue;
  const { whose, kind, state } = list.filter;
  return (
    <>
      <PageHead title={t('queue|title')} actions={<TakeNext query={queue.query} />} />
      {data !== undefined && data.chatsWaiting > 0 && (
        <div className={styles.chats}>
          <Alert title={t('queue|chats', { n: data.chatsWaiting })}>
            <Link to={pathOf('staff.chat', t.language)}>{t('staffChat|title')}</Link>
          </Alert>
        </div>
      )}
      <div className={styles.queue}>
        <AssignmentTabs queue={queue}>
          <Filters list={list} />
          <Cases queue={queue} />
          {call.data?.total === 0 && list.search !== '' && state !== 'all' && (
            <OtherStates
              query={{ whose, search: list.search, ...kindQuery(kind) }}
              state={state}
              onChoose={(chosen) => list.setFields({ state: chosen })}
            />
          )}
        </AssignmentTabs>
      </div>
    </>
  );
};

const StaffQueueTemplate = () => (
  <LiveDesk>
    <WorkQueue />
  </LiveDesk>
);

export default StaffQueueTemplate;
