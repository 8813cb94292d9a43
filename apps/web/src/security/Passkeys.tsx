import type { Passkey } from '@hofn/contracts';
import { dayOfInstant, errorText, formatDate } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { CallScreen } from '../parts/CallScreen.tsx';
import { SettingsSection } from '../parts/SettingsSection.tsx';
import { useDelete } from '../parts/useDelete.ts';
import { useCall, useSession } from '../session/index.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { type Area, securityPaths } from './calls.ts';
import { RenamePasskey } from './RenamePasskey.tsx';
import styles from './Security.module.css';

const dayOf = (instant: string): string => dayOfInstant(new Date(instant));

/**
 * The user's passkeys (rules AUTH-10e and HOLD-11). Adding one requires sign-in by electronic ID or passkey, so that a
 * leaked password cannot add one; of staff a recent one.
 * @param signInAgainText says what adding one requires
 */
export const Passkeys = ({ area, signInAgainText }: { area: Area; signInAgainText: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall(`${securityPaths[area]}/passkeys`, {});
  const { login } = useSession();
  const [renamed, setRenamed] = useState<Passkey>();
  const { busy, deleteItem } = useDelete(
    `${securityPaths[area]}/passkeys/{id}`,
    {
      id: 'security',
      failed: t('security|endFailed'),
      faults: (code) => (code === 'passkeyLast' ? errorText(t, code) : undefined),
    },
    call.retry,
  );
  const end = (id: string) => void deleteItem(id, t('security|passkeyRemoved'));
  return (
    <SettingsSection isWide title={t('security|passkeys')} description={t('security|passkeysLead')}>
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
                isCaptionHidden
                rows={items}
                rowKey={({ id }) => id}
                columns={[
                  {
                    key: 'name',
                    heading: t('security|passkeyName'),
                    isRowHeading: true,
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
                    heading: t('security|actions'),
                    cell: (passkey) => (
                      <span className={styles.actions}>
                        <Button
                          kind="secondary"
                          size="small"
                          aria-label={t('security|passkeyRenameOf', { name: passkey.name })}
                          onClick={() => setRenamed(passkey)}
                        >
                          {t('security|passkeyRename')}
                        </Button>
                        <Button
                          kind="secondary"
                          size="small"
                          aria-label={t('security|passkeyRemoveOf', { name: passkey.name })}
                          aria-disabled={busy}
                          onClick={() => end(passkey.id)}
                        >
                          {t('security|passkeyRemove')}
                        </Button>
                      </span>
                    ),
                  },
                ]}
              />
            )}
            {mayAdd ? (
              <AddPasskey area={area} onAdded={call.retry} />
            ) : (
              <>
                <p>{signInAgainText}</p>
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
      {renamed && (
        <RenamePasskey
          area={area}
          passkey={renamed}
          onRenamed={call.retry}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </SettingsSection>
  );
};
