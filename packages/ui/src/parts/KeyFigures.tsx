import type { ReactNode } from 'react';
import styles from './KeyFigures.module.css';

type Figure = {
  term: string;
  /** Left out where there is none; the notes then say why. */
  value?: ReactNode;
  /** Lines below the figure. What is false, null or empty is left out. */
  notes: readonly ReactNode[];
};

/** The two or three figures that a screen is about, the first of them the biggest on the page. */
export const KeyFigures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ term, value, notes }) => (
      <div key={term}>
        <dt>{term}</dt>
        {value !== undefined && <dd className={styles.value}>{value}</dd>}
        {notes
          .map((note, place) => ({ note, place }))
          .filter(({ note }) => note !== false && note !== null && note !== undefined && note !== '')
          .map(({ note, place }) => (
            <dd key={place}>{note}</dd>
          ))}
      </div>
    ))}
  </dl>
);
