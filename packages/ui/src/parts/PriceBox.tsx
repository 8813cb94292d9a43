import type { ReactNode } from 'react';
import { DescriptionList } from './DescriptionList.tsx';
import styles from './PriceBox.module.css';

type Props = {
  title: string;
  heading?: 'h2' | 'h3';
  /** The amount, «12.480 kr.», and its period, «á mánuði». */
  price: string;
  period: string;
  /** Components that add up to the price (rule FORM-11). */
  parts: { term: string; value: string }[];
  /** Until when the price is valid. */
  until: ReactNode;
  action?: ReactNode;
};

/** A price with its components and its validity. */
export const PriceBox = ({ title, heading: Heading = 'h2', price, period, parts, until, action }: Props) => (
  <section className={styles.box}>
    <Heading>{title}</Heading>
    <p className={styles.price}>
      {price} <span className={styles.period}>{period}</span>
    </p>
    <DescriptionList hasFigures items={parts} />
    <p className={styles.until}>{until}</p>
    {action}
  </section>
);
