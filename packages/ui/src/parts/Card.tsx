import type { ReactNode } from 'react';
import styles from './Card.module.css';

type Props = {
  /** A link, if the whole card is one. */
  title: ReactNode;
  heading?: 'h2' | 'h3' | 'h4';
  /** A line above the heading, such as a number or a kind. */
  above?: ReactNode;
  children?: ReactNode;
  /** Tags, links or buttons at the bottom. */
  foot?: ReactNode;
};

/** A self-contained item, such as a claim, a payment or an offer. Use `DescriptionList` for facts. */
export const Card = ({ title, heading: Heading = 'h3', above, children, foot }: Props) => (
  <article className={styles.card}>
    {above && <p className={styles.above}>{above}</p>}
    <Heading>{title}</Heading>
    {children}
    {foot && <div className={styles.foot}>{foot}</div>}
  </article>
);
