import type { TransactionOverview, TransactionType } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { DescriptionList, EmptyState, PageHead, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { SendButton, SendStatus } from '../../forms/SendByEmail.tsx';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { countActive, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { daysOf, isInverted } from '../../parts/list/period.ts';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { usePages, usePreviousData, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useCall, usePost } from '../../session/index.ts';
import { Filters } from './Filters.tsx';
import { type Filter, noFilter } from './filter.ts';
import { typeKey } from './labels.ts';
import styles from './Transactions.module.css';

const pageSize = 50;

const Sums = ({ sums }: { sums: TransactionOverview['sums'] }) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <section className={styles.sums}>
      <h2>{t('transactions|sums')}</h2>
      <DescriptionList
        figures
        items={[
          { term: t('transactions|openingBalance'), value: money(sums.openingBalance) },
          { term: t('transactions|charges'), value: money(sums.charges) },
          { term: t('transactions|payments'), value: money(sums.payments) },
          { term: t('transactions|closingBalance'), value: money(sums.closingBalance) },
        ]}
      />
    </section>
  );
};

const Entries = ({ items, sums }: TransactionOverview) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <div className={styles.entries}>
      <Sums sums={sums} />
      <p className={styles.help}>{t('transactions|amountHelp')}</p>
      <Table
        caption={t('transactions|title')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'description',
            heading: t('transactions|description'),
            rowHeading: true,
            cell: ({ description, policy }) => (
              <>
                {description}
                {policy && (
                  <span className={styles.policy}>
                    {policy.name}, {policy.number}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'date',
            heading: t('transactions|date'),
            cell: ({ date }) => formatDate(t.language, date, 'medium'),
          },
          { key: 'type', heading: t('transactions|type'), cell: ({ type }) => t(typeKey[type]) },
          {
            key: 'amount',
            heading: t('transactions|amount'),
            numeric: true,
            cell: ({ amount }) => money(amount),
          },
          {
            key: 'balance',
            heading: t('transactions|balance'),
            numeric: true,
            cell: ({ balance }) => money(balance),
          },
        ]}
      />
    </div>
  );
};

/** All ledger entries with balance and totals (rule PORT-2). */
export const Transactions = () => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useHistoryState<Filter>('filter', noFilter);
  const pages = usePages(pageSize);
  const { type, policy, sort } = filter;
  const search = useDebouncedValue(filter.search.trim());
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const periodError = isInverted(days) ? t('transactions|toBeforeFrom') : undefined;
  const filterQuery = {
    ...days,
    ...(type && { type: type as TransactionType }),
    ...(policy && { policy }),
  };
  const isFiltered = search !== '' || countActive(filter, noFilter) > 0;
  const listQuery = { ...filterQuery, ...(search && { search }), sort };
  const call = useCall('/api/account/v1', {
    query: { ...listQuery, ...pages.query },
    enabled: now !== undefined && !periodError,
  });
  useRestartOnRefusedCursor(pages, call.error);
  const lastData = usePreviousData(call.data);
  const total = lastData?.sums.count ?? 0;

  const { send, ...sending } = usePost('/api/account/v1/sendtransactionoverview');
  const sendByEmail = {
    ...sending,
    send: (email?: string) => void send({ body: { ...filterQuery, ...(email && { email }) } }),
  };
  const changeFilter = (newFilter: Filter) => {
    setFilter(newFilter);
    pages.restart();
  };
  return (
    <>
      <PageHead title={t('transactions|title')}>
        <p>{t('transactions|lead')}</p>
      </PageHead>
      <SendStatus call={sendByEmail} sentText={(email) => t('transactions|sent', { email })} />
      <PrintedFor />
      <Filters
        filter={filter}
        onChange={changeFilter}
        policies={lastData?.policies ?? []}
        periodError={periodError}
      />
      {!periodError && (
        <>
          <ListActions
            path="/api/account/v1"
            query={listQuery}
            send={<SendButton call={sendByEmail} label={t('transactions|send')} compact />}
          />
          <p className="visually-hidden" role="status">
            {call.state === 'ready' && t('plural|transactions', { n: total })}
          </p>
          <CallScreen
            call={call}
            loading={t('loading|transactions')}
            skeleton={<Skeleton rows={8} />}
            isEmpty={({ sums }) => sums.count === 0}
            empty={
              isFiltered ? (
                <NoMatches onClear={() => changeFilter(noFilter)} />
              ) : (
                <EmptyState title={t('transactions|empty')}>{t('transactions|emptyText')}</EmptyState>
              )
            }
          >
            {(data) => <Entries {...data} />}
          </CallScreen>
          <PageSteps
            pages={pages}
            label={t('transactions|title')}
            total={total}
            nextCursor={call.data?.nextCursor}
          />
        </>
      )}
    </>
  );
};
