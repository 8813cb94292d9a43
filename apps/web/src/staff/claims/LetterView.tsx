import type { PreviewedLetter } from '@hofn/contracts/claim-decisions.ts';
import type { Language } from '@hofn/texts';
import { DescriptionList, Stack, Table } from '@hofn/ui';
import { Detail } from '../../parts/Detail.tsx';
import styles from './Claim.module.css';

type Block = PreviewedLetter['blocks'][number];

const BlockView = ({ block, caption }: { block: Block; caption: string }) => {
  switch (block.kind) {
    case 'heading':
      return <h4>{block.text}</h4>;
    case 'text':
      return <p className={styles.written}>{block.text}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <DescriptionList items={block.items.map(({ name, value }) => ({ term: name, value }))} hasFigures />
      );
    case 'table': {
      const rows = block.rows.map((cells) => ({ cells }));
      return (
        <Table
          caption={caption}
          isCaptionHidden
          rows={rows}
          rowKey={({ cells }) => cells.join(' ')}
          columns={block.columns.map(({ heading, figures }, index) => ({
            ...{ key: heading, heading, isNumeric: figures, isRowHeading: index === 0 },
            cell: ({ cells }: { cells: string[] }) => <span className={styles.written}>{cells[index]}</span>,
          }))}
        />
      );
    }
  }
};

/** A letter as the customer will read it as a document (rule DESK-8). */
export const LetterView = ({ letter, language }: { letter: PreviewedLetter; language: Language }) => {
  // Blocks of a letter have no id, and never move.
  const blocks = letter.blocks.map((block, index) => ({ block, index }));
  const captions = blocks.map(({ block, index }) => {
    const before = letter.blocks[index - 1];
    return block.kind === 'table' && before?.kind === 'heading' ? before.text : letter.title;
  });
  return (
    <Stack as="div" lang={language} gap="m">
      <div>
        <h3>{letter.title}</h3>
        {letter.lead.map((line) => (
          <Detail as="p" key={line}>
            {line}
          </Detail>
        ))}
      </div>
      {blocks.map(({ block, index }) => (
        <BlockView key={index} block={block} caption={captions[index] ?? letter.title} />
      ))}
    </Stack>
  );
};
