import styles from './Progress.module.css';

type Props = {
  /** What is under way, and how far in words: «eldhus.jpg, 62% komin». */
  label: string;
  /** From 0 to 1; left out when nobody knows. */
  value?: number | undefined;
};

/** How far something has come. */
export const Progress = ({ label, value }: Props) => (
  <progress className={styles.progress} value={value} max={1} aria-label={label} />
);
