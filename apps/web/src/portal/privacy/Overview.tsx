import type { OverviewStatus } from '@hofn/contracts';
import { formatDate, formatDateTime, formatNumber } from '@hofn/texts';
import { Button, DescriptionList, Row, Skeleton, Tag, type TagKind } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall, useDownload, usePost } from '../../session/index.ts';
import styles from './Privacy.module.css';
import { Reasons } from './Reasons.tsx';

type RequestState = Exclude<OverviewStatus['state'], 'none'>;

const stateTags: Record<RequestState, { kind: TagKind; icon: ComponentProps<typeof Tag>['icon'] }> = {
  requested: { kind: 'info', icon: 'clock' },
  processing: { kind: 'info', icon: 'clock' },
  extended: { kind: 'warning', icon: 'clock' },
  ready: { kind: 'success', icon: 'done' },
  refused: { kind: 'danger', icon: 'stop' },
  expired: { kind: 'neutral', icon: 'info' },
};

const isInProgress = (state: OverviewStatus['state']): boolean =>
  state === 'requested' || state === 'processing';
const megabyte = 1024 * 1024;

/** Lets the user request, track and download a copy of their data (rule DATA-3a). */
export const DataOverview = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/settings/privacy/overviewStatus', {
    dropOnClose: true,
    poll: { milliseconds: 5000, ends: ({ state }) => !isInProgress(state) },
  });
  const { send, state: sending, error } = usePost('/api/user/v1/settings/privacy/overviewRequest');
  const { busy, error: downloadError, download } = useDownload();

  const requestOverview = async () => {
    if (!(await send({ body: {} }))) return;
    setNotification({ id: 'privacy', text: t('privacy|sent'), kind: 'success' });
    call.retry();
  };
  const downloadFile = async () => {
    await download('archive', '/api/user/v1/settings/privacy/archive');
    call.retry();
  };
  const day = (instant: string | null) => instant && formatDate(t.language, instant.slice(0, 10));
  const formatSize = (bytes: number) =>
    bytes < megabyte
      ? t('privacy|kilobytes', { n: formatNumber(t.language, Math.max(1, Math.round(bytes / 1024))) })
      : t('privacy|megabytes', { n: formatNumber(t.language, Math.round((10 * bytes) / megabyte) / 10) });

  return (
    <SettingsSection title={t('privacy|overview')} description={t('privacy|overviewText')}>
      <CallScreen
        call={call}
        loading={t('privacy|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={() => false}
        empty={null}
      >
        {(status) => (
          <>
            {status.state === 'none' ? (
              <p>{t('privacy|deadline')}</p>
            ) : (
              <>
                <DescriptionList
                  items={[
                    {
                      term: t('privacy|state'),
                      value: <Tag {...stateTags[status.state]}>{t(`privacy|overview.${status.state}`)}</Tag>,
                    },
                    { term: t('privacy|asked'), value: day(status.requestedAt) },
                    {
                      term: t('privacy|due'),
                      value:
                        isInProgress(status.state) || status.state === 'extended' ? day(status.dueAt) : null,
                    },
                    { term: t('privacy|ready'), value: day(status.readyAt) },
                    { term: t('privacy|fetchUntil'), value: status.downloadUrl && day(status.expiresAt) },
                    {
                      term: t('privacy|fetched'),
                      value: status.fetchedAt && formatDateTime(t.language, status.fetchedAt, 'medium'),
                    },
                    {
                      term: t('privacy|size'),
                      value: status.bytes === null ? null : formatSize(status.bytes),
                    },
                  ]}
                />
                {isInProgress(status.state) && <p>{t('privacy|comesByEmail')}</p>}
              </>
            )}
            <Reasons reasons={status.reasons} />
            {status.downloadUrl !== null && (
              <>
                <p>{t('privacy|keepSafe')}</p>
                <Row>
                  <Button
                    icon="download"
                    isLoading={busy !== undefined}
                    loadingLabel={t('privacy|downloading')}
                    onClick={() => void downloadFile()}
                  >
                    {t('privacy|download')}
                  </Button>
                </Row>
                <ErrorAlert title={t('privacy|downloadFailed')} error={downloadError} />
              </>
            )}
            {status.nextFrom === null ? (
              <Row>
                <Button
                  kind={status.downloadUrl === null ? 'primary' : 'secondary'}
                  isLoading={sending === 'sending'}
                  loadingLabel={t('privacy|requesting')}
                  onClick={() => void requestOverview()}
                >
                  {t('privacy|requestOverview')}
                </Button>
              </Row>
            ) : (
              !isInProgress(status.state) &&
              status.state !== 'extended' && (
                <p className={styles.quiet}>{t('privacy|nextFrom', { date: day(status.nextFrom) ?? '' })}</p>
              )
            )}
            <ErrorAlert title={t('privacy|requestFailed')} error={error} />
          </>
        )}
      </CallScreen>
    </SettingsSection>
  );
};
