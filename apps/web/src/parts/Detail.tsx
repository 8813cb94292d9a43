import type { ReactNode } from 'react';
import styles from './Detail.module.css';

type Props = {
  as?: 'span' | 'p';
  /** Tabular figures. */
  hasFigures?: boolean;
  children: ReactNode;
};

/** A line of secondary text below a title, in a table cell or a list item. */
export const Detail = ({ as: Tag = 'span', hasFigures, children }: Props) => (
  <Tag className={hasFigures ? `figures ${styles.detail}` : styles.detail}>{children}</Tag>
);
