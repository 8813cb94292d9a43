import type { ReactNode } from 'react';
import styles from './Columns.module.css';
import { classes, type Gap, gapClass } from './layout.ts';

type Props = {
  /** The main column. */
  children: ReactNode;
  /** What goes with it: facts, a price, what happens next. */
  aside: ReactNode;
  /** Width of the aside where there are two columns. */
  size?: 'small' | 'medium' | 'large';
  gap?: Gap;
  /** Without room for two columns the aside stands above the main column instead of below it. */
  isAsideFirst?: boolean;
  /** The aside stays in view while the main column scrolls. */
  isSticky?: boolean;
};

/** A main column with an aside, from 50 rem of its own width; below each other where there is less room. */
export const Columns = ({
  children,
  aside,
  size = 'medium',
  gap = 'xxl',
  isAsideFirst = false,
  isSticky = false,
}: Props) => (
  <div className={styles.container}>
    <div className={classes(styles.columns, styles[size], gapClass(gap), isAsideFirst && styles.asideFirst)}>
      <div className={styles.main}>{children}</div>
      <aside className={classes(styles.aside, isSticky && styles.sticky)}>{aside}</aside>
    </div>
  </div>
);
