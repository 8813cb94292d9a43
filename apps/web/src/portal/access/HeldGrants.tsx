import type { ReceivedGrant } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { NoMatches } from '../../parts/list/ListFilters.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall } from '../../session/index.ts';
import { useSubjectSwitch } from '../../shell/useSwitch.ts';
import styles from './Access.module.css';
import { ActFor, personColumns } from './columns.tsx';
import { EmptyNote } from './EmptyNote.tsx';
import { GrantFilterFields } from './GrantFilterFields.tsx';
import { PastGrants } from './PastGrants.tsx';
import { useEndGrant } from './useEndGrant.ts';
import { useGrantFilter } from './useGrantFilter.ts';

/** Grants held by the user, who can act for each customer or give up the grant (rules ACC-2, ACC-3, DATA-10). */
export const HeldGrants = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v2/settings/grantedaccess', {});
  const customerSwitch = useSubjectSwitch();
  const ending = useEndGrant<ReceivedGrant>(
    '/api/user/v1/settings/grantedaccess/{id}',
    'access|givenUpNotice',
    call.retry,
  );
  const grants = call.data?.items ?? [];
  const filter = useGrantFilter(grants);
  const { open, past, query, isNarrow, clear } = filter;
  const actions = ({ ssn, name, ...grant }: ReceivedGrant) => (
    <span className={styles.actions}>
      <ActFor ssn={ssn} name={name} customerSwitch={customerSwitch} />
      <Button
        kind="secondary"
        size="small"
        aria-label={t('access|giveUpFor', { name })}
        onClick={() => ending.setGrantToEnd({ ssn, name, ...grant })}
      >
        {t('access|giveUp')}
      </Button>
    </span>
  );
  return (
    <SettingsSection isWide title={t('access|held')}>
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
            <EmptyNote title={t('access|heldEmpty')}>{t('access|heldEmptyText')}</EmptyNote>
          )
        }
      >
        {() => (
          <Table
            caption={t('access|held')}
            isCaptionHidden
            rows={open}
            rowKey={({ id }) => id}
            columns={[
              ...personColumns(t),
              { key: 'role', heading: t('access|role'), cell: ({ role }) => t(`accessRole|${role}`) },
              {
                key: 'to',
                heading: t('access|until'),
                cell: ({ validTo }) => formatDate(t.language, validTo),
              },
              { key: 'actions', heading: t('access|actions'), cell: actions },
            ]}
          />
        )}
      </CallScreen>
      <PastGrants key={String(isNarrow)} grants={past} isOpen={isNarrow} />
      {open.length + past.length > 0 && (
        <ListActions path="/api/user/v2/settings/grantedaccess" query={query} />
      )}
      {ending.grantToEnd && (
        <ConfirmDialog
          title={t('access|giveUpTitle')}
          confirmLabel={t('access|giveUp')}
          busyLabel={t('access|givingUp')}
          kind="danger"
          isBusy={ending.busy}
          onConfirm={ending.end}
          onClose={() => ending.setGrantToEnd(undefined)}
        >
          <p>{t('access|giveUpText', { name: ending.grantToEnd.name })}</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  );
};
