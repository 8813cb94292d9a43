import type { LedgerPeriod } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { type Column, EmptyState, Grid, SelectField, Stack, Table } from '@hofn/ui';
import { useState } from 'react';
import { useLocation, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { useAddressQuery } from '../../parts/list/useAddressQuery.ts';
import { useNow } from '../../parts/useNow.ts';
import { useCall } from '../../session/index.ts';
import type { Texts } from '../queue/labels.ts';
import { Downloads } from './Downloads.tsx';
import { FinanceHead } from './FinanceHead.tsx';
import { choiceOf, type LedgerChoice, monthsUntil, periodOf, queryOf } from './ledger-period.ts';

const path = '/api/staff/v1/finance/ledger';

/** The day or month, which is the address's. */
const useChoice = () => {
  const place = useLocation();
  const [choice, setChoice] = useState(() => choiceOf(place.search));
  const query = queryOf(choice);
  useAddressQuery(query, (of) => {
    const named = choiceOf(of);
    if (queryOf(named) !== query) setChoice(named);
  });
  const now = useNow();
  return { choice, setChoice, today: now && dayOfInstant(now) };
};

type ChoiceProps = { choice: LedgerChoice; onChange: (choice: LedgerChoice) => void; today: string };

/** Fields of the day or month. */
const Choice = ({ choice, onChange, today }: ChoiceProps) => {
  const t = useTexts<'staff'>();
  const { kind, month, day } = choice;
  const isAhead = day > today;
  return (
    <Grid>
      <SelectField
        label={t('ledger|period')}
        value={kind}
        onChange={({ target }) =>
          onChange(
            target.value === 'day'
              ? { kind: 'day', month: '', day: today }
              : { kind: 'month', month: '', day: '' },
          )
        }
        options={(['month', 'day'] as const).map((value) => ({ value, label: t(`ledger|${value}`) }))}
      />
      {kind === 'month' ? (
        <SelectField
          label={t('ledger|month')}
          value={month || today.slice(0, 7)}
          onChange={({ target }) => onChange({ kind, month: target.value, day: '' })}
          options={monthsUntil(today, month).map((value) => ({
            value,
            label: formatDate(t.language, `${value}-01`, 'month'),
          }))}
        />
      ) : (
        <DayField
          label={t('ledger|day')}
          language={t.language}
          value={day}
          max={today}
          onChange={(value) => onChange({ kind, month: '', day: value })}
          error={isAhead ? t('ledger|dayMissing') : undefined}
        />
      )}
    </Grid>
  );
};

type Account = LedgerPeriod['accounts'][number];

const columnsOf = (t: Texts): Column<Account>[] => {
  const figure = (key: 'debit' | 'credit' | 'sum', of: (account: Account) => number): Column<Account> => ({
    key,
    heading: t(`ledger|${key}`),
    isNumeric: true,
    cell: (account) => formatMoney(t.language, of(account)),
  });
  return [
    { key: 'account', heading: t('ledger|account'), isRowHeading: true, cell: ({ name }) => name },
    figure('debit', ({ debit }) => debit),
    figure('credit', ({ credit }) => credit),
    figure('sum', ({ debit, credit }) => debit - credit),
  ];
};

const Accounts = ({ ledger }: { ledger: LedgerPeriod }) => {
  const t = useTexts<'staff'>();
  const { from, to, groups, debit, credit } = ledger;
  // A row like the others: on a phone a footer would have no headings beside its figures.
  const total = { account: '', name: t('ledger|total'), debit, credit };
  return (
    <Stack gap="l">
      <Downloads
        path={path}
        query={{ from, to }}
        kinds={[
          ['text/csv', t('ledger|downloadPostings')],
          ['application/pdf', t('ledger|downloadAccounts')],
        ]}
      />
      <p>
        {t('ledger|balanced')} {t('ledger|groups', { n: groups })}
      </p>
      <Table
        caption={t('ledger|accounts')}
        isCaptionHidden
        columns={columnsOf(t)}
        rows={[...ledger.accounts, total]}
        rowKey={({ account }) => account}
      />
      <p>{t('ledger|withheldNote')}</p>
    </Stack>
  );
};

/** The ledger of a day or a month in double entry, for finance and auditors (rule DESK-12). */
export const Ledger = () => {
  const t = useTexts<'staff'>();
  const { choice, setChoice, today } = useChoice();
  const period = today === undefined ? undefined : periodOf(choice, today);
  const call = useCall(path, {
    query: period ?? { from: '', to: '' },
    enabled: period !== undefined,
    dropOnClose: true,
  });
  const isAlone = call.error?.errorCode === 'coreNotConnected';
  return (
    <>
      <FinanceHead screen="ledger" />
      <Stack gap="xl">
        {today !== undefined && !isAlone && <Choice choice={choice} onChange={setChoice} today={today} />}
        {isAlone && <EmptyState title={t('ledger|notConnected')}>{t('ledger|notConnectedText')}</EmptyState>}
        {period !== undefined && !isAlone && (
          <CallScreen
            call={call}
            loading={t('ledger|loading')}
            isEmpty={({ accounts }) => accounts.length === 0}
            empty={<EmptyState title={t('ledger|none')}>{t('ledger|noneText')}</EmptyState>}
          >
            {(ledger) => <Accounts ledger={ledger} />}
          </CallScreen>
        )}
      </Stack>
    </>
  );
};

export default Ledger;
