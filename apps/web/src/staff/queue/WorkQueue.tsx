import type { CaseLine } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, EmptyState, PageHead, SelectField, Skeleton, Table, Tabs } from '@hofn/ui';
import { useState } from 'react';
import { Link, navigate, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { countActive, ListFilters, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { usePages, usePreviousData, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { ApiError, useCall, useRefetch, useSessionParts } from '../../session/index.ts';
import { CaseTag } from './CaseTag.tsx';
import { assignments, type Filter, kinds, noFilter, sorts, states } from './filter.ts';
import { dayOf, kindOf } from './labels.ts';
import styles from './WorkQueue.module.css';

const pageSize = 25;
/** Maximum attempts to take the next case: a colleague may take it first. */
const maxTries = 3;

const CaseTable = ({ items }: { items: CaseLine[] }) => {
  const t = useTexts<'staff'>();
  return (
    <Table
      caption={t('queue|title')}
      captionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'case',
          heading: t('queue|case'),
          rowHeading: true,
          cell: (line) => (
            <>
              <Link to={pathOf('staff.case', t.language, { id: line.id })} className={styles.about}>
                {line.about ?? kindOf(t, line)}
              </Link>
              <span className={styles.detail}>
                {[line.about === null ? null : kindOf(t, line), line.reference].filter(Boolean).join(' ')}
              </span>
            </>
          ),
        },
        {
          key: 'sender',
          heading: t('queue|sender'),
          cell: ({ sender, known }) => (
            <span>
              {sender ?? t('queue|nameless')}
              <span className={styles.detail}>{t(known ? 'queue|known' : 'queue|unproved')}</span>
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
        { key: 'state', heading: t('queue|state'), cell: (line) => <CaseTag line={line} /> },
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
    <div className={styles.next}>
      <Button loading={isBusy} loadingLabel={t('queue|takingNext')} onClick={() => void takeNext()}>
        {t('queue|takeNext')}
      </Button>
      <p role="status">{message}</p>
    </div>
  );
};

/** The work queue with its filters (rule STAFF-6). */
export const WorkQueue = () => {
  const t = useTexts<'staff'>();
  const [filter, setFilter] = useHistoryState<Filter>('queue', noFilter);
  const pages = usePages(pageSize);
  const search = useDebouncedValue(filter.search.trim());
  const { whose, kind, state, sort } = filter;
  const call = useCall('/api/staff/v1/queue', {
    query: { whose, state, sort, ...(kind && { kind }), ...(search && { search }), ...pages.query },
    dropOnClose: true,
  });
  useRestartOnRefusedCursor(pages, call.error);
  const lastData = usePreviousData(call.data);
  const setFields = (fields: Partial<Filter>) => {
    setFilter({ ...filter, ...fields });
    pages.restart();
  };
  const activeCount = countActive(filter, { ...noFilter, whose });
  const clear = () => setFields({ ...noFilter, whose });
  const isFiltered = search !== '' || activeCount > 0;
  const empty = isFiltered ? (
    <NoMatches onClear={clear} />
  ) : whose === 'mine' ? (
    <EmptyState title={t('queue|mineEmptyTitle')}>{t('queue|mineEmptyText')}</EmptyState>
  ) : (
    <EmptyState title={t('queue|emptyTitle')}>{t('queue|emptyText')}</EmptyState>
  );
  const list = (
    <>
      <ListFilters
        search={{ label: t('queue|search'), placeholder: t('queue|searchHint'), value: filter.search }}
        onSearch={(text) => setFields({ search: text })}
        onClear={clear}
        activeCount={activeCount}
        columns={3}
      >
        <SelectField
          label={t('queue|kind')}
          value={kind}
          onChange={({ target }) =>
            setFields({ kind: kinds.find((option) => option === target.value) ?? '' })
          }
          options={[
            { value: '', label: t('queue|allKinds') },
            ...kinds.map((value) => ({ value, label: t(`caseKind|${value}`) })),
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
      <p className="visually-hidden" role="status">
        {call.state === 'ready' && t('queue|count', { n: call.data.total })}
      </p>
      <CallScreen
        call={call}
        loading={t('queue|loading')}
        skeleton={<Skeleton rows={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={empty}
      >
        {({ items }) => <CaseTable items={items} />}
      </CallScreen>
      <PageSteps
        pages={pages}
        label={t('queue|title')}
        total={lastData?.total ?? 0}
        nextCursor={call.data?.nextCursor}
      />
    </>
  );
  const counts = lastData && {
    mine: String(lastData.mine),
    unassigned: String(lastData.unassigned),
    all: undefined,
  };
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
        selected={whose}
        onSelect={(key) => setFields({ whose: key })}
        tabs={assignments.map((key) => ({
          key,
          title: t(`queue|${key}`),
          ...(counts?.[key] && { count: counts[key] }),
          panel: list,
        }))}
      />
    </>
  );
};

export default WorkQueue;
