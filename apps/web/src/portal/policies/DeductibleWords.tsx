import { Icon } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './DeductibleWords.module.css';

/** Length in characters up to which words are not folded: about two lines on a phone. */
const longest = 100;

type Props = {
  text: string | null;
  hasAmount: boolean;
  /** The policy's name, for screen readers, where the deductibles of several are shown (WCAG 2.4.6). */
  policy?: string;
};

/**
 * A product's words on its deductible, beside an amount (rule LIFE-41): long ones are folded behind a question, so that the
 * amount is read first. Without an amount they are the answer, and shown.
 */
export const DeductibleWords = ({ text, hasAmount, policy }: Props) => {
  const t = useTexts<'portal'>();
  if (!text) return null;
  if (!hasAmount || text.length <= longest) return <p className={styles.short}>{text}</p>;
  return (
    <details className={styles.words}>
      <summary>
        {t('policy|deductibleQuestion')} {policy && <span className="visually-hidden">{policy}</span>}
        <Icon name="down" size={20} />
      </summary>
      <p>{text}</p>
    </details>
  );
};
