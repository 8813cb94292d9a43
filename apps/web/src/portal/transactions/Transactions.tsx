import type { TransactionOverview, TransactionType } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Button, DescriptionList, EmptyState, PageHead, Skeleton, Table } from '@hofn/ui';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../engine/index.ts';
import { SendableListActions, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { lastYearHash } from '../../parts/list/period.ts';
import { useList, usePeriod } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, usePost } from '../../session/index.ts';
import { Filters } from './Filters.tsx';
import { noFilter } from './filter.ts';
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
        hasFigures
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
      {sums.count > 1 && <Sums sums={sums} />}
      <p className={styles.help}>{t('transactions|amountHelp')}</p>
      <Table
        caption={t('transactions|title')}
        isCaptionHidden
        rows={items}
        rowKey={({ id }) => id}
        isDense
        columns={[
          {
            key: 'description',
            heading: t('transactions|description'),
            isRowHeading: true,
            cell: ({ description, policy }) => (
              <>
                {description}
                {policy && (
                  <Detail>
                    {policy.name}, {policy.number}
                  </Detail>
                )}
              </>
            ),
          },
          {
            key: 'date',
            heading: t('transactions|date'),
            isSelfTitled: true,
            cell: ({ date }) => formatDate(t.language, date, 'medium'),
          },
          {
            key: 'type',
            heading: t('transactions|type'),
            isSelfTitled: true,
            cell: ({ type }) => t(typeKey[type]),
          },
          {
            key: 'amount',
            heading: t('transactions|amount'),
            isNumeric: true,
            isSelfTitled: true,
            isLead: true,
            cell: ({ amount }) => money(amount),
          },
          {
            key: 'balance',
            heading: t('transactions|balance'),
            isNumeric: true,
            cell: ({ balance }) => money(balance),
          },
        ]}
      />
    </div>
  );
};

/** A year without entries, which a link may have chosen for the customer. */
const EmptyYear = ({ year, onClear }: { year: string; onClear: () => void }) => {
  const t = useTexts<'portal'>();
  return (
    <EmptyState
      title={t('transactions|emptyYear', { year })}
      action={
        <Button kind="secondary" onClick={onClear}>
          {t('transactions|showAll')}
        </Button>
      }
    >
      {t('transactions|emptyYearText')}
    </EmptyState>
  );
};

/** All ledger entries with balance and totals (rule PORT-2). */
export const Transactions = () => {
  const t = useTexts<'portal'>();
  const list = useList('filter', { pageSize, noFilter });
  const { filter, search, pages } = list;
  const { type, policy, sort } = filter;
  const openLastYear = useEffectEvent(() => list.setFields({ period: 'lastYear' }));
  useEffect(() => {
    if (location.hash === lastYearHash) openLastYear();
  }, []);
  const period = usePeriod(filter);
  const filterQuery = {
    ...period.days,
    ...(type && { type: type as TransactionType }),
    ...(policy && { policy }),
  };
  const listQuery = { ...filterQuery, ...(search && { search }), sort };
  const isYearAlone =
    (filter.period === 'thisYear' || filter.period === 'lastYear') && list.activeCount === 1 && search === '';
  const call = useCall('/api/account/v1', {
    query: { ...listQuery, ...pages.query },
    enabled: period.isValid,
  });
  const lastData = useListData(call, pages);
  const total = lastData?.sums.count ?? 0;
  const sendByEmail = toSendCall(usePost('/api/account/v1/sendtransactionoverview'), (email) => ({
    body: { ...filterQuery, ...email },
  }));
  return (
    <>
      <PageHead title={t('transactions|title')}>
        <p>{t('transactions|lead')}</p>
      </PageHead>
      <SendStatus call={sendByEmail} sentText={(email) => t('transactions|sent', { email })} />
      <PrintedFor />
      <Filters list={list} rows={total} policies={lastData?.policies ?? []} periodError={period.error} />
      {!period.error && (
        <>
          <ListScreen
            list={isYearAlone ? { ...list, isNarrow: false } : list}
            label={t('transactions|title')}
            total={total}
            countText={t('plural|transactions', { n: total })}
            call={call}
            loading={t('loading|transactions')}
            skeleton={<Skeleton rows={8} />}
            isEmpty={({ sums }) => sums.count === 0}
            empty={
              isYearAlone ? (
                <EmptyYear year={period.days.from?.slice(0, 4) ?? ''} onClear={list.clear} />
              ) : (
                <EmptyState title={t('transactions|empty')}>{t('transactions|emptyText')}</EmptyState>
              )
            }
          >
            {(data) => <Entries {...data} />}
          </ListScreen>
          {/* Otherwise there is nothing to save or send. */}
          {!(call.state === 'ready' && total === 0) && (
            <SendableListActions
              path="/api/account/v1"
              query={listQuery}
              call={sendByEmail}
              label={t('transactions|send')}
            />
          )}
        </>
      )}
    </>
  );
};

export default Transactions;
