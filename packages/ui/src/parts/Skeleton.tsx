import styles from './Skeleton.module.css';

type Props = {
  /** How many rows of the content it stands for. */
  rows: number;
  /** `lines` for text, `list` for rows with a figure at the end, `block` for a box. */
  shape?: 'lines' | 'list' | 'block';
};

/** The content's shape while it is on its way; what it is stands beside it in words, for screen readers. */
export const Skeleton = ({ rows, shape = 'list' }: Props) => (
  <div className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
      <div key={row} className={styles.row}>
        <span />
        {shape === 'list' && <span />}
      </div>
    ))}
  </div>
);
