import { Table } from '@hofn/ui';

type TextTableProps = { caption: string; columns: string[]; rows: string[][] };

/** A content table, with row headings in the first column. */
export const TextTable = ({ caption, columns, rows }: TextTableProps) => (
  <Table
    caption={caption}
    columns={columns.map((heading, at) => ({
      key: heading,
      heading,
      isRowHeading: at === 0,
      cell: (row: string[]) => row[at],
    }))}
    rows={rows}
    rowKey={(row) => row.join()}
  />
);
