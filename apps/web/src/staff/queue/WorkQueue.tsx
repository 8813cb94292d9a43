import type { CaseLine } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, EmptyState, PageHead, SelectField, Stack, Table, Tabs } from '@hofn/ui';
import { useState } from 'react';
import { Link, navigate, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ListFilters } from '../../parts/list/ListFilters.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { ApiError, useCall, useRefetch, useSessionParts } from '../../session/index.ts';
import { CaseMarks } from './CaseMarks.tsx';
import { CaseTag } from './CaseTag.tsx';
import { assignments, kindQuery, kinds, noFilter, sorts, states } from './filter.ts';
import { dayOf, kindBesideTitle, kindLabel, titleOf } from './labels.ts';
import { NewCases } from './NewCases.tsx';
import { OtherStates } from './OtherStates.tsx';
import styles from './WorkQueue.module.css';

const pageSize = 25;
/** Maximum attempts to take the next case: a colleague may take it first. */
const maxTries = 3;

const CaseTable = ({ items }: { items: CaseLine[] }) => {
  const t = useTexts<'staff'>();
  return (
    <Table
      caption={t('queue|title')}
      isCaptionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'case',
          heading: t('queue|case'),
          isRowHeading: true,
          cell: (line) => (
            <>
              <Link to={pathOf('staff.case', t.language, { id: line.id })} className={styles.about}>
                {titleOf(t, line)}
              </Link>
              <Detail>{[kindBesideTitle(t, line), line.reference].filter(Boolean).join(' ')}</Detail>
            </>
          ),
        },
        {
          key: 'sender',
          heading: t('queue|sender'),
          cell: ({ sender, known }) => (
            <span>
              {sender ?? t('queue|nameless')}
              <Detail>{t(known ? 'queue|known' : 'queue|unproved')}</Detail>
            </span>
          ),
        },
        {
          key: 'came',
          heading: t('queue|came'),
          cell: ({ openedAt }) => <span className={styles.day}>{dayOf(t.language, openedAt)}</span>,
        },
        {
          key: 'due',
          heading: t('queue|due'),
          cell: ({ dueAt }) => <span className={styles.day}>{dayOf(t.language, dueAt)}</span>,
        },
        {
          key: 'assignee',
          heading: t('queue|assignee'),
          cell: ({ assignee, mine }) => (mine ? t('queue|you') : (assignee ?? t('queue|nobody'))),
        },
        {
          key: 'state',
          heading: t('queue|state'),
          cell: (line) => (
            <>
              <CaseTag line={line} />
              <CaseMarks line={line} />
            </>
          ),
        },
      ]}
    />
  );
};

/** Assigns the most urgent unassigned case to the user, and opens it. */
const TakeNext = () => {
  const t = useTexts<'staff'>();
  const { api } = useSessionParts();
  const refresh = useRefetch();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const take = async (tries: number): Promise<void> => {
    const { items } = await api.get('/api/staff/v1/queue', {
      query: { whose: 'unassigned', sort: 'due', limit: 1 },
    });
    const [first] = items;
    if (!first) {
      setMessage(t('queue|noNext'));
      return refresh('/api/staff/v1/queue');
    }
    const { id, version } = first;
    try {
      await api.post('/api/staff/v1/cases/{id}', { params: { id }, body: { act: 'assign', version } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && tries > 1) return take(tries - 1);
      throw error;
    }
    refresh('/api/staff/v1/queue');
    await navigate(pathOf('staff.case', t.language, { id }));
  };
  const takeNext = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setMessage(undefined);
    try {
      await take(maxTries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(errorText(t, error.errorCode));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Stack gap="s" align="end">
      <Button isLoading={isBusy} loadingLabel={t('queue|takingNext')} onClick={() => void takeNext()}>
        {t('queue|takeNext')}
      </Button>
      <p role="status">{message}</p>
    </Stack>
  );
};

/** The work queue with its filters (rule STAFF-6). */
export const WorkQueue = () => {
  const t = useTexts<'staff'>();
  const list = useList('queue', {
    pageSize,
    noFilter,
    cleared: (filter) => ({ ...noFilter, whose: filter.whose }),
  });
  const { search, setFields, pages } = list;
  const refresh = useRefetch();
  const { whose, kind, state, sort } = list.filter;
  const call = useCall('/api/staff/v1/queue', {
    query: { whose, state, sort, ...kindQuery(kind), ...(search && { search }), ...pages.query },
    dropOnClose: true,
  });
  const lastData = useListData(call, pages);
  const total = lastData?.total ?? 0;
  const ownEmpty = whose === 'mine' || whose === 'mentioned' || whose === 'overdue';
  const empty = (
    <EmptyState title={t(ownEmpty ? `queue|${whose}EmptyTitle` : 'queue|emptyTitle')}>
      {t(ownEmpty ? `queue|${whose}EmptyText` : 'queue|emptyText')}
    </EmptyState>
  );
  const panel = (
    <>
      <ListFilters list={list} searchLabel={t('queue|search')} searchHint={t('queue|searchHint')} columns={3}>
        <SelectField
          label={t('queue|kind')}
          value={kind}
          onChange={({ target }) =>
            setFields({ kind: kinds.find((option) => option === target.value) ?? '' })
          }
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
      <NewCases
        filter={search === '' ? { whose, state, ...kindQuery(kind) } : undefined}
        onShow={() => {
          pages.restart();
          refresh('/api/staff/v1/queue');
        }}
      />
      <ListScreen
        list={list}
        label={t('queue|title')}
        total={total}
        countText={t('queue|count', { n: total })}
        call={call}
        loading={t('queue|loading')}
        empty={empty}
      >
        {({ items }) => <CaseTable items={items} />}
      </ListScreen>
      {call.data?.total === 0 && search !== '' && state !== 'all' && (
        <OtherStates
          query={{ whose, search, ...kindQuery(kind) }}
          state={state}
          onChoose={(chosen) => setFields({ state: chosen })}
        />
      )}
    </>
  );
  const counts = lastData && {
    mine: String(lastData.mine),
    unassigned: String(lastData.unassigned),
    mentioned: lastData.mentioned === undefined ? undefined : String(lastData.mentioned),
    overdue: lastData.overdue === undefined ? undefined : String(lastData.overdue),
    all: undefined,
  };
  // Only supervisors are told how many are overdue with everyone.
  const shown = assignments.filter((key) => key !== 'overdue' || whose === key || counts?.overdue);
  return (
    <>
      <PageHead title={t('queue|title')} actions={<TakeNext />}>
        <p>{t('queue|lead')}</p>
      </PageHead>
      {lastData !== undefined && lastData.chatsWaiting > 0 && (
        <div className={styles.chats}>
          <Alert title={t('queue|chats', { n: lastData.chatsWaiting })}>
            <Link to={pathOf('staff.chat', t.language)}>{t('staffChat|title')}</Link>
          </Alert>
        </div>
      )}
      <Tabs
        label={t('queue|whose')}
        selectedKey={whose}
        onSelectedKeyChange={(key) => setFields({ whose: key })}
        tabs={shown.map((key) => ({
          key,
          title: t(`queue|${key}`),
          ...(counts?.[key] && { count: counts[key] }),
          panel,
        }))}
      />
    </>
  );
};

export default WorkQueue;
