import type { Language } from '@hofn/texts';
import styles from './CaseScreen.module.css';

/** Answers under or beside their questions, in the sender's language, with line breaks kept. */
export const Answers = ({
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
