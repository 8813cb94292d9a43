import { formatKennitala } from '@hofn/domain';
import { Button, Icon } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useNow } from '../../parts/useNow.ts';
import { forgetViewed, useSend, useUser, viewedSsn } from '../../session/index.ts';
import { addressOf } from '../../session/sign-in-paths.ts';
import { LookUp } from './LookUp.tsx';
import styles from './StaffBanner.module.css';

const minuteMs = 60_000;

/**
 * Above every page of a customer's in the staff portal: whom one views, why and for how long (rule STAFF-2a), the spouse
 * (rule SITE-8), another customer, and the end of it.
 */
const StaffBanner = () => {
  const t = useTexts<'portal'>();
  const user = useUser().data;
  const now = useNow();
  const { send, state } = useSend('/api/staff/v1/views/end');
  const [sought, seek] = useState<string>();
  const [leaving, leave] = useState(false);
  const ssn = viewedSsn();
  const endsAt = user?.view?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return;
    // On a desk that nobody sits at, no call would be refused, and the customer's data would stand there for good.
    const timer = setTimeout(
      () => {
        forgetViewed(true);
        location.reload();
      },
      Math.max(0, Date.parse(endsAt) - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (ssn === undefined) return null;
  const end = async () => {
    if ((await send({ body: { ssn } })) === undefined) {
      setNotification({ id: 'staffView', kind: 'error', text: t('staffView|endFailed') });
      return;
    }
    forgetViewed(false);
    leave(true);
    location.assign(addressOf('staff.customers', t.language));
  };
  const left =
    user?.view && now
      ? Math.max(0, Math.floor((Date.parse(user.view.endsAt) - now.getTime()) / minuteMs))
      : undefined;
  const spouse =
    user?.spouseSsn && user.spouseName ? { ssn: user.spouseSsn, name: user.spouseName } : undefined;
  const toggle = (wanted: string) => seek(sought === wanted ? undefined : wanted);
  return (
    <section className={styles.banner} aria-label={t('staffView|banner')}>
      <div className={`page-width ${styles.row}`}>
        <p className={styles.mark}>
          <Icon name="staff" size={20} />
          {t('staffView|banner')}
        </p>
        <div className={styles.who}>
          <p>
            {user && <>{t('staffView|viewing', { name: user.fullName })}, </>}
            <span className={styles.ssn}>{formatKennitala(ssn)}</span>
          </p>
          {user?.view && (
            <p className={styles.soft}>
              {t('staffView|because', { reason: t(`staffView|reason.${user.view.reason}`) })}
              {left !== undefined && <> · {t('staffView|endsIn', { n: left })}</>}
            </p>
          )}
        </div>
        <div className={styles.actions}>
          {spouse && (
            <Button
              kind="text"
              size="small"
              aria-expanded={sought === spouse.ssn}
              onClick={() => toggle(spouse.ssn)}
            >
              {t('staffView|spouse', { name: spouse.name })}
            </Button>
          )}
          <Button kind="text" size="small" aria-expanded={sought === ''} onClick={() => toggle('')}>
            {t('staffView|another')}
          </Button>
          <Button
            kind="secondary"
            size="small"
            loading={state === 'sending' || leaving}
            loadingLabel={t('staffView|ending')}
            onClick={() => void end()}
          >
            {t('staffView|endNow')}
          </Button>
        </div>
      </div>
      {sought !== undefined && (
        <div className={`page-width ${styles.lookUp}`}>
          <LookUp key={sought} first={sought} />
        </div>
      )}
    </section>
  );
};

export default StaffBanner;
