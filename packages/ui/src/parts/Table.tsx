import type { Key, ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { SelectField } from './Field.tsx';
import styles from './Table.module.css';

export type Column<Row> = {
  key: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Money and numbers stand at the right, in figures of one width. */
  numeric?: boolean;
  /** The cell that names the row; one column has it. */
  rowHeading?: boolean;
  /** Can be sorted by, with the table's `sort`. */
  sortable?: boolean;
  /** What stands below the column, a sum for one. */
  foot?: ReactNode;
};

export type Direction = 'ascending' | 'descending';

export type Sort = {
  /** Key of the column, and which way. */
  by: string;
  direction: Direction;
  onSort: (by: string, direction: Direction) => void;
  /** On a phone, where no head row is, one chooses from a list: «Raða eftir», and «Dagsetning, hækkandi». */
  label: string;
  option: (heading: string, direction: Direction) => string;
};

type Props<Row> = {
  caption: string;
  /** For a table right under a heading that says the same. */
  captionHidden?: boolean;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
  /** For columns that are held against each other: a phone shows them beside each other too, not as cards. */
  compared?: boolean;
  /** Rows come in this order already. */
  sort?: Sort;
};

/** Shown as blocks, as on a phone, a table loses its meaning in some browsers unless each part says its role. */
const as = (role: string) => ({ role });

const turned = (direction: Direction): Direction => (direction === 'ascending' ? 'descending' : 'ascending');

/** How a phone shows it. */
const shape = (columns: number, compared: boolean | undefined): string | undefined =>
  compared ? styles.compared : columns > 2 ? styles.cards : '';

const Heading = ({ name, heading, sort }: { name: string; heading: string; sort: Sort }) => {
  const here = sort.by === name;
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => sort.onSort(name, here ? turned(sort.direction) : 'ascending')}
    >
      {heading}
      <Icon
        name={here && sort.direction === 'descending' ? 'down' : 'up'}
        size={20}
        className={here ? undefined : styles.unsorted}
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
 * A table from 768 px; below, one card a row with the headings beside the values. One of two columns fits a phone as
 * it is, and so do columns that are compared.
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
    <table {...as('table')} className={`${styles.table} ${shape(columns.length, compared)}`}>
      <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          {columns.map(({ key, heading, numeric, sortable }) => (
            <th
              key={key}
              {...as('columnheader')}
              scope="col"
              className={numeric ? styles.numeric : undefined}
              aria-sort={sort && sortable && sort.by === key ? sort.direction : undefined}
            >
              {sort && sortable ? <Heading name={key} heading={heading} sort={sort} /> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...as('row')}>
            {columns.map(({ key, heading, cell, numeric, rowHeading }) =>
              rowHeading ? (
                <th
                  key={key}
                  {...as('rowheader')}
                  scope="row"
                  className={numeric ? styles.figures : undefined}
                >
                  {cell(row)}
                </th>
              ) : (
                <td
                  key={key}
                  {...as('cell')}
                  data-heading={heading}
                  className={numeric ? styles.numeric : undefined}
                >
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {columns.some(({ foot }) => foot !== undefined) && (
        <tfoot {...as('rowgroup')}>
          <tr {...as('row')}>
            {columns.map(({ key, foot, numeric, rowHeading }) =>
              rowHeading ? (
                <th key={key} {...as('rowheader')} scope="row">
                  {foot}
                </th>
              ) : (
                <td key={key} {...as('cell')} className={numeric ? styles.numeric : undefined}>
                  {foot}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      )}
    </table>
  </>
);
