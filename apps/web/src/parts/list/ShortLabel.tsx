import styles from './ShortLabel.module.css';

/** A button's label that is shortened in a compact row; its name stays whole, and contains the short one. */
export const ShortLabel = ({ whole, short }: { whole: string; short: string }) => (
  <>
    <span className={styles.whole}>{whole}</span>
    <span className={styles.short} aria-hidden="true">
      {short}
    </span>
  </>
);
