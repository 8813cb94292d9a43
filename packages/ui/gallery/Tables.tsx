import { formatDate, formatMoney } from '@hofn/texts/format.ts';
import { Table } from '@hofn/ui';
import type { SectionProps } from './Part.tsx';

const days = ['2026-11-01', '2026-10-01'] as const;

/** Lines below each row's heading, as on a bank statement. */
const Dense = ({ w, language }: SectionProps) => {
  const t = w.tables;
  const money = (isk: number) => formatMoney(language, isk);
  const rows = [
    { id: 1, what: t.premium, day: days[0], amount: 8452, balance: 42_235 },
    { id: 2, what: t.paid, day: days[1], amount: -41_925, balance: 0 },
  ];
  return (
    <Table
      caption={t.account}
      rows={rows}
      rowKey={({ id }) => id}
      isDense
      columns={[
        { key: 'what', heading: t.what, isRowHeading: true, cell: ({ what }) => what },
        {
          key: 'day',
          heading: t.day,
          isSelfTitled: true,
          cell: ({ day }) => formatDate(language, day, 'medium'),
        },
        {
          key: 'amount',
          heading: w.table.fee,
          isNumeric: true,
          isSelfTitled: true,
          isLead: true,
          cell: ({ amount }) => money(amount),
        },
        { key: 'balance', heading: t.balance, isNumeric: true, cell: ({ balance }) => money(balance) },
      ]}
    />
  );
};

/** Sentences in a column. */
const Sentences = ({ w, language }: SectionProps) => {
  const t = w.tables;
  return (
    <Table
      caption={t.benefits}
      rows={[
        { name: t.car, why: t.carBecause, amount: t.included },
        { name: t.loyalty, why: t.because, amount: formatMoney(language, -17_280) },
      ]}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', heading: t.benefits, isRowHeading: true, cell: ({ name }) => name },
        { key: 'why', heading: t.why, isProse: true, cell: ({ why }) => why },
        { key: 'amount', heading: t.perYear, isNumeric: true, cell: ({ amount }) => amount },
      ]}
    />
  );
};

/** Rows that open. */
const Folding = ({ w, language }: SectionProps) => {
  const t = w.tables;
  return (
    <Table
      caption={t.payments}
      rows={[...days]}
      rowKey={(day) => day}
      fold={(day) => `${t.details}: ${formatDate(language, day, 'medium')}`}
      columns={[
        {
          key: 'day',
          heading: t.day,
          isRowHeading: true,
          isBrief: true,
          cell: (day) => formatDate(language, day, 'medium'),
        },
        { key: 'method', heading: t.method, cell: () => t.card },
        {
          key: 'amount',
          heading: w.table.fee,
          isNumeric: true,
          isBrief: true,
          cell: () => formatMoney(language, 41_925),
        },
      ]}
    />
  );
};

/** Columns that are compared. */
const Compared = ({ w, language }: SectionProps) => {
  const t = w.tables;
  const money = (isk: number) => formatMoney(language, isk);
  return (
    <Table
      caption={t.compared}
      rows={[
        { name: t.premium, now: 104_880, offered: 80_039 },
        { name: t.loyalty, now: -17_280, offered: -14_002 },
      ]}
      rowKey={({ name }) => name}
      isCompared
      columns={[
        { key: 'name', heading: t.what, isRowHeading: true, cell: ({ name }) => name },
        { key: 'now', heading: t.now, isNumeric: true, cell: ({ now }) => money(now) },
        { key: 'offered', heading: t.offered, isNumeric: true, cell: ({ offered }) => money(offered) },
      ]}
    />
  );
};

/** A table in each of its layouts on a phone. */
export const Tables = (props: SectionProps) => (
  <>
    <Dense {...props} />
    <Sentences {...props} />
    <Folding {...props} />
    <Compared {...props} />
  </>
);
