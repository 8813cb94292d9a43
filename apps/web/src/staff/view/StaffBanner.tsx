import { formatKennitala } from '@hofn/domain';
import { Button, Icon, Row } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useNow } from '../../parts/useNow.ts';
import { endView, usePost, useUser, viewedSsn } from '../../session/index.ts';
import { addressOf } from '../../session/sign-in-paths.ts';
import { LookUp } from './LookUp.tsx';
import styles from './StaffBanner.module.css';

const minuteMs = 60_000;

/**
 * Banner above customer pages in the staff portal: who is viewed, why and how long (rule STAFF-2a), their spouse (rule
 * SITE-8), another customer, and ending the view.
 */
const StaffBanner = () => {
  const t = useTexts<'portal'>();
  const user = useUser().data;
  const now = useNow();
  const { send, state } = usePost('/api/staff/v1/views/end');
  const [searchedSsn, setSearchedSsn] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  const ssn = viewedSsn();
  const endsAt = user?.view?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return;
    // Without it, a customer's data would stay on an unattended screen, since no call would be made and
    // refused.
    const timer = setTimeout(
      () => {
        endView(true);
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
    endView(false);
    setIsLeaving(true);
    location.assign(addressOf('staff.customers', t.language));
  };
  const timeLeft =
    user?.view && now
      ? Math.max(0, Math.floor((Date.parse(user.view.endsAt) - now.getTime()) / minuteMs))
      : undefined;
  const spouse =
    user?.spouseSsn && user.spouseName ? { ssn: user.spouseSsn, name: user.spouseName } : undefined;
  const toggle = (wantedSsn: string) => setSearchedSsn(searchedSsn === wantedSsn ? undefined : wantedSsn);
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
              {timeLeft !== undefined && <> · {t('staffView|endsIn', { n: timeLeft })}</>}
            </p>
          )}
        </div>
        <Row gap="s">
          {spouse && (
            <Button
              kind="text"
              size="small"
              aria-expanded={searchedSsn === spouse.ssn}
              onClick={() => toggle(spouse.ssn)}
            >
              {t('staffView|spouse', { name: spouse.name })}
            </Button>
          )}
          <Button kind="text" size="small" aria-expanded={searchedSsn === ''} onClick={() => toggle('')}>
            {t('staffView|another')}
          </Button>
          <Button
            kind="secondary"
            size="small"
            isLoading={state === 'sending' || isLeaving}
            loadingLabel={t('staffView|ending')}
            onClick={() => void end()}
          >
            {t('staffView|endNow')}
          </Button>
        </Row>
      </div>
      {searchedSsn !== undefined && (
        <div className={`page-width ${styles.lookUp}`}>
          <LookUp key={searchedSsn} initialSsn={searchedSsn} />
        </div>
      )}
    </section>
  );
};

export default StaffBanner;
