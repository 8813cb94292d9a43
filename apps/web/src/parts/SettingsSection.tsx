import { type ReactNode, useId } from 'react';
import styles from './SettingsSection.module.css';

type Props = {
  title?: ReactNode;
  description?: ReactNode;
  /** Uses the full page width, for a table. */
  wide?: boolean;
  children: ReactNode;
};

/** A section of a settings screen: heading, description and form. */
export const SettingsSection = ({ title, description, wide, children }: Props) => {
  const heading = useId();
  return (
    <section
      className={wide ? `${styles.section} ${styles.wide}` : styles.section}
      aria-labelledby={title ? heading : undefined}
    >
      {title && <h2 id={heading}>{title}</h2>}
      {description && <p className={styles.description}>{description}</p>}
      {children}
    </section>
  );
};
