import type { Instalment, Payment, PaymentStatus } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import {
  Alert,
  Button,
  DescriptionList,
  Disclosure,
  EmptyState,
  PageHead,
  Skeleton,
  StatusRegion,
} from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole, useHasRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { lastYearHash } from '../../parts/list/period.ts';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useNow } from '../../parts/useNow.ts';
import { type PostState, useCall, useDownload, usePost, useRefetch, useUser } from '../../session/index.ts';
import { noteSettling } from '../../session/settling.ts';
import { pathToWrite } from '../matters/about-message.ts';
import { cardPath } from '../paymentdetails/card-path.ts';
import { pollAfterPayment } from './after-payment.ts';
import { Filters } from './Filters.tsx';
import { noFilter, queryOf } from './filter.ts';
import { Instalments } from './Instalments.tsx';
import { canBePaid, nameOf } from './labels.ts';
import { Months } from './Months.tsx';
import { PayDialog } from './PayDialog.tsx';
import styles from './Payments.module.css';
import { downloadReceipt, ReceiptButton } from './ReceiptButton.tsx';
import { CardHint, DueLine, NextLine, Summary } from './Summary.tsx';

const pageSize = 24;

/** What a payment leads to, such as instalments of a policy that is in force again, comes from the core system. */
const untilSettled = pollAfterPayment<PaymentStatus>();

const totalOf = (items: readonly Instalment[]): number => items.reduce((sum, { total }) => sum + total, 0);

/**
 * Warns about overdue instalments: which policies have lapsed already, by when to pay so that none does, or that the day has
 * passed (rule LIFE-40).
 */
const OverdueAlert = ({ items }: { items: readonly Instalment[] }) => {
  const t = useTexts<'portal'>();
  const overdue = items.filter(({ state }) => state === 'overdue');
  const oldest = overdue.at(-1);
  const firstLapse = overdue.flatMap(({ lapsesOn }) => lapsesOn ?? []).toSorted()[0];
  const now = useNow();
  const overview = useCall('/api/policy/v3/overview', { enabled: oldest !== undefined });
  const lapsed = overview.data?.ended.filter(({ status }) => status === 'lapsed') ?? [];
  const [firstLapsed] = lapsed;
  if (!oldest) return null;
  const hasPassed = now && firstLapse && dayOfInstant(now) >= firstLapse;
  const day = (date: string) => formatDate(t.language, date, 'day');
  return (
    <Alert kind="error" title={t('payment|lapseTitle', { date: day(oldest.dueDate) })}>
      {oldest.refused && `${t(oldest.method === 'bank' ? 'payment|refusedBank' : 'payment|refusedCard')} `}
      {firstLapse &&
        t(hasPassed ? 'payment|lapseLate' : 'payment|lapseWarning', {
          finalDate: day(oldest.finalDueDate),
          date: formatDate(t.language, firstLapse),
        })}
      {firstLapsed && (
        <>
          {' '}
          <Link
            to={
              lapsed.length > 1
                ? `${pathOf('portal.base', t.language)}#group-ended`
                : pathOf('portal.policy', t.language, { id: firstLapsed.id })
            }
          >
            {t('overview|lapsed', { n: lapsed.length })}
          </Link>{' '}
          {t('payment|lossesNotCovered')}
        </>
      )}
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

type ResultProps = {
  paying: PostState<Payment>;
  /** The instalments of the last payment. */
  paidItems: readonly Instalment[];
  onClose: () => void;
};

/** Result of the last payment, with its receipts. */
const PaymentResult = ({ paying, paidItems, onClose }: ResultProps) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const isSelf = useUser().data?.currentProxyUser.via === 'self';
  return (
    <>
      <StatusRegion>
        {paying.state === 'done' && paying.answer.state === 'paid' && (
          <Alert
            kind="success"
            title={t('payment|paid', { amount: formatMoney(t.language, paying.answer.amount) })}
            closeLabel={t('global|close')}
            onClose={onClose}
            action={paidItems.map((item) => (
              <ReceiptButton
                key={item.id}
                name={nameOf(t, item)}
                isBusy={busy === item.id}
                onDownload={() => void downloadReceipt(download, item)}
              />
            ))}
          />
        )}
        {paying.state === 'done' && paying.answer.state === 'processing' && (
          <Alert kind="warning" title={t('payment|payUnknownTitle')}>
            {t('payment|payUnknown')}
          </Alert>
        )}
      </StatusRegion>
      <ErrorAlert title={t('global|errorTitle')} error={error} />
      {paying.state === 'failed' && (
        <ErrorAlert
          title={t('payment|payFailed')}
          error={paying.error}
          // Only the customer registers a card.
          action={
            isSelf &&
            paying.error.errorCode === 'paymentDeclined' && (
              <Link to={cardPath(t.language)}>{t('card|useNew')}</Link>
            )
          }
        />
      )}
    </>
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

/** The selected instalments, which may be on several pages, and those in the confirmation dialog. */
const usePaying = (rows: readonly Instalment[] | undefined) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, Instalment>>(new Map());
  const [paidItems, setPaidItems] = useState<readonly Instalment[]>([]);
  const [itemsToPay, setItemsToPay] = useState<readonly Instalment[]>([]);
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
  return { selected, select, itemsToPay, paidItems, openDialog, closeDialog, pay, paying, reset };
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
  const { selected, select, itemsToPay, paidItems, openDialog, closeDialog, pay, paying, reset } = usePaying(
    call.data?.items,
  );
  const card = lastStatus?.card ? `${lastStatus.card.brand} ${lastStatus.card.cardNumberMasked}` : '';
  const canAct = useHasRole('Full');
  const canPay = Boolean(canAct && lastStatus?.card && !lastStatus.card.expired);
  const chartYear = Number(list.filter.year) || lastStatus?.summary.paid.year;
  const chartPeriod = periods.find(({ year }) => year === chartYear) ?? periods[0];
  const selectedItems = [...selected.values()];
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
      <div className={styles.result}>
        <PaymentResult paying={paying} paidItems={paidItems} onClose={reset} />
      </div>
      {lastStatus && (lastStatus.items.length > 0 || periods.length > 0) && (
        <>
          <div className={styles.overdue}>
            <OverdueAlert items={lastStatus.summary.dueNow.items} />
          </div>
          <DueLine status={lastStatus} canAct={canAct} onPay={payDue} />
          <NextLine status={lastStatus} />
          <CardHint status={lastStatus} />
          <div className={styles.later}>
            <Summary status={lastStatus} canAct={canAct} onPay={payDue} />
          </div>
          <Filters list={list} years={periods.map(({ year }) => year)} />
          <ListActions path="/api/payment/v1/installmentsOverview" query={filterQuery} />
        </>
      )}
      <Selection items={selectedItems} onPay={() => openDialog(selectedItems)} />
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
              selected={new Set(selected.keys())}
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
            <p className={styles.help}>{t('payment|finalDueHelp')}</p>
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
