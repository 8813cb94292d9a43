import type { Language } from '@hofn/texts';

/** A column of a table. `share` is its share of the width, relative to the other columns. */
export type Column = { heading: string; share: number; figures?: boolean };

/** A part of a document, in reading order. */
export type Block =
  | { kind: 'heading'; text: string; minor?: boolean }
  | { kind: 'text'; text: string; quiet?: boolean }
  | { kind: 'list'; items: readonly string[] }
  /** Names with their values, as a table whose first column contains its headings. */
  | { kind: 'facts'; items: ReadonlyArray<{ name: string; value: string }> }
  | {
      kind: 'table';
      columns: readonly Column[];
      rows: ReadonlyArray<readonly string[]>;
      foot?: readonly string[];
    };

/** Content of a document; `writePdf` alone decides its layout. */
export type Document = {
  language: Language;
  title: string;
  /** Lines under the title: whose it is, and as of which day. */
  lead: readonly string[];
  blocks: readonly Block[];
};
