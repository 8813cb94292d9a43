import type { Block } from '../content/documents.ts';
import styles from './Blocks.module.css';
import { Rich } from './Rich.tsx';

const itemsOf = (items: string[]) =>
  items.map((item) => (
    <li key={item}>
      <Rich text={item} />
    </li>
  ));

export const List = ({ items }: { items: string[] }) => <ul>{itemsOf(items)}</ul>;

const BlockOf = ({ block }: { block: Block }) => {
  switch (block.type) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'paragraph':
      return (
        <p>
          <Rich text={block.text} />
        </p>
      );
    case 'list':
      return <List items={block.items} />;
    case 'steps':
      return <ol className={styles.steps}>{itemsOf(block.items)}</ol>;
  }
};

/** The body of a page, from its content blocks. */
export const Blocks = ({ blocks }: { blocks: Block[] }) => (
  <div className={styles.blocks}>
    {blocks.map((block) => (
      <BlockOf key={'items' in block ? block.items.join() : `${block.type} ${block.text}`} block={block} />
    ))}
  </div>
);
