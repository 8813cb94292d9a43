import type { Language } from '@hofn/texts';

/** A column of a table. `share` is of the table's width, against the other columns' shares. */
export type Column = { heading: string; share: number; figures?: boolean };

/** A part of a document, in reading order. */
export type Block =
  | { kind: 'heading'; text: string; minor?: boolean }
  | { kind: 'text'; text: string; quiet?: boolean }
  | { kind: 'list'; items: readonly string[] }
  /** Names with their values, as a table whose first column is its headings. */
  | { kind: 'facts'; items: ReadonlyArray<{ name: string; value: string }> }
  | {
      kind: 'table';
      columns: readonly Column[];
      rows: ReadonlyArray<readonly string[]>;
      foot?: readonly string[];
    };

/** What a document says; how it looks on paper is decided by `writePdf` alone. */
export type Document = {
  language: Language;
  title: string;
  /** Lines under the title: whose it is, and of which day. */
  lead: readonly string[];
  blocks: readonly Block[];
};
