import type { Instalment, PaymentStatus, PolicySummary } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, DescriptionList, Disclosure, EmptyState, PageHead, Skeleton, StatusRegion } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole, useHasRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { lastYearHash } from '../../parts/list/period.ts';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, usePost, useRefetch } from '../../session/index.ts';
import { noteSettling } from '../../session/settling.ts';
import { pathToWrite } from '../matters/about-message.ts';
import { pollAfterPayment } from './after-payment.ts';
import { CheckingAlert } from './CheckingAlert.tsx';
import { Filters } from './Filters.tsx';
import { noFilter, queryOf } from './filter.ts';
import { Instalments } from './Instalments.tsx';
import { canBePaid } from './labels.ts';
import { Months } from './Months.tsx';
import { OverdueAlert } from './OverdueAlert.tsx';
import { PayDialog } from './PayDialog.tsx';
import { PayLater } from './PayLater.tsx';
import { PaymentResult } from './PaymentResult.tsx';
import styles from './Payments.module.css';
import { Refunds } from './Refunds.tsx';
import { CardHint, DueLine, NextLine, Summary } from './Summary.tsx';
import { useLapsed } from './useLapsed.ts';

const pageSize = 24;

/** What a payment leads to, such as instalments of a policy that is in force again, comes from the core system. */
const untilSettled = pollAfterPayment<PaymentStatus>();

const totalOf = (items: readonly Instalment[]): number => items.reduce((sum, { total }) => sum + total, 0);

const Credit = ({ credit }: { credit: PaymentStatus['credit'] }) => {
  const t = useTexts<'portal'>();
  const { openBalance, instalmentCredit, limit } = credit;
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <section>
      <h2>{t('payment|creditTitle')}</h2>
      <DescriptionList
        hasFigures
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

/** Number and amount of the selected instalments, with a button that pays them. */
const Selection = ({ items, onPay }: { items: readonly Instalment[]; onPay: () => void }) => {
  const t = useTexts<'portal'>();
  const amount = formatMoney(t.language, totalOf(items));
  return (
    <div className={items.length > 0 ? styles.chosen : undefined}>
      <StatusRegion>
        {items.length > 0 && (
          <p>
            {t('payment|selected')}: {t('plural|payments', { n: items.length })}, {amount}
          </p>
        )}
      </StatusRegion>
      {items.length > 0 && (
        <Button size="small" onClick={onPay}>
          {t('payment|payAmount', { amount })}
        </Button>
      )}
    </div>
  );
};

/** The selected instalments that can still be paid, which may be on several pages, and those in the confirmation dialog. */
const usePaying = (rows: readonly Instalment[] | undefined, lapsed: readonly PolicySummary[]) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, Instalment>>(new Map());
  const [paidItems, setPaidItems] = useState<readonly Instalment[]>([]);
  const [itemsToPay, setItemsToPay] = useState<readonly Instalment[]>([]);
  const [lapsedBefore, setLapsedBefore] = useState<readonly PolicySummary[]>([]);
  const refresh = useRefetch();
  const { send, reset, ...paying } = usePost('/api/payment/v1/pay');
  const select = (id: string, isSelected: boolean) => {
    const next = new Map(selected);
    const item = rows?.find((row) => row.id === id);
    if (isSelected && item) next.set(id, item);
    else next.delete(id);
    setSelected(next);
  };
  const openDialog = (items: readonly Instalment[]) => {
    reset();
    setItemsToPay(items.filter(canBePaid));
  };
  const closeDialog = () => setItemsToPay([]);
  const pay = async () => {
    const body = { installmentIds: itemsToPay.map(({ id }) => id), amount: totalOf(itemsToPay) };
    setLapsedBefore(lapsed);
    const paid = await send({ body });
    closeDialog();
    // Keep the selection after a declined payment, so the same rows can be paid with another card.
    if (paid) {
      setSelected(new Map());
      setPaidItems(itemsToPay);
      noteSettling(Date.now());
    }
    refresh();
  };
  const latest = (item: Instalment): Instalment => rows?.find(({ id }) => id === item.id) ?? item;
  return {
    lapsedBefore,
    selected: [...selected.values()].map(latest).filter(canBePaid),
    select,
    itemsToPay,
    paidItems,
    openDialog,
    closeDialog,
    pay,
    paying,
    reset,
  };
};

