import type { DocumentSummary } from '@hofn/contracts';
import { dayOfInstant, errorText, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Checkbox, EmptyState, PageHead, Skeleton, Table, Tag } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { activeIn, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useTyped } from '../../parts/list/useDebouncedValue.ts';
import { useKept } from '../../parts/list/useHistoryState.ts';
import { useLast, usePages, useRefusedPage } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useNow } from '../../parts/useNow.ts';
import { ApiError, save, unreachable, useCall, useFetchFiles, useRefresh } from '../../session/index.ts';
import { archiveOf } from './archive.ts';
import styles from './Documents.module.css';
import { Filters } from './Filters.tsx';
import { type Filter, noFilter, queryOf } from './filter.ts';
import { kindKey } from './labels.ts';

const pageSize = 25;

type Chosen = ReadonlySet<string>;

/** Fetches the chosen documents: one as it is, several as a ZIP. */
const Selection = ({ chosen }: { chosen: Chosen }) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const fetchFiles = useFetchFiles('/api/document/v1/download/{id}');
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const download = async () => {
    if (busy || !now) return;
    setBusy(true);
    setError(undefined);
    try {
      const [first, ...others] = await fetchFiles([...chosen].map((id) => [{ params: { id } }]));
      if (first && others.length === 0) save(first);
      else if (first) {
        const name = t('documents|archive', { date: dayOfInstant(now) });
        save(await archiveOf(name, [first, ...others], now));
      }
      // They are read from now on.
      refresh('/api/document/v1/edocuments');
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : unreachable(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.selection}>
      <span role="status">{chosen.size > 0 && t('documents|selected', { n: chosen.size })}</span>
      {chosen.size > 0 && (
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

type ListProps = { items: DocumentSummary[]; chosen: Chosen; onChoose: (chosen: Chosen) => void };

const List = ({ items, chosen, onChoose }: ListProps) => {
  const t = useTexts<'portal'>();
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <>
      <div className={styles.all}>
        <Checkbox
          label={t('documents|selectPage')}
          checked={items.every(({ id }) => chosen.has(id))}
          onChange={({ target }) => onChoose(new Set(target.checked ? items.map(({ id }) => id) : []))}
        />
        <Selection chosen={chosen} />
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
                  checked={chosen.has(id)}
                  onChange={({ target }) => choose(id, target.checked)}
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

/** Every document of the customer's (rule PORT-4). */
export const Documents = () => {
  const t = useTexts<'portal'>();
  const [filter, setFilter] = useKept<Filter>('filter', noFilter);
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const pages = usePages(pageSize, () => setChosen(new Set()));
  const search = useTyped(filter.search.trim());
  const isNarrow = search !== '' || activeIn(filter, noFilter) > 0;
  const narrowed = queryOf(filter, search);
  const call = useCall('/api/document/v1/edocuments', {
    query: { ...narrowed, ...pages.query },
  });
  useRefusedPage(pages, call.error);
  const known = useLast(call.data);
  const { total = 0, unread = 0, years = [], policies = [] } = known ?? {};
  const change = (changed: Filter) => {
    setFilter(changed);
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
            <ForRole takes="Full" silent>
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
      {known && (
        <p className={styles.count}>
          {unread > 0 ? t('documents|unreadCount', { n: unread }) : t('documents|allRead')}
        </p>
      )}
      <Filters filter={filter} onChange={change} years={years} policies={policies} />
      <ListActions path="/api/document/v1/edocuments" query={narrowed} />
      <p className="visually-hidden" role="status">
        {call.state === 'ready' && t('plural|documents', { n: total })}
      </p>
      <CallScreen
        call={call}
        loading={t('loading|documents')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isNarrow ? (
            <NoMatches onClear={() => change(noFilter)} />
          ) : (
            <EmptyState title={t('documents|empty')}>{t('documents|emptyText')}</EmptyState>
          )
        }
      >
        {({ items }) => <List items={items} chosen={chosen} onChoose={setChosen} />}
      </CallScreen>
      <PageSteps pages={pages} label={t('documents|title')} total={total} next={call.data?.nextCursor} />
    </>
  );
};
