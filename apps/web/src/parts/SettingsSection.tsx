import { type ReactNode, useId } from 'react';
import styles from './SettingsSection.module.css';

type Props = {
  title?: ReactNode;
  description?: ReactNode;
  /** Id of the title, for links that lead to the section. */
  anchor?: string | undefined;
  /** Uses the full page width, for a table. */
  isWide?: boolean;
  children: ReactNode;
};

/** A section of a settings screen: heading, description and form. */
export const SettingsSection = ({ title, description, anchor, isWide, children }: Props) => {
  const ownId = useId();
  const heading = anchor ?? ownId;
  return (
    <section
      className={isWide ? `${styles.section} ${styles.wide}` : styles.section}
      aria-labelledby={title ? heading : undefined}
    >
      {title && (
        <h2 id={heading} tabIndex={anchor ? -1 : undefined}>
          {title}
        </h2>
      )}
      {description && <p className={styles.description}>{description}</p>}
      {children}
    </section>
  );
};
