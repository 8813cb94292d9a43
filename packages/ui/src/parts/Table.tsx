import { type Key, type ReactNode, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { SelectField } from './Field.tsx';
import styles from './Table.module.css';

export type Column<Row> = {
  key: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, with tabular figures. */
  numeric?: boolean;
  /** The column whose cells are row headings; at most one. */
  rowHeading?: boolean;
  /** Sortable, with the table's `sort`. */
  sortable?: boolean;
  /** Whole sentences: a phone shows them below the column's heading, aligned left. */
  prose?: boolean;
  /** A phone shows the cell without the column's heading, because it says the same itself. */
  selfTitled?: boolean;
  /** With the table's `dense`: the figure that a phone shows beside the row's heading. */
  lead?: boolean;
  /** With the table's `fold`: shown on a phone while the row is folded. */
  brief?: boolean;
  /** Footer of the column, such as a total. */
  footer?: ReactNode;
};

export type Direction = 'ascending' | 'descending';

export type Sort = {
  /** Key of the sorted column. */
  by: string;
  direction: Direction;
  onSort: (by: string, direction: Direction) => void;
  /** Label and options of the select on a phone, which has no head row: «Raða eftir», «Dagsetning, hækkandi». */
  label: string;
  option: (heading: string, direction: Direction) => string;
};

type Props<Row> = {
  caption: string;
  /** For a table below a heading with the same text. */
  captionHidden?: boolean;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
  /** For columns that are compared: a phone shows them next to each other, not as cards. */
  compared?: boolean;
  /** On a phone, as on a bank statement: below each row's heading the values in a line, not in a card. */
  dense?: boolean;
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
  { compared, dense, fold }: { compared: boolean; dense: boolean; fold: boolean },
): string =>
  [
    compared ? styles.compared : columns > 2 ? styles.cards : '',
    dense ? styles.dense : '',
    fold ? styles.folding : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Class of a cell. */
const cellClass = <Row,>({ numeric, prose, lead }: Column<Row>): string =>
  [numeric ? styles.numeric : '', prose ? styles.prose : '', lead ? styles.lead : '']
    .filter(Boolean)
    .join(' ');

const Heading = ({ name, heading, sort }: { name: string; heading: string; sort: Sort }) => {
  const isSorted = sort.by === name;
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => sort.onSort(name, isSorted ? opposite(sort.direction) : 'ascending')}
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
        sort.onSort(by.join(' '), direction === 'descending' ? 'descending' : 'ascending');
      }}
      options={columns
        .filter(({ sortable }) => sortable)
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
      const { key, heading, cell, numeric, rowHeading, selfTitled, brief } = column;
      const folding = fold && { 'data-column': key, 'data-brief': brief ? '' : undefined };
      return rowHeading ? (
        <th
          key={key}
          {...withRole('rowheader')}
          {...folding}
          scope="row"
          className={numeric ? styles.figures : undefined}
        >
          {cell(row)}
        </th>
      ) : (
        <td
          key={key}
          {...withRole('cell')}
          {...folding}
          data-heading={selfTitled ? undefined : heading}
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
      {columns.map(({ key, footer, numeric, rowHeading }) =>
        rowHeading ? (
          <th key={key} {...withRole('rowheader')} scope="row">
            {footer}
          </th>
        ) : (
          <td key={key} {...withRole('cell')} className={numeric ? styles.numeric : undefined}>
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
  captionHidden,
  columns,
  rows,
  rowKey,
  compared = false,
  dense = false,
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
        className={`${styles.table} ${shape(columns.length, { compared, dense, fold: fold !== undefined })}`}
      >
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead {...withRole('rowgroup')}>
          <tr {...withRole('row')}>
            {columns.map(({ key, heading, numeric, sortable }) => (
              <th
                key={key}
                {...withRole('columnheader')}
                scope="col"
                className={numeric ? styles.numeric : undefined}
                aria-sort={sort && sortable && sort.by === key ? sort.direction : undefined}
              >
                {sort && sortable ? <Heading name={key} heading={heading} sort={sort} /> : heading}
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
