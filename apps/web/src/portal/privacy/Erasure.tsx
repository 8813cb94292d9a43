import type { ErasureStatus } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Button, DescriptionList, Row, Skeleton, Tag, type TagKind } from '@hofn/ui';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { RetainedData } from '../../parts/RetainedData.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall, usePost } from '../../session/index.ts';
import styles from './Privacy.module.css';
import { Reasons } from './Reasons.tsx';

type RequestState = Exclude<ErasureStatus['state'], 'none'>;

const stateTags: Record<RequestState, { kind: TagKind; icon: ComponentProps<typeof Tag>['icon'] }> = {
  requested: { kind: 'info', icon: 'clock' },
  approved: { kind: 'info', icon: 'clock' },
  rejected: { kind: 'danger', icon: 'stop' },
  done: { kind: 'success', icon: 'done' },
};

/**
 * Requests erasure of personal data after confirmation, and shows what is retained, why and until when (rule
 * DATA-3b).
 */
export const Erasure = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/settings/privacy/erasureStatus', { dropOnClose: true });
  const { send, state: sending, error, reset } = usePost('/api/user/v1/settings/privacy/erasureRequest');
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => {
    setIsConfirming(false);
    reset();
  };
  const requestErasure = async () => {
    if (!(await send({ body: { confirmed: true } }))) return;
    setIsConfirming(false);
    setNotification({ id: 'privacy', text: t('privacy|sent'), kind: 'success' });
    call.retry();
  };
  const day = (instant: string | null) => instant && formatDate(t.language, instant.slice(0, 10));
  return (
    <SettingsSection title={t('privacy|erasure')} description={t('privacy|erasureText')}>
      <CallScreen
        call={call}
        loading={t('privacy|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={() => false}
        empty={null}
      >
        {(status) => (
          <>
            {status.state !== 'none' && (
              <DescriptionList
                items={[
                  {
                    term: t('privacy|state'),
                    value: <Tag {...stateTags[status.state]}>{t(`privacy|erasure.${status.state}`)}</Tag>,
                  },
                  { term: t('privacy|asked'), value: day(status.requestedAt) },
                  { term: t('privacy|due'), value: status.state === 'requested' ? day(status.dueAt) : null },
                  { term: t('privacy|decided'), value: day(status.decidedAt) },
                  { term: t('privacy|erasedOn'), value: day(status.doneAt) },
                ]}
              />
            )}
            <Reasons reasons={status.reasons} />
            {status.state === 'done' && <RetainedData retained={status.keptBecause} />}
            {status.nextFrom === null ? (
              <Row>
                <Button kind="secondary" onClick={() => setIsConfirming(true)}>
                  {t('privacy|requestErasure')}
                </Button>
              </Row>
            ) : (
              (status.state === 'done' || status.state === 'rejected') && (
                <p className={styles.quiet}>{t('privacy|nextFrom', { date: day(status.nextFrom) ?? '' })}</p>
              )
            )}
          </>
        )}
      </CallScreen>
      {isConfirming && (
        <ConfirmDialog
          title={t('privacy|confirmTitle')}
          confirmLabel={t('privacy|confirmYes')}
          busyLabel={t('privacy|requesting')}
          kind="danger"
          isBusy={sending === 'sending'}
          onConfirm={() => void requestErasure()}
          onClose={close}
        >
          <p>{t('privacy|confirmText')}</p>
          <p>{t('privacy|confirmFirst')}</p>
          <ErrorAlert title={t('privacy|requestFailed')} error={error} />
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
};
