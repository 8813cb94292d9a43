import { Grid } from '@hofn/ui';
import type { Figures as FiguresData } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import styles from './Figures.module.css';

/** Figures about the insurer as large numbers, each with what it says. */
export const Figures = ({ figures: { items } }: { figures: FiguresData }) => (
  <Grid as="ul" size="small" gap="l" isFilled>
    {items.map(({ value, label }) => (
      <li key={label}>
        <span className={styles.value}>{value}</span> {label}
      </li>
    ))}
  </Grid>
);

/** What to know of the insurer before paying it: how it pays, who watches over it, and where to complain. */
export const Trust = ({ figures: { items, complaints, regulator } }: { figures: FiguresData }) => {
  const t = useTexts();
  return (
    <ul className={styles.trust} aria-label={t('page|trust')}>
      {items.slice(0, 2).map(({ value, label }) => (
        <li key={label}>
          <span className={styles.number}>{value}</span> {label}
        </li>
      ))}
      {regulator && <li>{regulator}</li>}
      {complaints && (
        <li>
          <Link to={complaints.path}>{complaints.title}</Link>
        </li>
      )}
    </ul>
  );
};
