import type { InvolvedCompany } from '@hofn/contracts';
import { Skeleton, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { useCall } from '../../session/index.ts';
import { useSubjectSwitch } from '../../shell/useSwitch.ts';
import { ActFor, personColumns } from './columns.tsx';
import { EmptyNote } from './EmptyNote.tsx';

/** Companies the user is involved in. Acting for a company requires a procuration or a grant (rule ACC-4). */
export const Companies = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/settings/companyinvolvement', {});
  const customerSwitch = useSubjectSwitch();
  // Only the first word of the list is capitalized.
  const joinCapitalized = ([first = '', ...others]: string[]) =>
    [first, ...others.map((word) => word.toLowerCase())].join(', ');
  const action = ({ ssn, name, role }: InvolvedCompany) =>
    role === null ? t('access|noRight') : <ActFor ssn={ssn} name={name} customerSwitch={customerSwitch} />;
  return (
    <SettingsSection isWide title={t('access|companies')}>
      <CallScreen
        call={call}
        loading={t('access|loading')}
        skeleton={<Skeleton rows={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyNote title={t('access|companiesEmpty')}>{t('access|companiesEmptyText')}</EmptyNote>}
      >
        {({ items }) => (
          <Table
            caption={t('access|companies')}
            isCaptionHidden
            rows={items}
            rowKey={({ ssn }) => ssn}
            columns={[
              ...personColumns(t),
              {
                key: 'involvement',
                heading: t('access|involvement'),
                cell: ({ involvement }) => joinCapitalized(involvement.map((kind) => t(`access|${kind}`))),
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
