import { useTexts } from '../engine/index.ts';
import styles from './Shell.module.css';

/** The first stop of the Tab key: past the menus, to the page itself. */
export const SkipLink = () => {
  const t = useTexts();
  return (
    <a className={styles.skip} href="#main">
      {t('shell|skipToMain')}
    </a>
  );
};
