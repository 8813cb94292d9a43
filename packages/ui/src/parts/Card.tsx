import type { ReactNode } from 'react';
import styles from './Card.module.css';

type Props = {
  /** A link, if the whole card is one. */
  title: ReactNode;
  heading?: 'h2' | 'h3' | 'h4';
  /** A line above the heading, such as a number or a kind. */
  overline?: ReactNode;
  children?: ReactNode;
  /** Tags, links or buttons at the bottom. */
  footer?: ReactNode;
};

/** A self-contained item, such as a claim, a payment or an offer. Use `DescriptionList` for facts. */
export const Card = ({ title, heading: Heading = 'h3', overline, children, footer }: Props) => (
  <article className={styles.card}>
    {overline && <p className={styles.above}>{overline}</p>}
    <Heading>{title}</Heading>
    {children}
    {footer && <div className={styles.foot}>{footer}</div>}
  </article>
);
