import { classes, elementOf, type Gap, gapClass, type LayoutElement, type LayoutProps } from './layout.ts';
import styles from './Row.module.css';

type Props<As extends LayoutElement> = LayoutProps<As> & {
  gap?: Gap;
  /** How children of different heights stand to each other; centred by default. */
  align?: 'start' | 'baseline' | 'end';
  /** Where the free room goes: after all of them by default. */
  justify?: 'between' | 'end';
};

/** Things beside each other, such as buttons or tags; they wrap when there is no room, lines closer than neighbours. */
export const Row = <As extends LayoutElement = 'div'>({
  as,
  gap = 'm',
  align,
  justify,
  ...rest
}: Props<As>) => {
  const Element = elementOf(as);
  return (
    <Element
      {...rest}
      className={classes(
        styles.row,
        as === 'span' && styles.inline,
        gapClass(gap),
        align && styles[align],
        justify === 'between' && styles.between,
        justify === 'end' && styles.toEnd,
      )}
    />
  );
};
