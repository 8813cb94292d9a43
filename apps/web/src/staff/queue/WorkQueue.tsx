import type { CaseLine } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, EmptyState, PageHead, SelectField, Skeleton, Table, Tabs } from '@hofn/ui';
import { useState } from 'react';
import { Link, navigate, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { activeIn, ListFilters, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useTyped } from '../../parts/list/useDebouncedValue.ts';
import { useKept } from '../../parts/list/useHistoryState.ts';
import { useLast, usePages, useRefusedPage } from '../../parts/list/usePages.ts';
import { ApiError, useCall, useRefresh, useSessionParts } from '../../session/index.ts';
import { CaseTag } from './CaseTag.tsx';
import { type Filter, kinds, noFilter, sorts, states, whoses } from './filter.ts';
import { dayOf, kindOf } from './labels.ts';
import styles from './WorkQueue.module.css';

const pageSize = 25;
/** As often as the next case may be taken by someone else in between. */
const mostTries = 3;

const Cases = ({ items }: { items: CaseLine[] }) => {
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

/** Takes the case that is to be answered first of those that nobody has, and opens it. */
const TakeNext = () => {
  const t = useTexts<'staff'>();
  const { api } = useSessionParts();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [said, say] = useState<string>();
  const take = async (tries: number): Promise<void> => {
    const { items } = await api.get('/api/staff/v1/queue', {
      query: { whose: 'unassigned', sort: 'due', limit: 1 },
    });
    const [first] = items;
    if (!first) {
      say(t('queue|noNext'));
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
  const press = async () => {
    if (busy) return;
    setBusy(true);
    say(undefined);
    try {
      await take(mostTries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(errorText(t, error.errorCode));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.next}>
      <Button loading={busy} loadingLabel={t('queue|takingNext')} onClick={() => void press()}>
        {t('queue|takeNext')}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
};

/** What came in and waits (rule STAFF-6): whose it is, what kind, in which order. */
export const WorkQueue = () => {
  const t = useTexts<'staff'>();
  const [filter, setFilter] = useKept<Filter>('queue', noFilter);
  const pages = usePages(pageSize);
  const search = useTyped(filter.search.trim());
  const { whose, kind, state, sort } = filter;
  const call = useCall('/api/staff/v1/queue', {
    query: { whose, state, sort, ...(kind && { kind }), ...(search && { search }), ...pages.query },
    forget: true,
  });
  useRefusedPage(pages, call.error);
  const known = useLast(call.data);
  const set = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    pages.restart();
  };
  const active = activeIn(filter, { ...noFilter, whose });
  const clear = () => set({ ...noFilter, whose });
  const narrow = search !== '' || active > 0;
  const empty = narrow ? (
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
        onSearch={(text) => set({ search: text })}
        onClear={clear}
        active={active}
        columns={3}
      >
        <SelectField
          label={t('queue|kind')}
          value={kind}
          onChange={({ target }) => set({ kind: kinds.find((one) => one === target.value) ?? '' })}
          options={[
            { value: '', label: t('queue|allKinds') },
            ...kinds.map((value) => ({ value, label: t(`caseKind|${value}`) })),
          ]}
        />
        <SelectField
          label={t('queue|state')}
          value={state}
          onChange={({ target }) => set({ state: states.find((one) => one === target.value) ?? 'open' })}
          options={states.map((value) => ({ value, label: t(`queue|state.${value}`) }))}
        />
        <SelectField
          label={t('queue|sort')}
          value={sort}
          onChange={({ target }) => set({ sort: sorts.find((one) => one === target.value) ?? 'due' })}
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
        {({ items }) => <Cases items={items} />}
      </CallScreen>
      <PageSteps
        pages={pages}
        label={t('queue|title')}
        total={known?.total ?? 0}
        next={call.data?.nextCursor}
      />
    </>
  );
  const counts = known && { mine: String(known.mine), unassigned: String(known.unassigned), all: undefined };
  return (
    <>
      <PageHead title={t('queue|title')} actions={<TakeNext />}>
        <p>{t('queue|lead')}</p>
      </PageHead>
      {known !== undefined && known.chatsWaiting > 0 && (
        <div className={styles.chats}>
          <Alert title={t('queue|chats', { n: known.chatsWaiting })}>
            <Link to={pathOf('staff.chat', t.language)}>{t('staffChat|title')}</Link>
          </Alert>
        </div>
      )}
      <Tabs
        label={t('queue|whose')}
        selected={whose}
        onSelect={(key) => set({ whose: key })}
        tabs={whoses.map((key) => ({
          key,
          title: t(`queue|${key}`),
          ...(counts?.[key] && { count: counts[key] }),
          panel: list,
        }))}
      />
    </>
  );
};
