import type { MoneyPage } from '@hofn/contracts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import {
  Alert,
  Button,
  EmptyState,
  Grid,
  KeyFigure,
  KeyFigures,
  SelectField,
  Stack,
  StatusRegion,
} from '@hofn/ui';
import { useLocation, useTexts } from '../../engine/index.ts';
import { DayField } from '../../parts/DayField.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { isInverted } from '../../parts/list/period.ts';
import { useAddressQuery } from '../../parts/list/useAddressQuery.ts';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { useCall } from '../../session/index.ts';
import { Downloads } from './Downloads.tsx';
import { FinanceHead } from './FinanceHead.tsx';
import { MoneyTable } from './MoneyTable.tsx';
import { directions, filterOf, narrowing, noFilter, queryOf, states } from './money-filter.ts';

const pageSize = 50;
const path = '/api/staff/v1/finance/payments';

/** The list with its filter, which is the address's. */
const useMoney = () => {
  const place = useLocation();
  const list = useList('money', { pageSize, noFilter, initial: filterOf(place.search) });
  const { filter, setFields, pages } = list;
  const query = queryOf(filter);
  useAddressQuery(query, (of) => {
    const named = filterOf(of);
    if (queryOf(named) !== query) setFields(named);
  });
  const narrowed = narrowing(filter);
  const isWrong = isInverted(narrowed);
  const call = useCall(path, {
    query: { ...narrowed, ...pages.query },
    enabled: !isWrong,
    dropOnClose: true,
  });
  const isNarrow = Object.keys(narrowed).length > 0;
  return { list: { ...list, isNarrow }, narrowed, isNarrow, isWrong, call, data: useListData(call, pages) };
};
type Money = ReturnType<typeof useMoney>;

const Filters = ({ money: { list, isNarrow, isWrong } }: { money: Money }) => {
  const t = useTexts<'staff'>();
  const { filter, setFields, clear } = list;
  return (
    <search aria-label={t('money|filter')}>
      <Stack>
        <Grid>
          <SelectField
            label={t('money|direction')}
            value={filter.direction}
            onChange={({ target }) =>
              setFields({ direction: directions.find((one) => one === target.value) ?? 'all' })
            }
            options={directions.map((value) => ({ value, label: t(`money|direction.${value}`) }))}
          />
          <SelectField
            label={t('money|state')}
            value={filter.state}
            onChange={({ target }) =>
              setFields({ state: states.find((one) => one === target.value) ?? 'all' })
            }
            options={states.map((value) => ({
              value,
              label:
                value === 'all' || value === 'hanging' ? t(`money|state.${value}`) : t(`moneyState|${value}`),
            }))}
          />
          <DayField
            label={t('money|from')}
            language={t.language}
            value={filter.from}
            onChange={(from) => setFields({ from })}
          />
          <DayField
            label={t('money|to')}
            language={t.language}
            value={filter.to}
            onChange={(to) => setFields({ to })}
            error={isWrong ? t('money|toBeforeFrom') : undefined}
          />
        </Grid>
        {isNarrow && (
          <Button kind="text" onClick={clear}>
            {t('money|clear')}
          </Button>
        )}
      </Stack>
    </search>
  );
};

/** Days of the list, how many payments there are, and what was paid. */
const Sums = ({ page: { from, to, sums } }: { page: MoneyPage }) => {
  const t = useTexts<'staff'>();
  const day = (of: string) => formatDate(t.language, of);
  return (
    <Stack>
      <p role="status">
        {from === null || to === null
          ? t('money|allDays')
          : t('money|period', { from: day(from), to: day(to) })}
      </p>
      <KeyFigures>
        <KeyFigure term={t('money|in')} value={formatMoney(t.language, sums.in)} />
        <KeyFigure term={t('money|out')} value={formatMoney(t.language, sums.out)} />
        <KeyFigure term={t('money|count')} value={formatNumber(t.language, sums.count)} />
      </KeyFigures>
    </Stack>
  );
};

/** What stays until somebody sees to it, above any list but its own. */
const Hanging = ({ money: { list, data } }: { money: Money }) => {
  const t = useTexts<'staff'>();
  const count = data?.hanging ?? 0;
  return (
    <StatusRegion>
      {count > 0 && list.filter.state !== 'hanging' && (
        <Alert
          kind="warning"
          title={t('money|hanging', { n: count })}
          action={
            <Button kind="secondary" onClick={() => list.setFields({ ...noFilter, state: 'hanging' })}>
              {t('money|showHanging')}
            </Button>
          }
        >
          {t('money|hangingText')}
        </Alert>
      )}
    </StatusRegion>
  );
};

/** Payments by customers and to them, for finance (rule DESK-12). */
export const Money = () => {
  const t = useTexts<'staff'>();
  const money = useMoney();
  const { list, narrowed, isWrong, call, data } = money;
  const isHanging = list.filter.state === 'hanging';
  return (
    <>
      <FinanceHead screen="money" />
      <Stack gap="xl">
        <Hanging money={money} />
        <Filters money={money} />
        {!isWrong && (
          <>
            {data && <Sums page={data} />}
            <Downloads
              path={path}
              query={narrowed}
              kinds={[
                ['text/csv', t('table|exportCsv')],
                ['application/pdf', t('table|exportPdf')],
              ]}
            />
            <ListScreen
              list={{ ...list, isNarrow: list.isNarrow && !isHanging }}
              label={t('money|list')}
              total={data?.sums.count ?? 0}
              call={call}
              loading={t('money|loading')}
              empty={
                <EmptyState title={t(isHanging ? 'money|noneHanging' : 'money|none')}>
                  {t(isHanging ? 'money|noneHangingText' : 'money|noneText')}
                </EmptyState>
              }
            >
              {({ items }) => <MoneyTable items={items} />}
            </ListScreen>
          </>
        )}
      </Stack>
    </>
  );
};

export default Money;
