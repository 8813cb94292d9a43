import { Icon } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './DeductibleWords.module.css';

/** Length in characters up to which words are not folded: about two lines on a phone. */
const longest = 100;

/**
 * A product's words on its deductible, beside an amount (rule LIFE-41): long ones are folded behind a question, so that the
 * amount is read first. Without an amount they are the answer, and shown.
 */
export const DeductibleWords = ({ words, hasAmount }: { words: string; hasAmount: boolean }) => {
  const t = useTexts<'portal'>();
  if (!words) return null;
  if (!hasAmount || words.length <= longest) return <p>{words}</p>;
  return (
    <details className={styles.words}>
      <summary>
        {t('policy|deductibleQuestion')} <Icon name="down" size={20} />
      </summary>
      <p>{words}</p>
    </details>
  );
};
