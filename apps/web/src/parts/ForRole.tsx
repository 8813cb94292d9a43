import type { AccessRole } from '@hofn/contracts';
import { Alert } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import { SettingsSection } from './SettingsSection.tsx';

const rank: Record<AccessRole, number> = { Readonly: 0, Full: 1, Admin: 2 };

/** Whether the user has at least this role for the current customer; the API enforces it (rule ACC-1). */
export const useHasRole = (role: AccessRole): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || rank[subject.role] >= rank[role];
};

/** Whether a staff member is viewing the customer, which is read-only (rule STAFF-5). */
export const useIsStaffView = (): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject?.via === 'staff';
};

const StaffViewAlert = () => {
  const t = useTexts<'portal'>();
  return <Alert title={t('staffView|noChangeTitle')}>{t('staffView|noChange')}</Alert>;
};

type Props = {
  requires: 'Full' | 'Admin';
  children: ReactNode;
  /** Set when the screen already explains the missing role elsewhere. */
  silent?: boolean;
  /** Shown below the explanation to users without the role. */
  readOnlyView?: ReactNode;
};

/** Shows its children to users with the role, and to others why they are missing. */
export const ForRole = ({ requires, children, silent, readOnlyView }: Props) => {
  const t = useTexts<'portal'>();
  const hasRole = useHasRole(requires);
  const isStaffView = useIsStaffView();
  if (hasRole) return children;
  if (silent) return readOnlyView;
  return (
    <>
      {isStaffView ? (
        <StaffViewAlert />
      ) : requires === 'Admin' ? (
        <Alert title={t('acting|adminTitle')}>{t('acting|admin')}</Alert>
      ) : (
        <Alert title={t('acting|readonlyTitle')}>{t('acting|readonly')}</Alert>
      )}
      {readOnlyView}
    </>
  );
};

/** Whether the user is looking at their own data. */
export const useIsSelf = (): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || subject.via === 'self';
};

/** Shows its children to users acting for themselves, and to others why they are missing. */
export const ForSelf = ({ children }: { children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const isSelf = useIsSelf();
  const isStaffView = useIsStaffView();
  if (isSelf) return children;
  return (
    <SettingsSection>
      {isStaffView ? <StaffViewAlert /> : <Alert title={t('acting|selfTitle')}>{t('acting|self')}</Alert>}
    </SettingsSection>
  );
};
