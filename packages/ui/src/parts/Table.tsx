import { type Key, type ReactNode, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { SelectField } from './Field.tsx';
import styles from './Table.module.css';

export type Column<Row> = {
  key: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, with tabular figures. */
  isNumeric?: boolean;
  /** The column whose cells are row headings; at most one. */
  isRowHeading?: boolean;
  /** Sortable, with the table's `sort`. */
  isSortable?: boolean;
  /** Whole sentences: a phone shows them below the column's heading, aligned left. */
  isProse?: boolean;
  /** A phone shows the cell without the column's heading, because it says the same itself. */
  isSelfTitled?: boolean;
  /** With the table's `dense`: the figure that a phone shows beside the row's heading. */
  isLead?: boolean;
  /** With the table's `fold`: shown on a phone while the row is folded. */
  isBrief?: boolean;
  /** Footer of the column, such as a total. */
  footer?: ReactNode;
};

export type Direction = 'ascending' | 'descending';

export type Sort = {
  /** Key of the sorted column. */
  by: string;
  direction: Direction;
  onSortChange: (by: string, direction: Direction) => void;
  /** Label and options of the select on a phone, which has no head row: «Raða eftir», «Dagsetning, hækkandi». */
  label: string;
  option: (heading: string, direction: Direction) => string;
};

type Props<Row> = {
  caption: string;
  /** For a table below a heading with the same text. */
  isCaptionHidden?: boolean;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
  /** For columns that are compared: a phone shows them next to each other, not as cards. */
  isCompared?: boolean;
  /** On a phone, as on a bank statement: below each row's heading the values in a line, not in a card. */
  isDense?: boolean;
  /** On a phone, each row shows only its `brief` cells until it is opened; the label of the button that opens it. */
  fold?: (row: Row) => string;
  /** Value of the row's `data-mark`, for styles. */
  mark?: (row: Row) => string | undefined;
  /** Current order; the caller sorts the rows. */
  sort?: Sort;
};

/** Displayed as blocks on a phone, a table loses its semantics in some browsers, so every part has an explicit role. */
const withRole = (role: string) => ({ role });

const opposite = (direction: Direction): Direction =>
  direction === 'ascending' ? 'descending' : 'ascending';

/** Classes for the layout on a phone. */
const shape = (
  columns: number,
  { isCompared, isDense, isFolding }: { isCompared: boolean; isDense: boolean; isFolding: boolean },
): string =>
  [
    isCompared ? styles.compared : columns > 2 ? styles.cards : '',
    isDense ? styles.dense : '',
    isFolding ? styles.folding : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Class of a cell. */
const cellClass = <Row,>({ isNumeric, isProse, isLead }: Column<Row>): string =>
  [isNumeric ? styles.numeric : '', isProse ? styles.prose : '', isLead ? styles.lead : '']
    .filter(Boolean)
    .join(' ');

const Heading = ({ name, heading, sort }: { name: string; heading: string; sort: Sort }) => {
  const isSorted = sort.by === name;
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => sort.onSortChange(name, isSorted ? opposite(sort.direction) : 'ascending')}
    >
      {heading}
      <Icon
        name={isSorted && sort.direction === 'descending' ? 'down' : 'up'}
        size={20}
        className={isSorted ? undefined : styles.unsorted}
      />
    </button>
  );
};

const SortChoice = <Row,>({ columns, sort }: { columns: Column<Row>[]; sort: Sort }) => (
  <div className={styles.choice}>
    <SelectField
      label={sort.label}
      value={`${sort.direction} ${sort.by}`}
      onChange={({ target }) => {
        const [direction, ...by] = target.value.split(' ');
        sort.onSortChange(by.join(' '), direction === 'descending' ? 'descending' : 'ascending');
      }}
      options={columns
        .filter(({ isSortable }) => isSortable)
        .flatMap(({ key, heading }) =>
          (['ascending', 'descending'] as const).map((direction) => ({
            value: `${direction} ${key}`,
            label: sort.option(heading, direction),
          })),
        )}
    />
  </div>
);

