import type { HeldAccess } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { NoMatches } from '../../parts/list/ListFilters.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall } from '../../session/index.ts';
import { useSwitch } from '../../shell/useSwitch.ts';
import styles from './Access.module.css';
import { ActFor, useWhoColumns } from './columns.tsx';
import { Earlier } from './Earlier.tsx';
import { EndDialog } from './EndDialog.tsx';
import { Nothing } from './Nothing.tsx';
import { useEnding } from './useEnding.ts';
import { useGrantFilter } from './useGrantFilter.tsx';

/** Access that the reader has been given: to act by it, or to give it up (rules ACC-2, ACC-3, DATA-10). */
export const Held = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v2/settings/grantedaccess', {});
  const who = useWhoColumns();
  const turn = useSwitch();
  const ending = useEnding<HeldAccess>(
    '/api/user/v1/settings/grantedaccess/{id}',
    'access|givenUpNotice',
    call.retry,
  );
  const { open, earlier, fields, query, isNarrow, clear } = useGrantFilter(call.data?.items ?? []);
  const actions = ({ ssn, name, ...grant }: HeldAccess) => (
    <span className={styles.actions}>
      <ActFor ssn={ssn} name={name} turn={turn} />
      <Button
        kind="secondary"
        size="small"
        aria-label={t('access|giveUpFor', { name })}
        onClick={() => ending.ask({ ssn, name, ...grant })}
      >
        {t('access|giveUp')}
      </Button>
    </span>
  );
  return (
    <SettingsSection wide title={t('access|held')}>
      {fields}
      {open.length + earlier.length > 0 && (
        <ListActions path="/api/user/v2/settings/grantedaccess" query={query} />
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
            <Nothing title={t('access|heldEmpty')}>{t('access|heldEmptyText')}</Nothing>
          )
        }
      >
        {() => (
          <Table
            caption={t('access|held')}
            captionHidden
            rows={open}
            rowKey={({ id }) => id}
            columns={[
              ...who,
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
      <Earlier key={String(isNarrow)} grants={earlier} open={isNarrow} />
      {ending.chosen && (
        <EndDialog
          title={t('access|giveUpTitle')}
          text={t('access|giveUpText', { name: ending.chosen.name })}
          act={t('access|giveUp')}
          acting={t('access|givingUp')}
          busy={ending.busy}
          onEnd={ending.end}
          onClose={() => ending.ask(undefined)}
        />
      )}
    </SettingsSection>
  );
};
