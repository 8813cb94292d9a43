import type { InvolvedCompany } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { Button, Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useCall, useUser } from '../../session/index.ts';
import { useSwitch } from '../../shell/useSwitch.ts';
import { CallScreen } from '../CallScreen.tsx';
import { SettingsSection } from '../SettingsSection.tsx';
import { Nothing } from './Nothing.tsx';

/** Companies that the reader has to do with; procuration, or a grant, lets them act (rule ACC-4). */
export const Companies = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const call = useCall('/api/user/v1/settings/companyinvolvement', {});
  const turn = useSwitch();
  const action = ({ ssn, name, role }: InvolvedCompany) =>
    role === null
      ? t('access|noRight')
      : ssn !== subject?.value && (
          <Button
            size="small"
            aria-label={t('acting|actFor', { name })}
            aria-disabled={turn.busy}
            onClick={() => turn.begin(ssn, name)}
          >
            {t('acting|actForShort')}
          </Button>
        );
  return (
    <SettingsSection wide title={t('access|companies')}>
      <CallScreen
        call={call}
        loading={t('access|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Nothing title={t('access|companiesEmpty')}>{t('access|companiesEmptyText')}</Nothing>}
      >
        {({ items }) => (
          <Table
            caption={t('access|companies')}
            captionHidden
            rows={items}
            rowKey={({ ssn }) => ssn}
            columns={[
              { key: 'name', heading: t('access|name'), rowHeading: true, cell: ({ name }) => name },
              {
                key: 'ssn',
                heading: t('access|ssn'),
                numeric: true,
                cell: ({ ssn }) => formatKennitala(ssn),
              },
              {
                key: 'involvement',
                heading: t('access|involvement'),
                cell: ({ involvement }) => involvement.map((kind) => t(`access|${kind}`)).join(', '),
              },
              {
                key: 'role',
                heading: t('access|role'),
                cell: ({ role }) => (role === null ? t('access|none') : t(`accessRole|${role}`)),
              },
              { key: 'actions', heading: t('access|actions'), cell: action },
            ]}
          />
        )}
      </CallScreen>
    </SettingsSection>
  );
};
