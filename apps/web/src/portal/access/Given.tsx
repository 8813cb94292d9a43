import type { AccessGrant } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole, useMay } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { NoMatches } from '../../parts/list/ListFilters.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall, useUser } from '../../session/index.ts';
import styles from './Access.module.css';
import { useWhoColumns } from './columns.tsx';
import { Earlier } from './Earlier.tsx';
import { EndDialog } from './EndDialog.tsx';
import { GiveAccess } from './GiveAccess.tsx';
import { Nothing } from './Nothing.tsx';
import { useEnding } from './useEnding.ts';
import { useGrantFilter } from './useGrantFilter.tsx';

/** Who has access to the insurance of the customer before the reader; whoever manages it gives, changes and revokes. */
export const Given = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const call = useCall('/api/user/v1/settings/accessgrants', {});
  const who = useWhoColumns();
  const manages = useMay('Admin');
  const [giving, give] = useState<AccessGrant | 'new'>();
  const ending = useEnding<AccessGrant>(
    '/api/user/v1/settings/accessgrants/{id}',
    'access|revokedNotice',
    call.retry,
  );
  const isOwn = subject === undefined || subject.via === 'self';
  const title = isOwn ? t('access|given') : t('access|givenFor', { name: subject.fullName });
  const date = (day: string) => formatDate(t.language, day);
  const { open, earlier, fields, query, isNarrow, clear } = useGrantFilter(call.data?.items ?? []);
  const actions = (grant: AccessGrant) => (
    <span className={styles.actions}>
      <Button
        kind="secondary"
        size="small"
        aria-label={t('access|changeFor', { name: grant.name })}
        onClick={() => give(grant)}
      >
        {t('access|change')}
      </Button>
      <Button
        kind="secondary"
        size="small"
        aria-label={t('access|revokeFor', { name: grant.name })}
        onClick={() => ending.ask(grant)}
      >
        {t('access|revoke')}
      </Button>
    </span>
  );
  return (
    <SettingsSection wide title={title}>
      {fields}
      {open.length + earlier.length > 0 && (
        <ListActions path="/api/user/v1/settings/accessgrants" query={query} />
      )}
      <CallScreen
        call={call}
        loading={t('access|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={() => open.length === 0}
        empty={
          isNarrow ? (
            earlier.length === 0 && <NoMatches onClear={clear} />
          ) : (
            <Nothing title={t('access|givenEmpty')}>{isOwn && t('access|givenEmptyText')}</Nothing>
          )
        }
      >
        {() => (
          <Table
            caption={title}
            captionHidden
            rows={open}
            rowKey={({ id }) => id}
            columns={[
              ...who,
              { key: 'role', heading: t('access|role'), cell: ({ role }) => t(`accessRole|${role}`) },
              { key: 'from', heading: t('access|since'), cell: ({ validFrom }) => date(validFrom) },
              { key: 'to', heading: t('access|until'), cell: ({ validTo }) => date(validTo) },
              ...(manages ? [{ key: 'actions', heading: t('access|actions'), cell: actions }] : []),
            ]}
          />
        )}
      </CallScreen>
      <ForRole takes="Admin">
        <div className={styles.give}>
          <Button onClick={() => give('new')}>{t('access|give')}</Button>
        </div>
      </ForRole>
      <Earlier key={String(isNarrow)} grants={earlier} open={isNarrow} />
      {giving && (
        <GiveAccess
          grant={giving === 'new' ? undefined : giving}
          onGiven={call.retry}
          onClose={() => give(undefined)}
        />
      )}
      {ending.chosen && (
        <EndDialog
          title={t('access|revokeTitle')}
          text={t('access|revokeText', { name: ending.chosen.name })}
          act={t('access|revoke')}
          acting={t('access|revoking')}
          busy={ending.busy}
          onEnd={ending.end}
          onClose={() => ending.ask(undefined)}
        />
      )}
    </SettingsSection>
  );
};
