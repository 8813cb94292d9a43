import type { Language } from '@hofn/texts/language.ts';
import type { ReactNode } from 'react';
import styles from './gallery.module.css';
import type { Words } from './words/is.ts';

/** Props of every section of the gallery. */
export type SectionProps = { w: Words; language: Language };

type Props = { id: string; title: string; children: ReactNode; columns?: boolean };

/** A kind of part with its states. */
export const Part = ({ id, title, children, columns }: Props) => (
  <section id={id} className={styles.part} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <div className={columns ? styles.columns : styles.stack}>{children}</div>
  </section>
);

/** Small parts in a row. */
export const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;
