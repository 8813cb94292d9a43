import { Button } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import styles from './ActingBar.module.css';
import { useSubjectSwitch } from './useSwitch.ts';

/** Names on every screen the customer that the user acts for, with a button that returns to their own account (rule ACC-3). */
export const ActingBar = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const { stop, busy } = useSubjectSwitch();
  if (subject?.via !== 'delegate') return null;
  const { fullName: name, role } = subject;
  return (
    <section className={styles.bar} aria-label={t('acting|label')}>
      <div className={`page-width ${styles.row}`}>
        <p className={styles.name}>
          {t('acting|bar', { name })} <span className={styles.role}>· {t(`accessRole|${role}`)}</span>
        </p>
        <Button
          kind="secondary"
          size="small"
          loading={busy}
          loadingLabel={t('acting|stopping', { name })}
          onClick={stop}
        >
          {t('acting|stop')}
        </Button>
      </div>
    </section>
  );
};
