import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

type Props = {
  title: ReactNode;
  /** A line below it: what the page is about, a status. */
  children?: ReactNode;
  /** What can be done with the whole page: print, send. */
  actions?: ReactNode;
};

/** The top of a screen: its one h1, which takes the focus after a navigation, and what can be done with the page. */
export const PageHead = ({ title, children, actions }: Props) => (
  <div className={styles.head}>
    <div className={styles.text}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);
