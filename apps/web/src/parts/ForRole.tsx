import type { AccessRole } from '@hofn/contracts';
import { Alert } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../engine/index.ts';
import { useUser } from '../session/index.ts';
import { SettingsSection } from './SettingsSection.tsx';

const rank: Record<AccessRole, number> = { Readonly: 0, Full: 1, Admin: 2 };

/** Whether the reader may do what takes a role over the customer before them; the service decides (rule ACC-1). */
export const useMay = (role: AccessRole): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || rank[subject.role] >= rank[role];
};

/** Whether the reader is a staff member who views the customer: they send nothing either (rule STAFF-5). */
export const useIsStaffView = (): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject?.via === 'staff';
};

const StaffChangesNothing = () => {
  const t = useTexts<'portal'>();
  return <Alert title={t('staffView|noChangeTitle')}>{t('staffView|noChange')}</Alert>;
};

type Props = {
  takes: 'Full' | 'Admin';
  children: ReactNode;
  /** Where a word about it stands on the screen already. */
  silent?: boolean;
  /** What everyone may see of it, below the word. */
  seen?: ReactNode;
};

/** What takes a role, or in its place a word why it is not there. */
export const ForRole = ({ takes, children, silent, seen }: Props) => {
  const t = useTexts<'portal'>();
  const may = useMay(takes);
  const staff = useIsStaffView();
  if (may) return children;
  if (silent) return seen;
  return (
    <>
      {staff ? (
        <StaffChangesNothing />
      ) : takes === 'Admin' ? (
        <Alert title={t('acting|adminTitle')}>{t('acting|admin')}</Alert>
      ) : (
        <Alert title={t('acting|readonlyTitle')}>{t('acting|readonly')}</Alert>
      )}
      {seen}
    </>
  );
};

/** Whether the customer before the reader is themselves. */
export const useIsSelf = (): boolean => {
  const subject = useUser().data?.currentProxyUser;
  return subject === undefined || subject.via === 'self';
};

/** What everyone does for themselves alone, or a word why it is not there. */
export const ForSelf = ({ children }: { children: ReactNode }) => {
  const t = useTexts<'portal'>();
  const self = useIsSelf();
  const staff = useIsStaffView();
  if (self) return children;
  return (
    <SettingsSection>
      {staff ? <StaffChangesNothing /> : <Alert title={t('acting|selfTitle')}>{t('acting|self')}</Alert>}
    </SettingsSection>
  );
};
