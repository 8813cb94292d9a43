import type { ReactNode } from 'react';
import styles from './StatusRegion.module.css';

/**
 * A live region that announces content added later (rule HOLD-18). Render it first without its content, because screen
 * readers announce changes of a region, not a new region.
 */
export const StatusRegion = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.region}>
    {children}
  </div>
);
