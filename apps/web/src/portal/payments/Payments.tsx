import type { Instalment, InstalmentState, PaymentStatus } from '@hofn/contracts';
import { errorText, formatDate, formatMoney } from '@hofn/texts';
import {
  Alert,
  Button,
  DescriptionList,
  EmptyState,
  PageHead,
  SelectField,
  Skeleton,
  StatusRegion,
} from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole, useHasRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { countActive, ListFilters, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { usePages, usePreviousData, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, usePost, useRefetch } from '../../session/index.ts';
import { canBePaid, Instalments } from './Instalments.tsx';
import { stateLook } from './labels.ts';
import { Months } from './Months.tsx';
import { PayDialog } from './PayDialog.tsx';
import styles from './Payments.module.css';
import { DueLine, Summary } from './Summary.tsx';

const pageSize = 24;
const states = Object.keys(stateLook) as InstalmentState[];

const sortKey = {
  newest: 'payment|sortNewest',
  oldest: 'payment|sortOldest',
  largest: 'payment|sortLargest',
} as const;
const sorts = ['newest', 'oldest', 'largest'] as const;

/** Filter and order of the list, as form field values; an empty string means no filter. */
type Filter = { year: string; state: '' | InstalmentState; search: string; sort: (typeof sorts)[number] };

const noFilter: Filter = { year: '', state: '', search: '', sort: 'newest' };

/** Warns about overdue instalments and says when the policies lapse. */
const OverdueAlert = ({ items }: { items: readonly Instalment[] }) => {
  const t = useTexts<'portal'>();
  const overdue = items.filter(({ state }) => state === 'overdue');
  const oldest = overdue.at(-1);
  const firstLapse = overdue.flatMap(({ lapsesOn }) => lapsesOn ?? []).toSorted()[0];
  if (!oldest) return null;
  const day = (date: string) => formatDate(t.language, date, 'day');
  return (
    <Alert kind="error" title={t('payment|lapseTitle', { date: day(oldest.dueDate) })}>
      {oldest.refused && `${t(oldest.method === 'bank' ? 'payment|refusedBank' : 'payment|refusedCard')} `}
      {firstLapse &&
        t('payment|lapseWarning', {
          finalDate: day(oldest.finalDueDate),
          date: formatDate(t.language, firstLapse),
        })}
    </Alert>
  );
};

const Credit = ({ credit }: { credit: PaymentStatus['credit'] }) => {
  const t = useTexts<'portal'>();
  const { openBalance, instalmentCredit, limit } = credit;
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <section>
      <h2>{t('payment|creditTitle')}</h2>
      <DescriptionList
        figures
        items={[
          { term: t('payment|openBalance'), value: money(openBalance) },
          { term: t('payment|instalmentCredit'), value: money(instalmentCredit) },
          { term: t('payment|creditLimit'), value: limit !== null && money(limit) },
          {
            term: t('payment|creditRest'),
            value: limit !== null && money(Math.max(limit - openBalance - instalmentCredit, 0)),
          },
        ].map(({ term, value }) => ({ term, value: value || null }))}
      />
    </section>
  );
};

