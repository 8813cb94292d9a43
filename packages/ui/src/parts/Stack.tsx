import { classes, elementOf, type Gap, gapClass, type LayoutElement, type LayoutProps } from './layout.ts';
import styles from './Stack.module.css';

type Props<As extends LayoutElement> = LayoutProps<As> & {
  gap?: Gap;
  /** As wide as lines are read (`text`) or fields are filled in (`form`); its container's width by default. */
  width?: 'text' | 'form';
  /** Where what is narrower than the stack stands; by default everything but buttons and links fills its width. */
  align?: 'start' | 'center' | 'end';
};

/** Things below each other at the same distance: paragraphs, fields, rows. Buttons in it keep their own width. */
export const Stack = <As extends LayoutElement = 'div'>({
  as,
  gap = 'm',
  width,
  align,
  ...rest
}: Props<As>) => {
  const Element = elementOf(as);
  return (
    <Element
      {...rest}
      className={classes(styles.stack, gapClass(gap), width && styles[width], align && styles[align])}
    />
  );
};
