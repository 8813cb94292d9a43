import type { ReactNode } from 'react';
import styles from './StatusRegion.module.css';

/**
 * A live region: what appears in it later is announced, once (rule HOLD-18). Render it before and without its content, for
 * screen readers announce changes of a region, not a region that is new.
 */
export const StatusRegion = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.region}>
    {children}
  </div>
);
