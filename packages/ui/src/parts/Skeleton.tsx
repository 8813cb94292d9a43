import styles from './Skeleton.module.css';

type Props = {
  /** Number of rows. */
  rows: number;
  /** `lines` for text, `list` for rows with a figure at the end, `block` for a box. */
  kind?: 'lines' | 'list' | 'block';
};

/** Placeholder for loading content. Hidden from screen readers; provide a loading text next to it. */
export const Skeleton = ({ rows, kind = 'list' }: Props) => (
  <div className={`${styles.skeleton} ${styles[kind]}`} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
      <div key={row} className={styles.row}>
        <span />
        {kind === 'list' && <span />}
      </div>
    ))}
  </div>
);
