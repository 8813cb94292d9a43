import { dayOfInstant, formatDate } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useDelete } from '../../parts/useDelete.ts';
import { useCall, useSession } from '../../session/index.ts';
import { AddPasskey } from './AddPasskey.tsx';

const dayOf = (instant: string): string => dayOfInstant(new Date(instant));

/**
 * The user's passkeys (rule AUTH-10e). Adding one requires sign-in by electronic ID or passkey, so that a
 * leaked password cannot add one.
 */
export const Passkeys = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/settings/passkeys', {});
  const { login } = useSession();
  const { busy, deleteItem } = useDelete(
    '/api/user/v1/settings/passkeys/{id}',
    { id: 'security', failed: t('security|endFailed') },
    call.retry,
  );
  const end = (id: string) => void deleteItem(id, t('security|passkeyRemoved'));
  return (
    <SettingsSection wide title={t('security|passkeys')} description={t('security|passkeysLead')}>
      <CallScreen
        call={call}
        loading={t('security|loading')}
        skeleton={<Skeleton rows={2} />}
        isEmpty={() => false}
        empty={null}
      >
        {({ items, mayAdd }) => (
          <>
            {items.length === 0 ? (
              <p data-state="empty">{t('security|passkeyNone')}</p>
            ) : (
              <Table
                caption={t('security|passkeys')}
                captionHidden
                rows={items}
                rowKey={({ id }) => id}
                columns={[
                  {
                    key: 'name',
                    heading: t('security|passkeyName'),
                    rowHeading: true,
                    cell: ({ name }) => name,
                  },
                  {
                    key: 'made',
                    heading: t('security|passkeyMade'),
                    cell: ({ createdAt }) => formatDate(t.language, dayOf(createdAt)),
                  },
                  {
                    key: 'used',
                    heading: t('security|lastUsed'),
                    cell: ({ usedAt }) =>
                      usedAt === null ? t('security|neverUsed') : formatDate(t.language, dayOf(usedAt)),
                  },
                  {
                    key: 'actions',
                    heading: t('access|actions'),
                    cell: ({ id, name }) => (
                      <Button
                        kind="secondary"
                        size="small"
                        aria-label={t('security|passkeyRemoveOf', { name })}
                        aria-disabled={busy}
                        onClick={() => end(id)}
                      >
                        {t('security|passkeyRemove')}
                      </Button>
                    ),
                  },
                ]}
              />
            )}
            {mayAdd ? (
              <AddPasskey onAdded={call.retry} />
            ) : (
              <>
                <p>{t('security|signInAgainText')}</p>
                <div>
                  <Button kind="secondary" onClick={() => void login(undefined, { prompt: 'login' })}>
                    {t('security|signInAgain')}
                  </Button>
                </div>
              </>
            )}
          </>
        )}
      </CallScreen>
    </SettingsSection>
  );
};
