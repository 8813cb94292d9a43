import type { ReactNode } from 'react';
import styles from './LinkList.module.css';
import { type Row, RowText } from './LinkList.tsx';

/** A row of a `LinkList` without a page: with a button, or with nothing to open. */
export const UnlinkedRow = ({ action, ...row }: Row & { title: string; action?: ReactNode }) => (
  <li className={styles.row}>
    <RowText {...row} />
    {action && <span className={styles.action}>{action}</span>}
  </li>
);
