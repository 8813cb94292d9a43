import styles from './Progress.module.css';

type Props = {
  /** What is in progress, and how far: «eldhus.jpg, 62% komin». */
  label: string;
  /** From 0 to 1; undefined for an indeterminate bar. */
  value?: number | undefined;
};

/** A progress bar. */
export const Progress = ({ label, value }: Props) => (
  <progress className={styles.progress} value={value} max={1} aria-label={label} />
);
