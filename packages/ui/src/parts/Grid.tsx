import styles from './Grid.module.css';
import { classes, elementOf, type Gap, gapClass, type LayoutElement, type LayoutProps } from './layout.ts';

type Props<As extends LayoutElement> = LayoutProps<As> & {
  /** Least width of a cell: `small` for figures, `medium` for fields and cards, `large` for texts. */
  size?: 'small' | 'medium' | 'large';
  gap?: Gap;
  /** Fewer cells than fit in a line share its width; without it they keep the width of a full line's cells. */
  isFilled?: boolean;
};

/** Cells of equal width, as many beside each other as there is room for: cards, fields, figures. */
export const Grid = <As extends LayoutElement = 'div'>({
  as,
  size = 'medium',
  gap = 'm',
  isFilled = false,
  ...rest
}: Props<As>) => {
  const Element = elementOf(as);
  return (
    <Element
      {...rest}
      className={classes(styles.grid, styles[size], gapClass(gap), isFilled && styles.filled)}
    />
  );
};
