import styles from './ShortLabel.module.css';

/**
 * A button label that is shortened in a compact row; the accessible name stays complete and contains the
 * short one.
 */
export const ShortLabel = ({ full, short }: { full: string; short: string }) => (
  <>
    <span className={styles.whole}>{full}</span>
    <span className={styles.short} aria-hidden="true">
      {short}
    </span>
  </>
);
