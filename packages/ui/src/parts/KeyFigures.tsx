import type { ReactNode } from 'react';
import styles from './KeyFigures.module.css';

/** What a screen is opened for, first: a few figures beside each other, the first of them the biggest on the page. */
export const KeyFigures = ({ children }: { children: ReactNode }) => (
  <dl className={styles.figures}>{children}</dl>
);

type Props = {
  term: string;
  /** The figure itself; left out where there is none, and `children` say so. */
  value?: ReactNode;
  /** Lines below it, each a `dd`. */
  children?: ReactNode;
};

/** One of them, with what belongs to it. */
export const KeyFigure = ({ term, value, children }: Props) => (
  <div>
    <dt>{term}</dt>
    {value !== undefined && <dd className={styles.value}>{value}</dd>}
    {children}
  </div>
);
