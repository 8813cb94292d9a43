import type { ReactNode } from 'react';
import styles from './DescriptionList.module.css';

type Props = {
  items: { term: string; value: ReactNode }[];
  /** Tabular figures, for money and dates. */
  hasFigures?: boolean;
};

/** Terms with values; those without a value are omitted. */
export const DescriptionList = ({ items, hasFigures }: Props) => (
  <dl className={hasFigures ? `${styles.list} ${styles.figures}` : styles.list}>
    {items
      .filter(({ value }) => value !== null && value !== undefined && value !== '')
      .map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
