import { languages } from '@hofn/texts/language.ts';
import { RadioGroup } from '@hofn/ui';
import { useId } from 'react';
import { type Language, useTexts } from '../../engine/index.ts';
import styles from './Travel.module.css';

type Props = { language: Language; onChange: (language: Language) => void };

/** Chooses the language of a paper to show abroad (rule PORT-6). */
export const PaperLanguage = ({ language, onChange }: Props) => {
  const t = useTexts<'portal'>();
  const name = useId();
  return (
    <div className={styles.language}>
      <RadioGroup
        label={t('documents|language')}
        name={name}
        hasColumns
        value={language}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'en' ? 'en' : 'is')}
        options={languages.map((value) => ({ value, label: t(`documents|language.${value}`) }))}
      />
    </div>
  );
};
