import type { Language } from '@hofn/texts/language.ts';
import { Stack } from '@hofn/ui';
import type { ReactNode } from 'react';
import styles from './gallery.module.css';
import type { Guide } from './guide/is.ts';
import type { Words } from './words/is.ts';

/** Props of every section of the gallery. */
export type SectionProps = { w: Words; guide: Guide; language: Language };

type AdviceProps = Pick<SectionProps, 'w' | 'guide'> & { of?: readonly (keyof Guide)[] };

/** When to use each of the parts that a section shows, and when not. */
const AdviceList = ({ w, guide, of = [] }: AdviceProps) => (
  <ul className={styles.advice}>
    {of.map((name) => (
      <li key={name}>
        <code>{name}</code>
        <p>
          <strong>{w.use}</strong> {guide[name].use}
        </p>
        <p>
          <strong>{w.avoid}</strong> {guide[name].avoid}
        </p>
      </li>
    ))}
  </ul>
);

type Props = AdviceProps & { id: keyof Words['parts']; children: ReactNode; hasColumns?: boolean };

/** The page of one part or family: when to use it and when not, and its states. */
export const Part = ({ id, w, guide, of = [], children, hasColumns = false }: Props) => (
  <section id={id} className={styles.part} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{w.parts[id]}</h2>
    {of.length > 0 && <AdviceList w={w} guide={guide} of={of} />}
    {hasColumns ? <div className={styles.columns}>{children}</div> : <Stack gap="l">{children}</Stack>}
  </section>
);