/** Due, overdue and paid instalments, and their payment (rules PORT-7 and PAY-16). */
export const Payments = () => {
  const t = useTexts<'portal'>();
  const [filter, setFilter] = useHistoryState<Filter>('payments', noFilter);
  const { year, state, sort } = filter;
  const search = useDebouncedValue(filter.search.trim());
  const isFiltered = search !== '' || countActive(filter, noFilter) > 0;
  const pages = usePages(pageSize);
  const [selected, setSelected] = useState<ReadonlyMap<string, Instalment>>(new Map());
  const [itemsToPay, setItemsToPay] = useState<readonly Instalment[]>();
  const filterQuery = {
    ...(year && { year: Number(year) }),
    ...(state && { state }),
    ...(search && { search }),
    sort,
  };
  const call = useCall('/api/payment/v1/installmentsOverview', {
    query: { ...filterQuery, ...pages.query },
  });
  useRestartOnRefusedCursor(pages, call.error);
  const periods = useCall('/api/payment/v1/periods', {}).data?.items ?? [];
  const applyFilter = (fields: Partial<Filter>) => {
    setFilter({ ...filter, ...fields });
    pages.restart();
  };
  const refresh = useRefetch();
  const { send, reset, ...paying } = usePost('/api/payment/v1/pay');
  const lastStatus = usePreviousData(call.data);

  const money = (isk: number) => formatMoney(t.language, isk);
  const card = lastStatus?.card ? `${lastStatus.card.brand} ${lastStatus.card.cardNumberMasked}` : '';
  const canAct = useHasRole('Full');
  const canPay = Boolean(canAct && lastStatus?.card && !lastStatus.card.expired);
  const years = periods.map((period) => period.year);
  const chartPeriod =
    periods.find((period) => period.year === (Number(year) || lastStatus?.summary.paid.year)) ?? periods[0];
  const selectedItems = [...selected.values()];
  const selectedAmount = selectedItems.reduce((sum, { total }) => sum + total, 0);

  const select = (id: string, isSelected: boolean) => {
    const next = new Map(selected);
    const item = call.data?.items.find((row) => row.id === id);
    if (isSelected && item) next.set(id, item);
    else next.delete(id);
    setSelected(next);
  };
  const openPayDialog = (items: readonly Instalment[]) => {
    reset();
    setItemsToPay(items.filter(canBePaid));
  };
  const pay = async (items: readonly Instalment[]) => {
    const amount = items.reduce((sum, { total }) => sum + total, 0);
    const paid = await send({ body: { installmentIds: items.map(({ id }) => id), amount } });
    setItemsToPay(undefined);
    // Keep the selection after a declined payment, so the same rows can be paid with another card.
    if (paid) setSelected(new Map());
    refresh();
  };

  return (
    <div className={styles.screen}>
      <PageHead title={t('payment|title')}>
        <p>{t('payment|lead')}</p>
      </PageHead>
      <PrintedFor />
      <div className={styles.role}>
        <ForRole requires="Full">{null}</ForRole>
      </div>
      <StatusRegion>
        {paying.state === 'done' && paying.answer.state === 'paid' && (
          <Alert
            kind="success"
            title={t('payment|paid', { amount: money(paying.answer.amount) })}
            closeLabel={t('global|close')}
            onClose={reset}
          />
        )}
        {paying.state === 'done' && paying.answer.state === 'processing' && (
          <Alert kind="warning" title={t('payment|payUnknownTitle')}>
            {t('payment|payUnknown')}
          </Alert>
        )}
      </StatusRegion>
      {paying.state === 'failed' && (
        <Alert kind="error" live title={t('payment|payFailed')}>
          {errorText(t, paying.error.errorCode)}
        </Alert>
      )}
      {lastStatus && (lastStatus.items.length > 0 || years.length > 0) && (
        <>
          <div className={styles.overdue}>
            <OverdueAlert items={lastStatus.summary.dueNow.items} />
          </div>
          <DueLine
            status={lastStatus}
            canAct={canAct}
            onPay={() => openPayDialog(lastStatus.summary.dueNow.items)}
          />
          <div className={styles.later}>
            <Summary
              status={lastStatus}
              canAct={canAct}
              onPay={() => openPayDialog(lastStatus.summary.dueNow.items)}
            />
          </div>
          <ListFilters
            search={{
              label: t('payment|search'),
              placeholder: t('payment|searchHint'),
              value: filter.search,
            }}
            onSearch={(text) => applyFilter({ search: text })}
            onClear={() => applyFilter(noFilter)}
            activeCount={countActive(filter, noFilter)}
            columns={3}
          >
            <SelectField
              label={t('payment|filterYear')}
              value={year}
              onChange={({ target }) => applyFilter({ year: target.value })}
              options={[
                { value: '', label: t('payment|allYears') },
                ...years.map((option) => ({ value: String(option), label: String(option) })),
              ]}
            />
            <SelectField
              label={t('payment|filterState')}
              value={state}
              onChange={({ target }) =>
                applyFilter({ state: states.find((option) => option === target.value) ?? '' })
              }
              options={[
                { value: '', label: t('payment|allStates') },
                ...states.map((option) => ({ value: option, label: t(stateLook[option].key) })),
              ]}
            />
            <SelectField
              label={t('payment|sort')}
              value={sort}
              onChange={({ target }) =>
                applyFilter({ sort: sorts.find((option) => option === target.value) ?? 'newest' })
              }
              options={sorts.map((value) => ({ value, label: t(sortKey[value]) }))}
            />
          </ListFilters>
          <ListActions path="/api/payment/v1/installmentsOverview" query={filterQuery} />
        </>
      )}
      <div className={selectedItems.length > 0 ? styles.chosen : undefined}>
        <StatusRegion>
          {selectedItems.length > 0 && (
            <p>
              {t('payment|selected')}: {t('plural|payments', { n: selectedItems.length })},{' '}
              {money(selectedAmount)}
            </p>
          )}
        </StatusRegion>
        {selectedItems.length > 0 && (
          <Button size="small" onClick={() => openPayDialog(selectedItems)}>
            {t('payment|payAmount', { amount: money(selectedAmount) })}
          </Button>
        )}
      </div>
      <CallScreen
        call={call}
        loading={t('loading|payments')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ sums }) => sums.count === 0}
        empty={
          isFiltered ? (
            <NoMatches onClear={() => applyFilter(noFilter)} />
          ) : (
            <EmptyState title={t('payment|empty')}>{t('payment|emptyText')}</EmptyState>
          )
        }
      >
        {(data) => (
          <>
            <Instalments
              items={data.items}
              sums={data.sums}
              canPay={canPay}
              selected={new Set(selected.keys())}
              onSelect={select}
              onPay={openPayDialog}
            />
            <PageSteps
              pages={pages}
              label={t('payment|title')}
              total={data.sums.count}
              nextCursor={data.nextCursor}
            />
            <p className={styles.help}>{t('payment|finalDueHelp')}</p>
            <div className={styles.aside}>
              {chartPeriod && (
                <section>
                  <Months period={chartPeriod} />
                </section>
              )}
              <Credit credit={data.credit} />
            </div>
          </>
        )}
      </CallScreen>
      {itemsToPay && itemsToPay.length > 0 && (
        <PayDialog
          items={itemsToPay}
          cardName={card}
          isPaying={paying.state === 'sending'}
          onPay={() => void pay(itemsToPay)}
          onClose={() => setItemsToPay(undefined)}
        />
      )}
    </div>
  );
};

export default Payments;