/** Due, overdue and paid instalments, and their payment (rules PORT-7 and PAY-16). */
export const Payments = () => {
  const t = useTexts<'portal'>();
  const list = useList('payments', { pageSize, noFilter });
  const filterQuery = queryOf(list.filter, list.search);
  const call = useCall('/api/payment/v1/installmentsOverview', {
    query: { ...filterQuery, ...list.pages.query },
    poll: untilSettled,
  });
  const lastStatus = useListData(call, list.pages);
  const periods = useCall('/api/payment/v1/periods', {}).data?.items ?? [];
  const lapsed = useLapsed();
  const { selected, select, itemsToPay, openDialog, closeDialog, pay, paying, reset, ...result } = usePaying(
    call.data?.items,
    lapsed,
  );
  const resultRegion = useRef<HTMLDivElement>(null);
  // The button that paid may be far down the list.
  useEffect(() => {
    if (paying.state === 'done') resultRegion.current?.scrollIntoView({ block: 'nearest' });
  }, [paying.state]);
  const card = lastStatus?.card ? `${lastStatus.card.brand} ${lastStatus.card.cardNumberMasked}` : '';
  const canAct = useHasRole('Full');
  const canPay = Boolean(canAct && lastStatus?.card && !lastStatus.card.expired);
  const chartYear = Number(list.filter.year) || lastStatus?.summary.paid.year;
  const chartPeriod = periods.find(({ year }) => year === chartYear) ?? periods[0];
  const payDue = () => openDialog(lastStatus?.summary.dueNow.items ?? []);

  return (
    <div className={styles.screen}>
      <PageHead title={t('payment|title')}>
        <p>{t('payment|lead')}</p>
      </PageHead>
      <PrintedFor />
      <div className={styles.role}>
        <ForRole requires="Full" act="pay">
          {null}
        </ForRole>
      </div>
      <div ref={resultRegion} className={styles.result}>
        <PaymentResult paying={paying} {...result} onClose={reset} />
      </div>
      {lastStatus && (lastStatus.items.length > 0 || periods.length > 0) && (
        <>
          <CheckingAlert payments={lastStatus.summary.checking} />
          <div className={styles.overdue}>
            <OverdueAlert items={lastStatus.summary.dueNow.items} lapsed={lapsed} />
            <PayLater isDue={lastStatus.summary.dueNow.amount > 0} />
          </div>
          <DueLine status={lastStatus} canAct={canAct} onPay={payDue} />
          <NextLine status={lastStatus} />
          <CardHint status={lastStatus} />
          <div className={styles.later}>
            <Summary status={lastStatus} canAct={canAct} onPay={payDue} />
          </div>
          <Filters list={list} rows={lastStatus.sums.count} years={periods.map(({ year }) => year)} />
        </>
      )}
      <Selection items={selected} onPay={() => openDialog(selected)} />
      <CallScreen
        call={call}
        loading={t('loading|payments')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ sums }) => sums.count === 0}
        empty={
          list.isNarrow ? (
            <NoMatches onClear={list.clear} />
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
              selected={new Set(selected.map(({ id }) => id))}
              onSelect={select}
              onPay={openDialog}
              isFiltered={list.isNarrow}
            />
            <PageSteps
              pages={list.pages}
              label={t('payment|title')}
              total={data.sums.count}
              nextCursor={data.nextCursor}
            />
            <ListActions path="/api/payment/v1/installmentsOverview" query={filterQuery} />
            <p className={styles.help}>{t('payment|finalDueHelp')}</p>
            <Refunds refunds={data.refunds} />
            <p className={styles.statement}>
              <Link to={`${pathOf('portal.transactions', t.language)}${lastYearHash}`}>
                {t('payment|lastYear')}
              </Link>
            </p>
            {canAct && (
              <p className={styles.statement}>
                <Link to={pathToWrite(t.language, t('payment|title'))}>{t('payment|ask')}</Link>
              </p>
            )}
            <div className={styles.aside}>
              {chartPeriod && (
                <Disclosure summary={t('payment|byMonth')}>
                  <Months period={chartPeriod} />
                </Disclosure>
              )}
              <Credit credit={data.credit} />
            </div>
          </>
        )}
      </CallScreen>
      {itemsToPay.length > 0 && (
        <PayDialog
          items={itemsToPay}
          cardName={card}
          isPaying={paying.state === 'sending'}
          onPay={() => void pay()}
          onClose={closeDialog}
        />
      )}
    </div>
  );
};

export default Payments;
