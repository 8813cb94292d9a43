import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { EmptyState, PageHead, Skeleton } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall } from '../../session/index.ts';
import { Bills } from './Bills.tsx';
import styles from './Documents.module.css';
import { DocumentTable, type SelectedIds } from './DocumentTable.tsx';
import { Filters } from './Filters.tsx';
import { noFilter, queryOf } from './filter.ts';

const pageSize = 25;

type NextProps = { year: number; on: string; isFirst: boolean };

/** When the next annual statement comes, whether there are earlier ones, and where its figures are until then. */
const NextStatement = ({ year, on, isFirst }: NextProps) => {
  const t = useTexts<'portal'>();
  return (
    <p className={styles.statement}>
      {t('documents|statement', { year: String(year), date: formatDate(t.language, on) })}{' '}
      <Link to={pathOf('portal.transactions', t.language)}>{t('transactions|title')}</Link>.
      {isFirst && ` ${t('documents|firstStatement', { year: String(year) })}`}
    </p>
  );
};

/**
 * All documents of the customer (rule PORT-4). Bills are folded away by year, unless they are searched for or chosen by
 * kind (rule LIFE-28).
 */
export const Documents = () => {
  const t = useTexts<'portal'>();
  const [selected, setSelected] = useState<SelectedIds>(new Set());
  const list = useList('filter', { pageSize, noFilter, onMove: () => setSelected(new Set()) });
  const filterQuery = queryOf(list.filter, list.search);
  const foldsBills = list.search === '' && list.filter.kind === '';
  const call = useCall('/api/document/v1/edocuments', {
    query: { ...filterQuery, ...(foldsBills && { without: 'invoice' as const }), ...list.pages.query },
  });
  const lastData = useListData(call, list.pages);
  const { total = 0, unread = 0, years = [], policies = [], kinds = [], bills = [] } = lastData ?? {};
  const folded = foldsBills ? bills : [];
  return (
    <>
      <PageHead title={t('documents|title')}>
        <p>{t('documents|lead')}</p>
      </PageHead>
      <PrintedFor />
      {/* Without documents of any kind there are none to have opened. */}
      {lastData && kinds.length > 0 && (
        <p className={styles.count}>
          {unread > 0 ? t('documents|unreadCount', { n: unread }) : t('documents|allRead')}
        </p>
      )}
      <Filters list={list} rows={total} years={years} policies={policies} kinds={kinds} />
      <ListScreen
        list={list}
        label={t('documents|title')}
        total={total}
        countText={t('plural|documents', { n: total })}
        call={call}
        loading={t('loading|documents')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ items, bills: all }) => items.length === 0 && !(foldsBills && all.length > 0)}
        empty={<EmptyState title={t('documents|empty')}>{t('documents|emptyText')}</EmptyState>}
      >
        {({ items }) =>
          items.length > 0 && (
            <DocumentTable
              caption={t('documents|title')}
              items={items}
              selected={selected}
              onSelect={setSelected}
            />
          )
        }
      </ListScreen>
      {folded.map((bills) => (
        <Bills key={`${bills.year} ${JSON.stringify(filterQuery)}`} {...bills} query={filterQuery} />
      ))}
      {lastData?.nextStatement && (
        <NextStatement {...lastData.nextStatement} isFirst={!kinds.includes('annualStatement')} />
      )}
      {lastData && (
        <p className={styles.statement}>
          <Link to={pathOf('portal.claimsHistory', t.language)}>{t('claimsHistory|way')}</Link>
        </p>
      )}
      {/* The files have the bills too. Without documents there is nothing to save. */}
      {!(lastData && kinds.length === 0) && (
        <ListActions path="/api/document/v1/edocuments" query={filterQuery} />
      )}
    </>
  );
};

export default Documents;
