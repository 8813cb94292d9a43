import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classes, elementOf, type Gap, gapClass, type LayoutElement, type LayoutProps } from './layout.ts';

type Props<As extends LayoutElement> = Omit<LayoutProps<As>, 'title'> & {
  /** `outlined` on an empty page; `filled` among outlined ones or beside text, for what only goes with it. */
  kind?: 'outlined' | 'filled';
  /** A link, if the whole card is one. */
  title?: ReactNode;
  heading?: 'h2' | 'h3' | 'h4';
  /** A line above the heading, such as a number or a kind. */
  overline?: ReactNode;
  /** Distance between what is in it. */
  gap?: Gap;
  /** Tags, links or buttons at the bottom. */
  footer?: ReactNode;
};

/** The surface of what can be picked up whole: a claim, a payment, an offer, the facts beside a form. */
export const Card = <As extends LayoutElement = 'article'>({
  as,
  kind = 'outlined',
  title,
  heading: Heading = 'h3',
  overline,
  gap = 'xs',
  children,
  footer,
  ...rest
}: Props<As>) => {
  const Element = elementOf(as ?? 'article');
  return (
    <Element {...rest} className={classes(styles.card, styles[kind], gapClass(gap))}>
      {overline && <p className={styles.above}>{overline}</p>}
      {title && <Heading>{title}</Heading>}
      {children}
      {footer && <div className={styles.foot}>{footer}</div>}
    </Element>
  );
};
