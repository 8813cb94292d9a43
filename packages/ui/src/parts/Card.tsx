import type { ReactNode } from 'react';
import styles from './Card.module.css';

type Props = {
  /** A link, when the whole card leads somewhere. */
  title: ReactNode;
  heading?: 'h2' | 'h3' | 'h4';
  /** A line above the heading: a number, a kind. */
  above?: ReactNode;
  children?: ReactNode;
  /** Tags, links or buttons at its foot. */
  foot?: ReactNode;
};

/** Something that can be picked up whole: a claim, a payment, an offer. Lists of facts hang from lines instead. */
export const Card = ({ title, heading: Heading = 'h3', above, children, foot }: Props) => (
  <article className={styles.card}>
    {above && <p className={styles.above}>{above}</p>}
    <Heading>{title}</Heading>
    {children}
    {foot && <div className={styles.foot}>{foot}</div>}
  </article>
);
