import type { DocumentSummary } from '@hofn/contracts';
import { dayOfInstant, errorText, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Checkbox, EmptyState, PageHead, Skeleton, Table, Tag } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { countActive, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { usePages, usePreviousData, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useNow } from '../../parts/useNow.ts';
import { ApiError, save, unreachable, useCall, useFetchFiles, useRefetch } from '../../session/index.ts';
import { archiveOf } from './archive.ts';
import styles from './Documents.module.css';
import { Filters } from './Filters.tsx';
import { type Filter, noFilter, queryOf } from './filter.ts';
import { kindKey } from './labels.ts';

const pageSize = 25;

type SelectedIds = ReadonlySet<string>;

/** Downloads the selected documents: one as it is, several as a ZIP. */
const SelectionActions = ({ selected }: { selected: SelectedIds }) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const fetchFiles = useFetchFiles('/api/document/v1/download/{id}');
  const refresh = useRefetch();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const download = async () => {
    if (busy || !now) return;
    setBusy(true);
    setError(undefined);
    try {
      const [first, ...others] = await fetchFiles([...selected].map((id) => [{ params: { id } }]));
      if (first && others.length === 0) save(first);
      else if (first) {
        const name = t('documents|archive', { date: dayOfInstant(now) });
        save(await archiveOf(name, [first, ...others], now));
      }
      // Downloading marks the documents as read.
      refresh('/api/document/v1/edocuments');
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : unreachable(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.selection}>
      <span role="status">{selected.size > 0 && t('documents|selected', { n: selected.size })}</span>
      {selected.size > 0 && (
        <Button
          kind="secondary"
          size="small"
          icon="download"
          loading={busy}
          loadingLabel={t('documents|downloading')}
          onClick={() => void download()}
        >
          {t('documents|downloadSelected')}
        </Button>
      )}
      {error && (
        <Alert kind="error" live title={t('documents|downloadFailed')}>
          {errorText(t, error.errorCode)}
        </Alert>
      )}
    </div>
  );
};

type ListProps = {
  items: DocumentSummary[];
  selected: SelectedIds;
  onSelect: (selected: SelectedIds) => void;
};

const DocumentTable = ({ items, selected, onSelect }: ListProps) => {
  const t = useTexts<'portal'>();
  const select = (id: string, isSelected: boolean) => {
    const newSelection = new Set(selected);
    if (isSelected) newSelection.add(id);
    else newSelection.delete(id);
    onSelect(newSelection);
  };
  return (
    <>
      <div className={styles.all}>
        <Checkbox
          label={t('documents|selectPage')}
          checked={items.every(({ id }) => selected.has(id))}
          onChange={({ target }) => onSelect(new Set(target.checked ? items.map(({ id }) => id) : []))}
        />
        <SelectionActions selected={selected} />
      </div>
      <Table
        caption={t('documents|title')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'document',
            heading: t('documents|document'),
            rowHeading: true,
            cell: ({ id, title, policy, readAt }) => (
              <span className={styles.document}>
                <input
                  type="checkbox"
                  className={styles.choice}
                  aria-label={t('documents|select', { title })}
                  checked={selected.has(id)}
                  onChange={({ target }) => select(id, target.checked)}
                />
                <span>
                  <Link
                    to={pathOf('portal.document', t.language, { id })}
                    className={readAt === null ? styles.unread : undefined}
                  >
                    {title}
                  </Link>
                  {policy && (
                    <span className={styles.policy}>
                      {policy.name}, {policy.number}
                    </span>
                  )}
                </span>
              </span>
            ),
          },
          {
            key: 'date',
            heading: t('documents|date'),
            cell: ({ date }) => formatDate(t.language, date, 'medium'),
          },
          { key: 'kind', heading: t('documents|kind'), cell: ({ kind }) => t(kindKey[kind]) },
          {
            key: 'state',
            heading: t('documents|state'),
            cell: ({ readAt }) =>
              readAt === null ? (
                <Tag tone="info" icon="mail">
                  {t('documents|unread')}
                </Tag>
              ) : (
                t('documents|read')
              ),
          },
        ]}
      />
    </>
  );
};

/** All documents of the customer (rule PORT-4). */
export const Documents = () => {
  const t = useTexts<'portal'>();
  const [filter, setFilter] = useHistoryState<Filter>('filter', noFilter);
  const [selected, setSelected] = useState<SelectedIds>(new Set());
  const pages = usePages(pageSize, () => setSelected(new Set()));
  const search = useDebouncedValue(filter.search.trim());
  const isFiltered = search !== '' || countActive(filter, noFilter) > 0;
  const filterQuery = queryOf(filter, search);
  const call = useCall('/api/document/v1/edocuments', {
    query: { ...filterQuery, ...pages.query },
  });
  useRestartOnRefusedCursor(pages, call.error);
  const lastData = usePreviousData(call.data);
  const { total = 0, unread = 0, years = [], policies = [] } = lastData ?? {};
  const changeFilter = (newFilter: Filter) => {
    setFilter(newFilter);
    pages.restart();
  };
  return (
    <>
      <PageHead
        title={t('documents|title')}
        actions={
          <>
            <Link to={pathOf('portal.matters', t.language)} className={buttonClass({ kind: 'text' })}>
              {t('matters|title')}
            </Link>
            <ForRole requires="Full" silent>
              <Link to={pathOf('portal.memo', t.language)} className={buttonClass({ kind: 'text' })}>
                {t('documents|write')}
              </Link>
            </ForRole>
          </>
        }
      >
        <p>{t('documents|lead')}</p>
      </PageHead>
      <PrintedFor />
      {lastData && (
        <p className={styles.count}>
          {unread > 0 ? t('documents|unreadCount', { n: unread }) : t('documents|allRead')}
        </p>
      )}
      <Filters filter={filter} onChange={changeFilter} years={years} policies={policies} />
      <ListActions path="/api/document/v1/edocuments" query={filterQuery} />
      <p className="visually-hidden" role="status">
        {call.state === 'ready' && t('plural|documents', { n: total })}
      </p>
      <CallScreen
        call={call}
        loading={t('loading|documents')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isFiltered ? (
            <NoMatches onClear={() => changeFilter(noFilter)} />
          ) : (
            <EmptyState title={t('documents|empty')}>{t('documents|emptyText')}</EmptyState>
          )
        }
      >
        {({ items }) => <DocumentTable items={items} selected={selected} onSelect={setSelected} />}
      </CallScreen>
      <PageSteps
        pages={pages}
        label={t('documents|title')}
        total={total}
        nextCursor={call.data?.nextCursor}
      />
    </>
  );
};

export default Documents;
