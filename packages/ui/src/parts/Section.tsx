import { type ReactNode, useId } from 'react';
import { classes, type Gap, gapClass } from './layout.ts';
import styles from './Section.module.css';

type Props = {
  title: ReactNode;
  /** Level of the title in the page's outline. */
  heading?: 'h2' | 'h3' | 'h4';
  /** A sentence below the title: what this is for. */
  description?: ReactNode;
  /** Buttons or links for the whole section, beside its title. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Distance between what is in it. */
  gap?: Gap;
  width?: 'text' | 'form';
  /** Target of links to it. */
  id?: string;
};

/** A titled part of a page, and a landmark by its title. Sections of one page are spaced by a `Stack` of `xxl`. */
export const Section = ({
  title,
  heading: Heading = 'h2',
  description,
  actions,
  children,
  gap = 'm',
  width,
  id,
}: Props) => {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={classes(styles.section, gapClass(gap), width && styles[width])}
    >
      <div className={styles.head}>
        <div>
          <Heading id={titleId}>{title}</Heading>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
};
