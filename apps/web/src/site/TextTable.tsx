import { Table } from '@hofn/ui';

type TextTableProps = { caption: string; columns: string[]; rows: string[][] };

/** A table of content, its first column naming the rows. */
export const TextTable = ({ caption, columns, rows }: TextTableProps) => (
  <Table
    caption={caption}
    columns={columns.map((heading, at) => ({
      key: heading,
      heading,
      rowHeading: at === 0,
      cell: (row: string[]) => row[at],
    }))}
    rows={rows}
    rowKey={(row) => row.join()}
  />
);
