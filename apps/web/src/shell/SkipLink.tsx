import { useTexts } from '../engine/index.ts';
import styles from './Shell.module.css';

/** The first tab stop: skips the menus. */
export const SkipLink = () => {
  const t = useTexts();
  return (
    <a className={styles.skip} href="#main">
      {t('shell|skipToMain')}
    </a>
  );
};
