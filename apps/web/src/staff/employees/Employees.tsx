import type { Employee } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { foldForSearch } from '@hofn/texts';
import { Button, EmptyState, PageHead, Row, SearchField, Skeleton, Table, Tag } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall } from '../../session/index.ts';
import { EmployeeDialog } from './EmployeeDialog.tsx';
import { EmployeeForm } from './EmployeeForm.tsx';
import styles from './Employees.module.css';

const matches = (search: string, { fullName, username, email }: Employee): boolean =>
  foldForSearch(`${fullName} ${username} ${email}`).includes(foldForSearch(search));

const useSignInText = () => {
  const t = useTexts<'staff'>();
  return ({ signIn, ssn }: Employee): string => {
    if (signIn.federated) return t('employees|workAccount');
    const ways = [
      signIn.passkeys > 0 && t('employees|passkeys', { n: signIn.passkeys }),
      signIn.password && ssn !== null && t('employees|password'),
    ].filter((way) => way !== false);
    return ways.length > 0 ? ways.join(', ') : t('employees|noSignIn');
  };
};

/** Administrators add, change, dismiss and restore employees, and end their sessions (rule HOLD-11). */
export const Employees = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/employees', { dropOnClose: true });
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<Employee | 'new'>();
  const [openedKey, setOpenedKey] = useState<string>();
  const opened = call.data?.items.find(({ key }) => key === openedKey);
  const signInText = useSignInText();
  return (
    <>
      <PageHead
        title={t('employees|title')}
        actions={
          call.data?.mayAdd !== false && (
            <Button onClick={() => setEdited('new')}>{t('employees|add')}</Button>
          )
        }
      >
        <p>{t('employees|lead')}</p>
        {call.data?.mayAdd === false && <p>{t('employees|addedElsewhere')}</p>}
      </PageHead>
      <div className={styles.filters}>
        <SearchField
          label={t('employees|search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <CallScreen
        call={call}
        loading={t('employees|loading')}
        skeleton={<Skeleton rows={4} />}
        isEmpty={({ items }) => !items.some((item) => matches(search, item))}
        empty={<EmptyState title={t('employees|none')}>{t('employees|noneText')}</EmptyState>}
      >
        {({ items }) => (
          <Table
            caption={t('employees|title')}
            isCaptionHidden
            rows={items.filter((item) => matches(search, item))}
            rowKey={({ key }) => key}
            columns={[
              {
                key: 'name',
                heading: t('employees|name'),
                isRowHeading: true,
                cell: ({ fullName, username, ssn, you }) => (
                  <>
                    {fullName}
                    {you && ` (${t('employees|you')})`}
                    <span className={styles.detail}>
                      {[username, ssn && formatKennitala(ssn)].filter(Boolean).join(' · ')}
                    </span>
                  </>
                ),
              },
              {
                key: 'email',
                heading: t('employees|email'),
                cell: ({ email }) => <span className={styles.detail}>{email}</span>,
              },
              {
                key: 'roles',
                heading: t('employees|roles'),
                cell: ({ roles }) =>
                  roles.map((role) => t(`employees|role.${role}`)).join(', ') || t('employees|noRole'),
              },
              { key: 'signIn', heading: t('employees|signIn'), cell: signInText },
              {
                key: 'state',
                heading: t('employees|state'),
                cell: ({ active }) => (
                  <Tag
                    kind={active ? 'success' : 'neutral'}
                    icon={active ? 'done' : 'close'}
                    isSubtle={active}
                  >
                    {t(active ? 'employees|active' : 'employees|dismissed')}
                  </Tag>
                ),
              },
              {
                key: 'actions',
                heading: t('employees|actions'),
                cell: (employee) => (
                  <Row as="span" gap="s">
                    <Button
                      kind="secondary"
                      size="small"
                      aria-label={t('employees|changeOf', { name: employee.fullName })}
                      onClick={() => setEdited(employee)}
                    >
                      {t('employees|change')}
                    </Button>
                    <Button
                      kind="secondary"
                      size="small"
                      aria-label={t('employees|accessOf', { name: employee.fullName })}
                      onClick={() => setOpenedKey(employee.key)}
                    >
                      {t('employees|access')}
                    </Button>
                  </Row>
                ),
              },
            ]}
          />
        )}
      </CallScreen>
      {edited && (
        <EmployeeForm
          employee={edited === 'new' ? undefined : edited}
          onSaved={call.retry}
          onClose={() => setEdited(undefined)}
        />
      )}
      {opened && (
        <EmployeeDialog employee={opened} onDone={call.retry} onClose={() => setOpenedKey(undefined)} />
      )}
    </>
  );
};

export default Employees;
