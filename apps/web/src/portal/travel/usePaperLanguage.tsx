import { languages } from '@hofn/texts/language.ts';
import { RadioGroup } from '@hofn/ui';
import { type ReactNode, useId, useState } from 'react';
import { type Language, useTexts } from '../../engine/index.ts';
import styles from './Travel.module.css';

/** The language of a paper to show abroad, at first the page's, and the field that chooses it (rule PORT-6). */
export const usePaperLanguage = (): { language: Language; field: ReactNode } => {
  const t = useTexts<'portal'>();
  const name = useId();
  const [language, setLanguage] = useState<Language>(t.language);
  const field = (
    <div className={styles.language}>
      <RadioGroup
        label={t('documents|language')}
        name={name}
        hasColumns
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'en' ? 'en' : 'is')}
        options={languages.map((value) => ({ value, label: t(`documents|language.${value}`) }))}
      />
    </div>
  );
  return { language, field };
};
