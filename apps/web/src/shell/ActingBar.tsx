import { Button } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import styles from './ActingBar.module.css';
import { useSubjectSwitch } from './useSwitch.ts';

/**
 * Names on every screen the customer that the user acts for, with a button that returns to their own account (rule ACC-3).
 * It stays visible while the page is scrolled, on a phone as one line with fewer words (rule LIFE-44).
 */
export const ActingBar = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const { stop, busy } = useSubjectSwitch();
  if (subject?.via !== 'delegate') return null;
  const { fullName: name, role } = subject;
  return (
    <section className={styles.bar} aria-label={t('acting|label')}>
      <div className={`page-width ${styles.row}`}>
        <p className={styles.text}>
          <span className={styles.name}>
            <span className={styles.wide}>{t('acting|bar', { name })}</span>
            <span className={styles.narrow}>{name}</span>
          </span>{' '}
          <span className={styles.role}>{t(`accessRole|${role}`)}</span>
        </p>
        <Button
          kind="secondary"
          size="small"
          isLoading={busy}
          loadingLabel={t('acting|stopping', { name })}
          // Has both texts, whichever is shown.
          aria-label={`${t('acting|stopShort')}: ${t('acting|stop')}`}
          onClick={stop}
        >
          <span className={styles.wide}>{t('acting|stop')}</span>
          <span className={styles.narrow}>{t('acting|stopShort')}</span>
        </Button>
      </div>
    </section>
  );
};
