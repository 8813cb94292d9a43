import type { Key, ReactNode } from 'react';
import styles from './Table.module.css';

export type Column<Row> = {
  key: string;
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Money and numbers stand at the right, in figures of one width. */
  numeric?: boolean;
  /** The cell that names the row; one column has it. */
  rowHeading?: boolean;
  /** What stands below the column, a sum for one. */
  foot?: ReactNode;
};

type Props<Row> = {
  caption: string;
  /** For a table right under a heading that says the same. */
  captionHidden?: boolean;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
};

/** Shown as blocks, as on a phone, a table loses its meaning in some browsers unless each part says its role. */
const as = (role: string) => ({ role });

/**
 * A table from 768 px; below, one card a row with the headings beside the values. One of two columns fits a phone as
 * it is.
 */
export const Table = <Row,>({ caption, captionHidden, columns, rows, rowKey }: Props<Row>) => (
  <table {...as('table')} className={columns.length > 2 ? `${styles.table} ${styles.cards}` : styles.table}>
    <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
    <thead {...as('rowgroup')}>
      <tr {...as('row')}>
        {columns.map(({ key, heading, numeric }) => (
          <th key={key} {...as('columnheader')} scope="col" className={numeric ? styles.numeric : undefined}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...as('rowgroup')}>
      {rows.map((row) => (
        <tr key={rowKey(row)} {...as('row')}>
          {columns.map(({ key, heading, cell, numeric, rowHeading }) =>
            rowHeading ? (
              <th key={key} {...as('rowheader')} scope="row" className={numeric ? styles.figures : undefined}>
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
);
