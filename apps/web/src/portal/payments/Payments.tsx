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
import { ForRole, useMay } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { activeIn, ListFilters, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useTyped } from '../../parts/list/useDebouncedValue.ts';
import { useKept } from '../../parts/list/useHistoryState.ts';
import { useLast, usePages, useRefusedPage } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useRefresh, useSend } from '../../session/index.ts';
import { canBePaid, Instalments } from './Instalments.tsx';
import { stateLook } from './labels.ts';
import { Months } from './Months.tsx';
import { PayDialog } from './PayDialog.tsx';
import styles from './Payments.module.css';
import { Due, Summary } from './Summary.tsx';

const pageSize = 24;
const states = Object.keys(stateLook) as InstalmentState[];

const sortKey = {
  newest: 'payment|sortNewest',
  oldest: 'payment|sortOldest',
  largest: 'payment|sortLargest',
} as const;
const sorts = ['newest', 'oldest', 'largest'] as const;

/** What the list is narrowed to and ordered by, as the screen's fields have it: empty for all. */
type Filter = { year: string; state: '' | InstalmentState; search: string; sort: (typeof sorts)[number] };

const noFilter: Filter = { year: '', state: '', search: '', sort: 'newest' };

/** What was not paid in time, and until when the policies stand. */
const Overdue = ({ items }: { items: readonly Instalment[] }) => {
  const t = useTexts<'portal'>();
  const overdue = items.filter(({ state }) => state === 'overdue');
  const oldest = overdue.at(-1);
  const lapses = overdue.flatMap(({ lapsesOn }) => lapsesOn ?? []).toSorted()[0];
  if (!oldest) return null;
  const day = (date: string) => formatDate(t.language, date, 'day');
  return (
    <Alert kind="error" title={t('payment|lapseTitle', { date: day(oldest.dueDate) })}>
      {oldest.refused && `${t(oldest.method === 'bank' ? 'payment|refusedBank' : 'payment|refusedCard')} `}
      {lapses &&
        t('payment|lapseWarning', {
          finalDate: day(oldest.finalDueDate),
          date: formatDate(t.language, lapses),
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

/** What is due, overdue and paid, and paying it now (rules PORT-7 and PAY-16). */
export const Payments = () => {
  const t = useTexts<'portal'>();
  const [filter, setFilter] = useKept<Filter>('payments', noFilter);
  const { year, state, sort } = filter;
  const search = useTyped(filter.search.trim());
  const isNarrow = search !== '' || activeIn(filter, noFilter) > 0;
  const pages = usePages(pageSize);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Instalment>>(new Map());
  const [asking, setAsking] = useState<readonly Instalment[]>();
  const narrowed = {
    ...(year && { year: Number(year) }),
    ...(state && { state }),
    ...(search && { search }),
    sort,
  };
  const call = useCall('/api/payment/v1/installmentsOverview', {
    query: { ...narrowed, ...pages.query },
  });
  useRefusedPage(pages, call.error);
  const periods = useCall('/api/payment/v1/periods', {}).data?.items ?? [];
  const narrow = (part: Partial<Filter>) => {
    setFilter({ ...filter, ...part });
    pages.restart();
  };
  const refresh = useRefresh();
  const { send, reset, ...paying } = useSend('/api/payment/v1/pay');
  const status = useLast(call.data);

  const money = (isk: number) => formatMoney(t.language, isk);
  const card = status?.card ? `${status.card.brand} ${status.card.cardNumberMasked}` : '';
  const may = useMay('Full');
  const payable = Boolean(may && status?.card && !status.card.expired);
  const years = periods.map((period) => period.year);
  const shownPeriod =
    periods.find((period) => period.year === (Number(year) || status?.summary.paid.year)) ?? periods[0];
  const inHand = [...chosen.values()];
  const amountInHand = inHand.reduce((sum, { total }) => sum + total, 0);

  const choose = (id: string, on: boolean) => {
    const next = new Map(chosen);
    const item = call.data?.items.find((one) => one.id === id);
    if (on && item) next.set(id, item);
    else next.delete(id);
    setChosen(next);
  };
  const ask = (items: readonly Instalment[]) => {
    reset();
    setAsking(items.filter(canBePaid));
  };
  const pay = async (items: readonly Instalment[]) => {
    const amount = items.reduce((sum, { total }) => sum + total, 0);
    const paid = await send({ body: { installmentIds: items.map(({ id }) => id), amount } });
    setAsking(undefined);
    // After a refused card the same rows are paid with another.
    if (paid) setChosen(new Map());
    refresh();
  };

  return (
    <div className={styles.screen}>
      <PageHead title={t('payment|title')}>
        <p>{t('payment|lead')}</p>
      </PageHead>
      <PrintedFor />
      <div className={styles.role}>
        <ForRole takes="Full">{null}</ForRole>
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
      {status && (status.items.length > 0 || years.length > 0) && (
        <>
          <div className={styles.overdue}>
            <Overdue items={status.summary.dueNow.items} />
          </div>
          <Due status={status} may={may} onPay={() => ask(status.summary.dueNow.items)} />
          <div className={styles.later}>
            <Summary status={status} may={may} onPay={() => ask(status.summary.dueNow.items)} />
          </div>
          <ListFilters
            search={{
              label: t('payment|search'),
              placeholder: t('payment|searchHint'),
              value: filter.search,
            }}
            onSearch={(text) => narrow({ search: text })}
            onClear={() => narrow(noFilter)}
            active={activeIn(filter, noFilter)}
            columns={3}
          >
            <SelectField
              label={t('payment|filterYear')}
              value={year}
              onChange={({ target }) => narrow({ year: target.value })}
              options={[
                { value: '', label: t('payment|allYears') },
                ...years.map((one) => ({ value: String(one), label: String(one) })),
              ]}
            />
            <SelectField
              label={t('payment|filterState')}
              value={state}
              onChange={({ target }) => narrow({ state: states.find((one) => one === target.value) ?? '' })}
              options={[
                { value: '', label: t('payment|allStates') },
                ...states.map((one) => ({ value: one, label: t(stateLook[one].key) })),
              ]}
            />
            <SelectField
              label={t('payment|sort')}
              value={sort}
              onChange={({ target }) =>
                narrow({ sort: sorts.find((one) => one === target.value) ?? 'newest' })
              }
              options={sorts.map((value) => ({ value, label: t(sortKey[value]) }))}
            />
          </ListFilters>
          <ListActions path="/api/payment/v1/installmentsOverview" query={narrowed} />
        </>
      )}
      <div className={inHand.length > 0 ? styles.chosen : undefined}>
        <StatusRegion>
          {inHand.length > 0 && (
            <p>
              {t('payment|selected')}: {t('plural|payments', { n: inHand.length })}, {money(amountInHand)}
            </p>
          )}
        </StatusRegion>
        {inHand.length > 0 && (
          <Button size="small" onClick={() => ask(inHand)}>
            {t('payment|payAmount', { amount: money(amountInHand) })}
          </Button>
        )}
      </div>
      <CallScreen
        call={call}
        loading={t('loading|payments')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ sums }) => sums.count === 0}
        empty={
          isNarrow ? (
            <NoMatches onClear={() => narrow(noFilter)} />
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
              payable={payable}
              chosen={new Set(chosen.keys())}
              onChoose={choose}
              onPay={ask}
            />
            <PageSteps
              pages={pages}
              label={t('payment|title')}
              total={data.sums.count}
              next={data.nextCursor}
            />
            <p className={styles.help}>{t('payment|finalDueHelp')}</p>
            <div className={styles.aside}>
              {shownPeriod && (
                <section>
                  <Months period={shownPeriod} />
                </section>
              )}
              <Credit credit={data.credit} />
            </div>
          </>
        )}
      </CallScreen>
      {asking && asking.length > 0 && (
        <PayDialog
          items={asking}
          card={card}
          paying={paying.state === 'sending'}
          onPay={() => void pay(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
};
