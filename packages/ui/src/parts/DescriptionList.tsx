import type { ReactNode } from 'react';
import styles from './DescriptionList.module.css';

type Props = {
  items: { term: string; value: ReactNode }[];
  /** Money and dates, in figures of one width. */
  figures?: boolean;
};

/** Facts by name. Those without a value are left out. */
export const DescriptionList = ({ items, figures }: Props) => (
  <dl className={figures ? `${styles.list} ${styles.figures}` : styles.list}>
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
