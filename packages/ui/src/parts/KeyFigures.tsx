import type { ReactNode } from 'react';
import styles from './KeyFigures.module.css';

/** The most important figures of a screen; the first is the largest on the page. */
export const KeyFigures = ({ children }: { children: ReactNode }) => (
  <dl className={styles.figures}>{children}</dl>
);

type Props = {
  /** Its name; a link in it may be as large as the figure's box. */
  term: ReactNode;
  /** The figure; omit it if there is none and explain in `children`. */
  value?: ReactNode;
  /** Lines below it, each a `dd`. */
  children?: ReactNode;
};

/** A figure with its term and notes. */
export const KeyFigure = ({ term, value, children }: Props) => (
  <div>
    <dt>{term}</dt>
    {value !== undefined && <dd className={styles.value}>{value}</dd>}
    {children}
  </div>
);