type BodyRowProps<Row> = {
  row: Row;
  columns: Column<Row>[];
  fold: Props<Row>['fold'];
  mark: Props<Row>['mark'];
  isOpen: boolean;
  onToggle: () => void;
};

const BodyRow = <Row,>({ row, columns, fold, mark, isOpen, onToggle }: BodyRowProps<Row>) => (
  <tr {...withRole('row')} data-mark={mark?.(row)} data-open={fold && isOpen ? '' : undefined}>
    {columns.map((column) => {
      const { key, heading, cell, isNumeric, isRowHeading, isSelfTitled, isBrief } = column;
      const folding = fold && { 'data-column': key, 'data-brief': isBrief ? '' : undefined };
      return isRowHeading ? (
        <th
          key={key}
          {...withRole('rowheader')}
          {...folding}
          scope="row"
          className={isNumeric ? styles.figures : undefined}
        >
          {cell(row)}
        </th>
      ) : (
        <td
          key={key}
          {...withRole('cell')}
          {...folding}
          data-heading={isSelfTitled ? undefined : heading}
          className={cellClass(column) || undefined}
        >
          {cell(row)}
        </td>
      );
    })}
    {fold && (
      <td {...withRole('cell')} className={styles.toggle}>
        <button type="button" aria-expanded={isOpen} aria-label={fold(row)} onClick={onToggle}>
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
      </td>
    )}
  </tr>
);

const Foot = <Row,>({ columns }: Pick<Props<Row>, 'columns'>) => (
  <tfoot {...withRole('rowgroup')}>
    <tr {...withRole('row')}>
      {columns.map(({ key, footer, isNumeric, isRowHeading }) =>
        isRowHeading ? (
          <th key={key} {...withRole('rowheader')} scope="row">
            {footer}
          </th>
        ) : (
          <td key={key} {...withRole('cell')} className={isNumeric ? styles.numeric : undefined}>
            {footer}
          </td>
        ),
      )}
    </tr>
  </tfoot>
);

/**
 * A table from 768 px; below, one card per row with the headings next to the values. With two columns, or with
 * `compared`, it stays a table on a phone.
 */
export const Table = <Row,>({
  caption,
  isCaptionHidden,
  columns,
  rows,
  rowKey,
  isCompared = false,
  isDense = false,
  fold,
  mark,
  sort,
}: Props<Row>) => {
  const [openRows, setOpenRows] = useState<ReadonlySet<Key>>(new Set());
  const toggle = (key: Key) =>
    setOpenRows(
      (open) => new Set(open.has(key) ? [...open].filter((other) => other !== key) : [...open, key]),
    );
  return (
    <>
      {sort && <SortChoice columns={columns} sort={sort} />}
      <table
        {...withRole('table')}
        className={`${styles.table} ${shape(columns.length, { isCompared, isDense, isFolding: fold !== undefined })}`}
      >
        <caption className={isCaptionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead {...withRole('rowgroup')}>
          <tr {...withRole('row')}>
            {columns.map(({ key, heading, isNumeric, isSortable }) => (
              <th
                key={key}
                {...withRole('columnheader')}
                scope="col"
                className={isNumeric ? styles.numeric : undefined}
                aria-sort={sort && isSortable && sort.by === key ? sort.direction : undefined}
              >
                {sort && isSortable ? <Heading name={key} heading={heading} sort={sort} /> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...withRole('rowgroup')}>
          {rows.map((row) => (
            <BodyRow
              key={rowKey(row)}
              {...{ row, columns, fold, mark }}
              isOpen={openRows.has(rowKey(row))}
              onToggle={() => toggle(rowKey(row))}
            />
          ))}
        </tbody>
        {columns.some(({ footer }) => footer !== undefined) && <Foot columns={columns} />}
      </table>
    </>
  );
};
