import type { Key, ReactNode } from 'react';
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
  /** A phone shows the cell without the column's heading, because it says the same itself. */
  selfTitled?: boolean;
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
  /** Current order; the caller sorts the rows. */
  sort?: Sort;
};

/** Displayed as blocks on a phone, a table loses its semantics in some browsers, so every part has an explicit role. */
const withRole = (role: string) => ({ role });

const opposite = (direction: Direction): Direction =>
  direction === 'ascending' ? 'descending' : 'ascending';

/** Class for the layout on a phone. */
const shape = (columns: number, compared: boolean | undefined): string | undefined =>
  compared ? styles.compared : columns > 2 ? styles.cards : '';

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
  compared,
  sort,
}: Props<Row>) => (
  <>
    {sort && <SortChoice columns={columns} sort={sort} />}
    <table {...withRole('table')} className={`${styles.table} ${shape(columns.length, compared)}`}>
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
          <tr key={rowKey(row)} {...withRole('row')}>
            {columns.map(({ key, heading, cell, numeric, rowHeading, selfTitled }) =>
              rowHeading ? (
                <th
                  key={key}
                  {...withRole('rowheader')}
                  scope="row"
                  className={numeric ? styles.figures : undefined}
                >
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={key}
                  {...withRole('cell')}
                  data-heading={selfTitled ? undefined : heading}
                  className={numeric ? styles.numeric : undefined}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {columns.some(({ footer }) => footer !== undefined) && (
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
      )}
    </table>
  </>
);
