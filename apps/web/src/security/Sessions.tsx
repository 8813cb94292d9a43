import type { SignInSession } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { CallScreen } from '../parts/CallScreen.tsx';
import { SettingsSection } from '../parts/SettingsSection.tsx';
import { useDelete } from '../parts/useDelete.ts';
import { useCall } from '../session/index.ts';
import { type Area, securityPaths } from './calls.ts';

/** The user's sessions, to recognize devices and sign out other sessions. */
export const Sessions = ({ area }: { area: Area }) => {
  const t = useTexts<'portal'>();
  const call = useCall(`${securityPaths[area]}/sessions`, {});
  const { busy, deleteItem } = useDelete(
    `${securityPaths[area]}/sessions/{id}`,
    { id: 'security', failed: t('security|endFailed') },
    call.retry,
  );
  const end = (id: string) => void deleteItem(id, t('security|sessionEnded'));
  const deviceName = ({ browser, system }: SignInSession) =>
    browser && system
      ? t('security|device', { browser, system })
      : (browser ?? system ?? t('security|unknownDevice'));
  return (
    <SettingsSection isWide title={t('security|sessions')} description={t('security|sessionsLead')}>
      <CallScreen
        call={call}
        loading={t('security|loading')}
        skeleton={<Skeleton rows={2} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<p data-state="empty">{t('security|noSessions')}</p>}
      >
        {({ items }) => (
          <>
            <Table
              caption={t('security|sessions')}
              isCaptionHidden
              rows={items}
              rowKey={({ id }) => id}
              columns={[
                { key: 'device', heading: t('security|deviceHeading'), isRowHeading: true, cell: deviceName },
                { key: 'way', heading: t('security|way'), cell: ({ way }) => t(`signInWay|${way}`) },
                {
                  key: 'since',
                  heading: t('security|since'),
                  cell: ({ signedInAt }) => formatDateTime(t.language, new Date(signedInAt)),
                },
                {
                  key: 'used',
                  heading: t('security|lastUsed'),
                  cell: ({ lastUsedAt, current }) =>
                    current ? t('security|current') : formatDateTime(t.language, new Date(lastUsedAt)),
                },
                {
                  key: 'actions',
                  heading: t('security|actions'),
                  cell: (session) =>
                    !session.current && (
                      <Button
                        kind="secondary"
                        size="small"
                        aria-label={t('security|endSessionOf', { device: deviceName(session) })}
                        aria-disabled={busy}
                        onClick={() => end(session.id)}
                      >
                        {t('security|endSession')}
                      </Button>
                    ),
                },
              ]}
            />
            {items.length > 2 && (
              <div>
                <Button
                  kind="secondary"
                  isLoading={busy}
                  loadingLabel={t('security|ending')}
                  onClick={() => end('others')}
                >
                  {t('security|endOthers')}
                </Button>
              </div>
            )}
          </>
        )}
      </CallScreen>
    </SettingsSection>
  );
};
