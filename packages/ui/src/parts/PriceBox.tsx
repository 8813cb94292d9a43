import type { ReactNode } from 'react';
import { DescriptionList } from './DescriptionList.tsx';
import styles from './PriceBox.module.css';

type Props = {
  title: string;
  heading?: 'h2' | 'h3';
  /** The sum, «12.480 kr.», and what it is for, «á mánuði». */
  price: string;
  period: string;
  /** What it is made of; their sum is the price (rule FORM-11). */
  parts: { term: string; value: string }[];
  /** Until when it holds. */
  until: ReactNode;
  action?: ReactNode;
};

/** A price with the parts that sum to it, and until when it holds. */
export const PriceBox = ({ title, heading: Heading = 'h2', price, period, parts, until, action }: Props) => (
  <section className={styles.box}>
    <Heading>{title}</Heading>
    <p className={styles.price}>
      {price} <span className={styles.period}>{period}</span>
    </p>
    <DescriptionList figures items={parts} />
    <p className={styles.until}>{until}</p>
    {action}
  </section>
);
