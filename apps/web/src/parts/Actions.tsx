import type { ReactNode } from 'react';
import styles from './Actions.module.css';

/** A row of buttons and links, wrapped on narrow windows. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
