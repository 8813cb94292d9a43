import type { Language } from '@hofn/texts';
import styles from './CaseScreen.module.css';

/** What someone told, each answer under or beside its question, in their own language and lines. */
export const Told = ({
  items,
  language,
}: {
  items: ReadonlyArray<{ term: string; value: string }>;
  language: Language;
}) =>
  items.length > 0 && (
    <dl lang={language} className={styles.answers}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
