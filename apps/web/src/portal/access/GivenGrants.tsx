import type { AccessGrant } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ForRole, useHasRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { NoMatches } from '../../parts/list/ListFilters.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall, useChangeAnswer, useUser } from '../../session/index.ts';
import styles from './Access.module.css';
import { personColumns } from './columns.tsx';
import { EmptyNote } from './EmptyNote.tsx';
import { GiveAccess } from './GiveAccess.tsx';
import { GrantFilterFields } from './GrantFilterFields.tsx';
import { PastGrants } from './PastGrants.tsx';
import { useEndGrant } from './useEndGrant.ts';
import { useGrantFilter } from './useGrantFilter.ts';

const path = '/api/user/v1/settings/accessgrants';

/** Who has access to the current customer's insurance; administrators grant, change and revoke it. */
export const GivenGrants = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const call = useCall(path, {});
  const changeAnswer = useChangeAnswer();
  const canManage = useHasRole('Admin');
  const [editedGrant, setEditedGrant] = useState<AccessGrant | 'new'>();
  const ending = useEndGrant<AccessGrant>(
    '/api/user/v1/settings/accessgrants/{id}',
    'access|revokedNotice',
    call.retry,
  );
  const showGiven = (given: AccessGrant, replaces: string | undefined) => {
    changeAnswer(path, ({ items, ...rest }) => ({
      ...rest,
      items: [given, ...items.filter(({ id }) => id !== given.id && id !== replaces)],
    }));
    // The grant that was replaced has moved to those that have ended.
    call.retry();
  };
  const isOwn = subject === undefined || subject.via === 'self';
  const title = isOwn ? t('access|given') : t('access|givenFor', { name: subject.fullName });
  const date = (day: string) => formatDate(t.language, day);
  const grants = call.data?.items ?? [];
  const filter = useGrantFilter(grants);
  const { open, past, query, isNarrow, clear } = filter;
  const actions = (grant: AccessGrant) => (
    <span className={styles.actions}>
      <Button
        kind="secondary"
        size="small"
        aria-label={t('access|changeFor', { name: grant.name })}
        onClick={() => setEditedGrant(grant)}
      >
        {t('access|change')}
      </Button>
      <Button
        kind="secondary"
        size="small"
        aria-label={t('access|revokeFor', { name: grant.name })}
        onClick={() => ending.setGrantToEnd(grant)}
      >
        {t('access|revoke')}
      </Button>
    </span>
  );
  return (
    <SettingsSection isWide title={title}>
      {grants.length > 1 && <GrantFilterFields {...filter} count={grants.length} />}
      <CallScreen
        call={call}
        loading={t('access|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={() => open.length === 0}
        empty={
          isNarrow ? (
            past.length === 0 && <NoMatches onClear={clear} />
          ) : (
            <EmptyNote title={t('access|givenEmpty')}>{isOwn && t('access|givenEmptyText')}</EmptyNote>
          )
        }
      >
        {() => (
          <Table
            caption={title}
            isCaptionHidden
            rows={open}
            rowKey={({ id }) => id}
            columns={[
              ...personColumns(t),
              { key: 'role', heading: t('access|role'), cell: ({ role }) => t(`accessRole|${role}`) },
              { key: 'from', heading: t('access|since'), cell: ({ validFrom }) => date(validFrom) },
              { key: 'to', heading: t('access|until'), cell: ({ validTo }) => date(validTo) },
              ...(canManage ? [{ key: 'actions', heading: t('access|actions'), cell: actions }] : []),
            ]}
          />
        )}
      </CallScreen>
      <ForRole requires="Admin">
        <div className={styles.give}>
          <Button onClick={() => setEditedGrant('new')}>{t('access|give')}</Button>
        </div>
      </ForRole>
      <PastGrants key={String(isNarrow)} grants={past} isOpen={isNarrow} />
      {open.length + past.length > 0 && (
        <ListActions path="/api/user/v1/settings/accessgrants" query={query} />
      )}
      {editedGrant && (
        <GiveAccess
          grant={editedGrant === 'new' ? undefined : editedGrant}
          onGiven={showGiven}
          onClose={() => setEditedGrant(undefined)}
        />
      )}
      {ending.grantToEnd && (
        <ConfirmDialog
          title={t('access|revokeTitle')}
          confirmLabel={t('access|revoke')}
          busyLabel={t('access|revoking')}
          kind="danger"
          isBusy={ending.busy}
          onConfirm={ending.end}
          onClose={() => ending.setGrantToEnd(undefined)}
        >
          <p>{t('access|revokeText', { name: ending.grantToEnd.name })}</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
};
