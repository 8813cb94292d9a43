import type { MoneyMovement } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { isHanging, type MoneyState } from '@hofn/domain/money-movements.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { type Column, type IconName, Table, Tag, type TagKind } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import type { Texts } from '../queue/labels.ts';

const looks: Record<MoneyState, { kind: TagKind; icon: IconName }> = {
  paid: { kind: 'success', icon: 'done' },
  unanswered: { kind: 'warning', icon: 'warn' },
  declined: { kind: 'neutral', icon: 'stop' },
  cancelled: { kind: 'neutral', icon: 'close' },
  approved: { kind: 'info', icon: 'clock' },
  ordered: { kind: 'info', icon: 'clock' },
  awaitingDocuments: { kind: 'info', icon: 'doc' },
  failed: { kind: 'danger', icon: 'stop' },
  returned: { kind: 'danger', icon: 'again' },
};

const StateTag = ({ state }: { state: MoneyState }) => {
  const t = useTexts<'staff'>();
  return (
    <Tag {...looks[state]} isSubtle={!isHanging(state)}>
      {t(`moneyState|${state}`)}
    </Tag>
  );
};

const detailOf = (t: Texts, { method, text, withheld }: MoneyMovement): string =>
  withheld ? t('money|withheld') : [method && t(`moneyMethod|${method}`), text].filter(Boolean).join(' · ');

/** The case of a payment, if the employee may open it. */
const CaseLink = ({ row }: { row: MoneyMovement }) => {
  const t = useTexts<'staff'>();
  if (row.case === null) return null;
  return (
    <Link
      to={pathOf('staff.case', t.language, { id: row.case })}
      aria-label={t('money|openCaseOf', { reference: row.reference ?? row.through ?? '' })}
    >
      {t('money|openCase')}
    </Link>
  );
};

/** What a payment is called, which leads to a payment by card and its refunds. */
const Name = ({ row }: { row: MoneyMovement }) => {
  const t = useTexts<'staff'>();
  const name = t(`moneyKind|${row.kind}`);
  // Only the answer of an earlier release has none.
  const { payment = null, customer } = row;
  if (payment === null || customer === null) return name;
  return (
    <Link to={pathOf('staff.cardPayment', t.language, { customer: customer.id, id: payment })}>{name}</Link>
  );
};

const columnsOf = (t: Texts, hasCases: boolean): Column<MoneyMovement>[] => [
  {
    key: 'what',
    heading: t('money|what'),
    isRowHeading: true,
    cell: (row) => (
      <>
        <Name row={row} />
        <Detail>{detailOf(t, row)}</Detail>
      </>
    ),
  },
  { key: 'day', heading: t('money|day'), cell: ({ day }) => formatDate(t.language, day, 'short') },
  {
    key: 'customer',
    heading: t('money|customer'),
    cell: ({ customer }) =>
      customer && (
        <>
          {customer.name}
          <Detail hasFigures>{formatKennitala(customer.ssn)}</Detail>
        </>
      ),
  },
  {
    key: 'reference',
    heading: t('money|reference'),
    cell: ({ reference, through }) => (
      <>
        {reference}
        {through && <Detail hasFigures>{through}</Detail>}
      </>
    ),
  },
  {
    key: 'state',
    heading: t('money|state'),
    cell: (row) => (
      <>
        <StateTag state={row.state} />
        {row.fault && <Detail>{row.fault}</Detail>}
      </>
    ),
  },
  ...(hasCases
    ? [{ key: 'case', heading: t('money|case'), cell: (row: MoneyMovement) => <CaseLink row={row} /> }]
    : []),
  {
    key: 'amount',
    heading: t('money|amount'),
    isNumeric: true,
    isLead: true,
    cell: ({ direction, amount }) => (
      <>
        {formatMoney(t.language, amount)}
        <Detail>{t(`money|direction.${direction}`)}</Detail>
      </>
    ),
  },
];

/** Payments, each with its state at the card service or the bank. */
export const MoneyTable = ({ items }: { items: MoneyMovement[] }) => {
  const t = useTexts<'staff'>();
  return (
    <Table
      caption={t('money|list')}
      isCaptionHidden
      isDense
      columns={columnsOf(
        t,
        items.some((row) => row.case !== null),
      )}
      rows={items}
      rowKey={({ key }) => key}
      mark={({ state }) => (isHanging(state) ? 'warning' : undefined)}
    />
  );
};
